import { sql } from 'kysely';
import type { FeedbackKind } from '#contract/site.ts';
import type { Db } from '#server/platform/db/database.ts';
import { deleteInBatches } from '#server/platform/db/delete-in-batches.ts';

export type Feedback = {
  /** Also the id of the email, so that mail clients recognise an email that was sent twice. */
  id: string;
  accountId: number | null;
  name: string;
  email: string;
  kind: FeedbackKind;
  message: string;
  createdAt: Date;
};

export async function insertFeedback(db: Db, { accountId, createdAt, ...feedback }: Feedback): Promise<void> {
  await db
    .insertInto('feedback')
    .values({ ...feedback, account_id: accountId, created_at: createdAt })
    .execute();
}

/** Unsent feedback with the username of its account. */
export async function findFeedback(
  db: Db,
  id: string,
): Promise<(Feedback & { username: string | null }) | undefined> {
  const row = await db
    .selectFrom('feedback as f')
    .leftJoin('accounts as a', 'a.id', 'f.account_id')
    .selectAll('f')
    .select('a.username')
    .where('f.id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      accountId: row.account_id,
      name: row.name,
      email: row.email,
      kind: row.kind as FeedbackKind,
      message: row.message,
      createdAt: row.created_at,
      username: row.username,
    }
  );
}

export const deleteOldFeedback = (db: Db, before: Date): Promise<void> =>
  deleteInBatches(db, 'feedback', sql`created_at < ${before}`);

export async function deleteFeedback(db: Db, id: string): Promise<void> {
  await db.deleteFrom('feedback').where('id', '=', id).execute();
}
