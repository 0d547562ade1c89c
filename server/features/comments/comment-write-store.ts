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

/** Gives a comment the dates and the state that it had on another site. */
export async function setCopied(
  db: Db,
  id: number,
  {
    updatedAt,
    removed,
  }: {
    updatedAt: Date;
    removed: {
      at: Date;
      by: number | null;
      hiddenReason?: string | undefined;
      waitingRule?: WaitingRule | null | undefined;
    } | null;
  },
): Promise<void> {
  await db
    .updateTable('comments')
    .set({
      updated_at: updatedAt,
      deleted_at: removed?.at ?? null,
      deleted_by: removed?.by ?? null,
      is_hidden: removed?.hiddenReason !== undefined,
      hidden_reason: removed?.hiddenReason ?? '',
      waiting_rule: removed?.waitingRule ?? null,
    })
    .where('id', '=', id)
    .execute();
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
