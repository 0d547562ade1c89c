import type { CommentDetail } from '#contract/comments.ts';

/** From this depth on replies stay where they are: deeper lines would be too narrow to read. */
export const deepestIndent = 4;

/**
 * A discussion with comments put in that the server's answer does not hold yet: a top-level one before the
 * others (newest first), a reply after its siblings (oldest first). What is already there, or answers a comment
 * that is gone, is left out.
 */
export function withAdded(
  comments: readonly CommentDetail[],
  added: readonly CommentDetail[],
): CommentDetail[] {
  const known = idsOf(comments);
  let thread = [...comments];
  for (const comment of added) {
    if (known.has(comment.id)) continue;
    if (comment.parent === null) thread = [comment, ...thread];
    else if (known.has(comment.parent)) thread = withReply(thread, comment);
    else continue;
    known.add(comment.id);
  }
  return thread;
}

function withReply(comments: readonly CommentDetail[], reply: CommentDetail): CommentDetail[] {
  return comments.map((comment) => {
    if (comment.id === reply.parent)
      return { ...comment, replies: [...comment.replies, reply], replies_count: comment.replies_count + 1 };
    if (comment.replies.length === 0) return comment;
    return { ...comment, replies: withReply(comment.replies, reply) };
  });
}

/** The living comments of a discussion: tombstones do not count, what is under them does. */
export function countActive(comments: readonly CommentDetail[]): number {
  return comments.reduce(
    (total, comment) => total + (comment.is_active ? 1 : 0) + countActive(comment.replies),
    0,
  );
}

function idsOf(comments: readonly CommentDetail[]): Set<number> {
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
