import { exactCountLimit } from '#contract/query.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { searchTerms } from '#server/platform/db/search-terms.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Account } from './account.ts';
import type { FoundAuthor } from './account-store.ts';
import * as store from './account-store.ts';

export type AccountAccess = ReturnType<typeof createAccountAccess>;

/** Reads single accounts. */
export function createAccountAccess({ db }: { db: Db }) {
  async function get(id: number, from: Db = db): Promise<Account> {
    const account = await store.findAccount(from, id);
    if (!account) throw new AppError('notFound');
    return account;
  }

  /** Case-insensitive; 404 for an unknown username. */
  async function getByUsername(username: string): Promise<Account> {
    const account = await store.findAccountByUsername(db, username);
    if (!account) throw notFound('auth.userNotFound');
    return account;
  }

  /** Authors of published posts by parts of their names, up to 10,000. */
  async function findAuthors(
    text: string,
    query: { page?: string; page_size?: string },
  ): Promise<{ authors: FoundAuthor[]; count: number; page: Page }> {
    const terms = searchTerms(text);
    const count = terms.length === 0 ? 0 : await store.countAuthorsFound(db, terms, exactCountLimit);
    const page = pageOf(query, count);
    const slice = { offset: page.offset, limit: page.size };
    return { authors: count === 0 ? [] : await store.listAuthorsFound(db, terms, slice), count, page };
  }

  return {
    get,
    getByUsername,
    findAuthors,
    find: (id: number, from: Db = db) => store.findAccount(from, id),
    findByUsername: (username: string, from: Db = db) => store.findAccountByUsername(from, username),
    findTakenUsernames: (usernames: string[]) => store.findTakenUsernames(db, usernames),
    findByLogin: (login: string, from: Db = db) => store.findAccountByLogin(from, login),
  };
}
