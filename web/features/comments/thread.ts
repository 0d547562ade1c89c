import type { CommentDetail } from '#contract/comments.ts';

/** From this depth on replies stay where they are: deeper lines would be too narrow to read. */
export const deepestIndent = 4;

export type Discussion = {
  /** All of them, or where there are very many the first threads. */
  comments: CommentDetail[];
  comments_count: number;
  isWhole: boolean;
};

/** How many comments a page begins with, and how many «Показать ещё» adds. */
export const shownAtOnce = 50;

/** How many comments an address asks for, so that there are more without a script too. */
export function askedCount(query: URLSearchParams): number {
  const asked = Number(query.get('comments'));
  return Number.isSafeInteger(asked) ? Math.max(asked, shownAtOnce) : shownAtOnce;
}

/** What a page shows of a discussion before somebody asks for more. */
export function firstPart(discussion: Discussion, query: URLSearchParams): Discussion {
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

export type TextPart = { text: string; href?: string };

const address = /\bhttps?:\/\/[^\s<>"«»]+/giu;
/** What ends a sentence rather than an address. */
const trailing = /[.,:;!?…'»"”]+$/u;

/** Cuts a plain text into addresses and what stands between them. */
export function linkedParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const href = withoutTail(match[0]);
    if (!URL.canParse(href)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: href, href });
    end = match.index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** «(см. https://example.ru/a)» ends with a bracket of the sentence, «…/wiki/Ключ_(река)» with one of its own. */
function withoutTail(candidate: string): string {
  const address = candidate.replace(trailing, '');
  if (!address.endsWith(')')) return address;
  const opened = address.split('(').length;
  const closed = address.split(')').length;
  return closed > opened ? withoutTail(address.slice(0, -1)) : address;
}
