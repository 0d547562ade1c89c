import type { ClosedReason } from '#contract/comments.ts';
import type { Permission } from '#contract/permissions.ts';
import type { TextKey } from '#locales/index.ts';
import { type Actor, can } from '#server/platform/actor.ts';

export type DiscussionSettings = {
  /** Closed by moderators. */
  isLocked: boolean;
  /** Days from the publication; 0 for never, null for the default of the site. */
  closeAfterDays: number | null;
  slowModeSeconds: number;
  pinnedCommentId: number | null;
};

export const defaultSettings: DiscussionSettings = {
  isLocked: false,
  closeAfterDays: null,
  slowModeSeconds: 0,
  pinnedCommentId: null,
};

/** What decides whether a published post accepts comments. */
export type DiscussedPost = { commentsEnabled: boolean; publishedAt: Date };

const dayMs = 86_400_000;

/** When a discussion closes by time; null for never. `siteDays` is the default of the site, 0 for never. */
export function closesAt(
  { publishedAt }: Pick<DiscussedPost, 'publishedAt'>,
  { closeAfterDays }: DiscussionSettings,
  siteDays: number,
): Date | null {
  const days = closeAfterDays ?? siteDays;
  return days === 0 ? null : new Date(publishedAt.getTime() + days * dayMs);
}

/** Why a discussion accepts no comments at a time; null if it does. */
export function closedReason(
  post: DiscussedPost,
  settings: DiscussionSettings,
  { now, siteDays }: { now: Date; siteDays: number },
): ClosedReason | null {
  if (settings.isLocked) return 'moderators';
  if (!post.commentsEnabled) return 'author';
  const end = closesAt(post, settings, siteDays);
  return end && end <= now ? 'time' : null;
}

export const closedMessages: Record<ClosedReason, TextKey> = {
  author: 'comments.closed',
  moderators: 'comments.locked',
  time: 'comments.expired',
};

/** The author of the post and the staff write as fast as they like. */
export const isSlowed = (actor: Actor, post: { authorId: number }): boolean =>
  actor.kind === 'user' &&
  actor.id !== post.authorId &&
  !can(actor, 'content.moderate') &&
  !can(actor, 'texts.edit');

/** The permission that lets an actor change a discussion; undefined without one. */
export function changePermission(actor: Actor, post: { author: { id: number } }): Permission | undefined {
  if (actor.kind === 'user' && actor.id === post.author.id) return 'posts.write';
  return (['content.moderate', 'texts.edit'] as const).find((permission) => can(actor, permission));
}

/** Whether a comment can stand first in the discussion of a post. */
export const canBePinned = (
  comment: { postId: number; depth: number; isDeleted: boolean } | undefined,
  postId: number,
): boolean => comment?.postId === postId && comment.depth === 0 && !comment.isDeleted;
