import type { Audit } from '#server/features/audit/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import type { AccountNote } from './note.ts';
import * as store from './note-store.ts';

export type Notes = ReturnType<typeof createNotes>;
type Deps = { db: Db; clock: Clock; audit: Audit };

/** What moderators write about accounts for each other. */
export function createNotes({ db, clock, audit }: Deps) {
  async function list(
    accountId: number,
    query: { page?: string; page_size?: string },
  ): Promise<{ notes: AccountNote[]; count: number; page: Page }> {
    const count = await store.countNotes(db, accountId);
    const page = pageOf(query, count);
    return { notes: await store.listNotes(db, { accountId }, page), count, page };
  }

  async function add(
    moderator: User,
    target: { id: number; username: string },
    text: string,
  ): Promise<AccountNote> {
    return inTransaction(db, async (tx) => {
      const note = { accountId: target.id, moderatorId: moderator.id, text, createdAt: clock.now() };
      const id = await store.insertNote(tx, note);
      await audit.record(tx, {
        action: 'account.note',
        target: { kind: 'account', id: target.id, name: target.username },
        after: { text },
      });
      const [added] = await store.listNotes(tx, { id }, { offset: 0, size: 1 });
      if (!added) throw new Error(`note ${id} is missing`);
      return added;
    });
  }

  return { list, add };
}
