import type { CommentDetail, DiscussionSettings } from '#contract/comments.ts';
import { type DiscussionOrder, normaliseDiscussionOrder } from '#contract/query.ts';

/** Deeper replies are not indented further: their lines would be too narrow to read. */
export const maxIndentDepth = 4;

/** The id of the section with the discussion. */
export const discussionId = 'comments';

/** A part of a discussion. Most discussions have one part. */
export type Discussion = {
  comments: CommentDetail[];
  settings: DiscussionSettings;
  /** When the newest comment of the whole discussion was written. */
  newestAt: string | null;
  order: DiscussionOrder;
  /** The count of the whole discussion. */
  comments_count: number;
  /** The comment after which, or with which, the part begins; null for the beginning of the discussion. */
  startsAt: number | null;
  /** The comment after which the next part begins; null for the last part. */
  nextAfter: number | null;
  /** False when the page contains only the first threads of the part. */
  isWhole: boolean;
};

/** The initial number of comments on a page; «Показать ещё» shows the rest of the part. */
export const initialCommentCount = 50;
/** The number of comments in a part: a page with all of them still renders quickly. */
export const partSize = 100;

type PostComments = Pick<Discussion, 'comments' | 'comments_count' | 'settings'> & {
  newest_at: string | null;
} & {
  next_after: number | null;
};

export const toDiscussion = (
  { comments, comments_count, settings, newest_at: newestAt, next_after: nextAfter }: PostComments,
  { order, startsAt }: Pick<Discussion, 'order' | 'startsAt'>,
): Discussion => ({
  comments,
  comments_count,
  settings,
  newestAt,
  order,
  startsAt,
  nextAfter,
  isWhole: true,
});

/** The number of comments that a URL requests: the initial number, or all of the part. */
export const requestedCount = (query: URLSearchParams): number =>
  Number(query.get('comments')) > initialCommentCount ? Number.POSITIVE_INFINITY : initialCommentCount;

/** Normalizes every value above the initial number to one spelling, and any other to the empty string. */
export const normalizeCommentsParam = (value: string): string =>
  requestedCount(new URLSearchParams({ comments: value })) === initialCommentCount ? '' : String(partSize);

/** The requested order of the threads; the default is not in the URL. */
export const requestedOrder = (query: URLSearchParams): DiscussionOrder =>
  normaliseDiscussionOrder(query.get('order') ?? '') || 'newest';

export function normalizeOrderParam(value: string): string {
  const order = normaliseDiscussionOrder(value);
  return order === 'newest' ? '' : order;
}

/** A URL of the discussion: the order, unless it is the default, and further values. */
export function discussionPath(order: DiscussionOrder, further: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(order !== 'newest' && { order }), ...further });
  return `?${query}#${discussionId}`;
}

/** The comment after which the requested part begins; null for the beginning. */
export function requestedAfter(query: URLSearchParams): number | null {
  const after = Number(query.get('after'));
  return Number.isSafeInteger(after) && after > 0 ? after : null;
}

export const normalizeAfterParam = (value: string): string =>
  String(requestedAfter(new URLSearchParams({ after: value })) ?? '');

/** The comments of a part that a page shows before the reader requests more. */
export function limitToFirstThreads(discussion: Discussion, query: URLSearchParams): Discussion {
  const comments = [...firstThreads(discussion.comments, requestedCount(query), null)];
  return { ...discussion, comments, isWhole: comments.length === discussion.comments.length };
}

/**
 * The first threads with at least `limit` comments in total, extended to the thread that contains `target`. A thread is
 * never cut, so replies stay with their comment.
 */
export function firstThreads(
  comments: readonly CommentDetail[],
  limit: number,
  target: number | null,
): readonly CommentDetail[] {
  let count = 0;
  const limitIndex = comments.findIndex((comment) => {
    count += collectIds([comment]).size;
    return count >= limit;
  });
  const targetIndex =
    target === null ? -1 : comments.findIndex((comment) => collectIds([comment]).has(target));
  return limitIndex === -1 ? comments : comments.slice(0, Math.max(limitIndex, targetIndex) + 1);
}

/** The ids of comments and of all their replies. */
export function collectIds(comments: readonly CommentDetail[]): Set<number> {
  const ids = new Set<number>();
  const visit = (comment: CommentDetail) => {
    ids.add(comment.id);
    comment.replies.forEach(visit);
  };
  comments.forEach(visit);
  return ids;
}
