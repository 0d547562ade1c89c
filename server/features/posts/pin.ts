export type Pin = { id: number; accountId: number; postId: number; pinnedAt: Date };
export type PinnedTitle = { accountId: number; postId: number; postTitle: string };

/** What speaks against a pin, the first in the order of contract 7. */
export type PinRefusal = 'unknown' | 'not-own' | 'not-subscribed';

/** At most so many pins stand before the other posts at a time. */
export const maxPinnedPosts = 20;

const rotationMs = 3_600_000;

/**
 * Where the pins of this hour begin, counted from the oldest pin on and over the end: each hour the next twenty, so
 * that in the long run everybody stands there equally often (contract decision 18).
 */
export const rotationStart = (now: Date): number => Math.floor(now.getTime() / rotationMs) * maxPinnedPosts;

/** When the turn passes to the next pins. */
export const rotationEnd = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / rotationMs) + 1) * rotationMs);

/** What the post itself says against being pinned by an account; drafts are as good as not there. */
export function refusalOfPin(
  post: { status: string; author_id: number } | undefined,
  accountId: number,
): PinRefusal | undefined {
  if (post?.status !== 'published') return 'unknown';
  return post.author_id === accountId ? undefined : 'not-own';
}
