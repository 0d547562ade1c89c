import type { Db } from '#server/platform/db/database.ts';
import { pictureSubquery } from '#server/platform/picture.ts';
import type { AccountNote } from './note.ts';

export async function insertNote(
  db: Db,
  note: { accountId: number; moderatorId: number; text: string; createdAt: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('account_notes')
    .values({
      account_id: note.accountId,
      moderator_id: note.moderatorId,
      text: note.text,
      created_at: note.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function countNotes(db: Db, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('account_notes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function listNotes(
  db: Db,
  which: { accountId: number } | { id: number },
  { offset, size }: { offset: number; size: number },
): Promise<AccountNote[]> {
  const rows = await db
    .selectFrom('account_notes as n')
    .leftJoin('accounts as a', 'a.id', 'n.moderator_id')
    .select(['n.id', 'n.text', 'n.created_at as createdAt', 'a.id as authorId', 'a.username'])
    .select(['a.first_name as firstName', 'a.last_name as lastName'])
    .select(pictureSubquery('a.avatar_id').as('avatar'))
    .where('id' in which ? 'n.id' : 'n.account_id', '=', 'id' in which ? which.id : which.accountId)
    .orderBy('n.id', 'desc')
    .offset(offset)
    .limit(size)
    .execute();
  return rows.map(({ id, text, createdAt, authorId, username, firstName, lastName, avatar }) => ({
    id,
    text,
    createdAt,
    moderator:
      authorId === null || username === null
        ? null
        : { id: authorId, username, firstName: firstName ?? '', lastName: lastName ?? '', avatar },
  }));
}
