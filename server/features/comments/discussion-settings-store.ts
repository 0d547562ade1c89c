import type { Db } from '#server/platform/db/database.ts';
import { type DiscussionSettings, defaultSettings } from './discussion-settings.ts';

export async function findSettings(db: Db, postId: number): Promise<DiscussionSettings> {
  const row = await db
    .selectFrom('discussion_settings')
    .select(['is_locked', 'close_after_days', 'slow_mode_seconds', 'pinned_comment_id'])
    .where('post_id', '=', postId)
    .executeTakeFirst();
  if (!row) return defaultSettings;
  return {
    isLocked: row.is_locked,
    closeAfterDays: row.close_after_days,
    slowModeSeconds: row.slow_mode_seconds,
    pinnedCommentId: row.pinned_comment_id,
  };
}

export async function saveSettings(
  tx: Db,
  postId: number,
  { isLocked, closeAfterDays, slowModeSeconds, pinnedCommentId }: DiscussionSettings,
): Promise<void> {
  const values = {
    is_locked: isLocked,
    close_after_days: closeAfterDays,
    slow_mode_seconds: slowModeSeconds,
    pinned_comment_id: pinnedCommentId,
  };
  await tx
    .insertInto('discussion_settings')
    .values({ post_id: postId, ...values })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet(values))
    .execute();
}

/** When an account last commented on a post after a time, also if the comment has been deleted since. */
export async function findLastCommentTime(
  tx: Db,
  { postId, authorId, after }: { postId: number; authorId: number; after: Date },
): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('comments')
    .select('created_at')
    .where('author_id', '=', authorId)
    .where('post_id', '=', postId)
    .where('created_at', '>', after)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** The settings of a discussion on another site of this kind. */
export type CopiedDiscussion = { isLocked: boolean; closeAfterDays: number | null; slowModeSeconds: number };

/** Settings that differ from those of the site. */
export async function setCopiedDiscussion(
  tx: Db,
  postId: number,
  { isLocked, closeAfterDays, slowModeSeconds }: CopiedDiscussion,
): Promise<void> {
  if (!isLocked && closeAfterDays === null && slowModeSeconds === 0) return;
  const settings = {
    is_locked: isLocked,
    close_after_days: closeAfterDays,
    slow_mode_seconds: slowModeSeconds,
  };
  await tx
    .insertInto('discussion_settings')
    .values({ post_id: postId, ...settings })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet(settings))
    .execute();
}

export async function pinCopied(tx: Db, postId: number, commentId: number): Promise<void> {
  const pinned = { pinned_comment_id: commentId };
  await tx
    .insertInto('discussion_settings')
    .values({ post_id: postId, ...pinned })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet(pinned))
    .execute();
}
