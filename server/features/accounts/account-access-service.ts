import type { Db } from '#server/platform/db/database.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Account } from './account.ts';
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

  return {
    get,
    getByUsername,
    find: (id: number, from: Db = db) => store.findAccount(from, id),
    findByUsername: (username: string, from: Db = db) => store.findAccountByUsername(from, username),
    findByLogin: (login: string, from: Db = db) => store.findAccountByLogin(from, login),
  };
}
