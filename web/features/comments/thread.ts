import type { CommentDetail } from '#contract/comments.ts';

/** From this depth on replies stay where they are: deeper lines would be too narrow to read. */
export const deepestIndent = 4;

/** A part of a discussion: of most discussions all of it. */
export type Discussion = {
  comments: CommentDetail[];
  /** Of the whole discussion. */
  comments_count: number;
  /** The comment after which, or from which on, the part begins; null for the beginning of the discussion. */
  startsAt: number | null;
  /** The comment after which the next part begins; null where there is none. */
  nextAfter: number | null;
  /** False where only the first threads of the part have been sent. */
  isWhole: boolean;
};

/** How many comments a page begins with; «Показать ещё» shows the rest of the part. */
export const shownAtOnce = 50;
/** How many comments a part has: a page that shows all of them is still quickly rendered. */
export const partLength = 100;

type PostComments = Pick<Discussion, 'comments' | 'comments_count'> & { next_after: number | null };

export const toDiscussion = (
  { comments, comments_count, next_after: nextAfter }: PostComments,
  startsAt: number | null,
): Discussion => ({ comments, comments_count, startsAt, nextAfter, isWhole: true });

/** How many comments of a part an address asks for: the usual number, or all that it has. */
export const askedCount = (query: URLSearchParams): number =>
  Number(query.get('comments')) > shownAtOnce ? Number.POSITIVE_INFINITY : shownAtOnce;

/** One spelling for all that means more than the usual number of comments, and an empty text for the rest. */
export const normaliseAsked = (value: string): string =>
  askedCount(new URLSearchParams({ comments: value })) === shownAtOnce ? '' : String(partLength);

/** The comment after which the part begins that an address asks for; null for the beginning. */
export function askedAfter(query: URLSearchParams): number | null {
  const after = Number(query.get('after'));
  return Number.isSafeInteger(after) && after > 0 ? after : null;
}

export const normaliseAfter = (value: string): string =>
  String(askedAfter(new URLSearchParams({ after: value })) ?? '');

/** What a page shows of a part before somebody asks for more. */
export function firstThreadsOf(discussion: Discussion, query: URLSearchParams): Discussion {
  const comments = [...firstThreads(discussion.comments, askedCount(query), null)];
  return { ...discussion, comments, isWhole: comments.length === discussion.comments.length };
}

/**
 * As many discussions from the top as it takes for `limit` comments, and always so many that the comment `target` is
 * among them: answers are never torn from what they answer.
 */
export function firstThreads(
  comments: readonly CommentDetail[],
  limit: number,
  target: number | null,
): readonly CommentDetail[] {
  let count = 0;
  const enough = comments.findIndex((comment) => {
    count += idsOf([comment]).size;
    return count >= limit;
  });
  const wanted = target === null ? -1 : comments.findIndex((comment) => idsOf([comment]).has(target));
  return enough === -1 ? comments : comments.slice(0, Math.max(enough, wanted) + 1);
}

/** The ids of comments and of all answers to them. */
export function idsOf(comments: readonly CommentDetail[]): Set<number> {
  const ids = new Set<number>();
  const visit = (comment: CommentDetail) => {
    ids.add(comment.id);
    comment.replies.forEach(visit);
  };
  comments.forEach(visit);
  return ids;
}
