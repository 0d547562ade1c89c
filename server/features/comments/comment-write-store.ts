import { type SqlBool, sql } from 'kysely';
import type { WaitingRule } from '#contract/publication-rules.ts';
import type { Db } from '#server/platform/db/database.ts';

export type NewComment = {
  postId: number;
  authorId: number;
  parentId: number | null;
  depth: number;
  content: string;
  createdAt: Date;
};

/** The position of a parent comment. The row is locked, so that it cannot be deleted before the reply is written. */
export async function lockParent(db: Db, id: number) {
  const row = await db
    .selectFrom('comments')
    .select(['post_id', 'depth', 'deleted_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && { postId: row.post_id, depth: row.depth, isDeleted: row.deleted_at !== null };
}

export async function insertComment(db: Db, comment: NewComment): Promise<number> {
  const { id } = await db
    .insertInto('comments')
    .values({
      post_id: comment.postId,
      author_id: comment.authorId,
      parent_id: comment.parentId,
      depth: comment.depth,
      content: comment.content,
      created_at: comment.createdAt,
      updated_at: comment.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A comment with a reserved id. */
export type CommentRow = NewComment & {
  id: number;
  repliesCount: number;
  updatedAt: Date;
  removed: RemovedComment | null;
};
/** When a comment was deleted, or with a reason hidden. */
export type RemovedComment = {
  at: Date;
  by: number | null;
  hiddenReason?: string | undefined;
  waitingRule?: WaitingRule | null | undefined;
};
const rowsAtOnce = 500;

/** New ids for comments, in ascending order. */
export async function reserveIds(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('comments', 'id')) as id from generate_series(1, ${count}::int)
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Inserts comments with their counted replies; a parent comes before its replies. */
export async function insertComments(db: Db, rows: CommentRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await sql`
      insert into comments (id, post_id, author_id, parent_id, depth, content, replies_count, created_at, updated_at,
        deleted_at, deleted_by, is_hidden, hidden_reason, waiting_rule)
      overriding system value
      values ${sql.join(rows.slice(start, start + rowsAtOnce).map(toValues))}`.execute(db);
}

const toValues = ({ removed, ...row }: CommentRow) =>
  sql`(${sql.join([
    row.id,
    row.postId,
    row.authorId,
    row.parentId,
    row.depth,
    row.content,
    row.repliesCount,
    row.createdAt,
    row.updatedAt,
    removed?.at ?? null,
    removed?.by ?? null,
    removed?.hiddenReason !== undefined,
    removed?.hiddenReason ?? '',
    removed?.waitingRule ?? null,
  ])})`;

/** The state of a comment, which no other transaction changes until this one ends; undefined for a deleted one. */
export async function lockState(
  tx: Db,
  id: number,
): Promise<{ content: string; isWaiting: boolean; updatedAt: Date } | undefined> {
  const row = await tx
    .selectFrom('comments')
    .select(['content', 'waiting_rule', 'updated_at'])
    .where('id', '=', id)
    .where(isChangeable)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && { content: row.content, isWaiting: row.waiting_rule !== null, updatedAt: row.updated_at };
}

const isChangeable = sql<SqlBool>`(deleted_at is null or waiting_rule is not null)`;

/** Changes the text of an active comment, or one that waits; false if it has been deleted. */
export async function updateContent(db: Db, id: number, content: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('comments')
    .set({ content, updated_at: now })
    .where('id', '=', id)
    .where(isChangeable)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks an active comment as deleted; with a reason, an active or waiting one as hidden. False if it is neither. */
export async function markDeleted(
  db: Db,
  id: number,
  { by, at, hiddenReason }: { by: number | null; at: Date; hiddenReason?: string },
): Promise<boolean> {
  const isHidden = hiddenReason !== undefined;
  const row = await db
    .updateTable('comments')
    .set({
      deleted_at: at,
      deleted_by: by,
      is_hidden: isHidden,
      hidden_reason: hiddenReason ?? '',
      waiting_rule: null,
    })
    .where('id', '=', id)
    .where(isChangeable)
    .returning('id')
    .executeTakeFirst();
  if (row) await unpin(db, id);
  return row !== undefined;
}

async function unpin(db: Db, id: number): Promise<void> {
  await db
    .updateTable('discussion_settings')
    .set({ pinned_comment_id: null })
    .where('pinned_comment_id', '=', id)
    .execute();
}

/** Lets an active comment wait for a moderator. */
export async function markWaiting(db: Db, id: number, rule: WaitingRule, at: Date): Promise<void> {
  await db
    .updateTable('comments')
    .set({ deleted_at: at, deleted_by: null, is_hidden: true, waiting_rule: rule })
    .where('id', '=', id)
    .execute();
  await unpin(db, id);
}

/** Removes the text of a deleted or hidden comment, which nobody can restore then. */
export async function clearContent(db: Db, id: number): Promise<void> {
  await db
    .updateTable('comments')
    .set({ content: '', is_hidden: false, hidden_reason: '', waiting_rule: null })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute();
}

/** Restores a hidden comment; false if it is not hidden. One that has waited since it was written is published now. */
export async function markRestored(db: Db, id: number, now: Date): Promise<boolean> {
  const isFirstPublication = sql`(waiting_rule is not null and deleted_at = created_at)`;
  const row = await db
    .updateTable('comments')
    .set({
      deleted_at: null,
      deleted_by: null,
      is_hidden: false,
      hidden_reason: '',
      waiting_rule: null,
      created_at: sql`case when ${isFirstPublication} then ${now} else created_at end`,
      updated_at: sql`case when ${isFirstPublication} then ${now} else updated_at end`,
    })
    .where('id', '=', id)
    .where('is_hidden', '=', true)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function addToRepliesCount(db: Db, id: number, difference: number): Promise<void> {
  await db
    .updateTable('comments')
    .set((row) => ({ replies_count: row('replies_count', '+', difference) }))
    .where('id', '=', id)
    .execute();
}
