export type Pin = { id: number; accountId: number; postId: number; pinnedAt: Date };
export type PinnedTitle = { accountId: number; postId: number; postTitle: string };

/** Why a pin is refused; the first reason in this order wins. */
export type PinRefusal = 'unknown' | 'not-own' | 'not-subscribed';

/** The number of pinned posts that lists show first. */
export const maxPinnedPosts = 20;

const rotationMs = 3_600_000;

/**
 * The index of the first pin of this hour, counted from the oldest pin, modulo the number of pins. Each hour shows the next
 * twenty, so that in the long run every pin is shown equally often.
 */
export const rotationStart = (now: Date): number => Math.floor(now.getTime() / rotationMs) * maxPinnedPosts;

/** The time of the next rotation. */
export const rotationEnd = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / rotationMs) + 1) * rotationMs);

/** Checks the post itself. A draft counts as missing. */
export function getPinRefusal(
  post: { status: string; author_id: number } | undefined,
  accountId: number,
): PinRefusal | undefined {
  if (post?.status !== 'published') return 'unknown';
  return post.author_id === accountId ? undefined : 'not-own';
}
