import type { CommentDetail } from '#contract/comments.ts';
import { t } from '#text/index.ts';
import { idsOf } from './thread.ts';

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

/** What became of comments since the server's answer: new words by id, and those that were deleted. */
export type Changes = {
  edited: ReadonlyMap<number, Pick<CommentDetail, 'content' | 'updated_at'>>;
  deleted: ReadonlySet<number>;
};

/** A discussion with its changes: a deleted comment goes, or stays as a tombstone over living answers. */
export function withChanges(comments: readonly CommentDetail[], changes: Changes): CommentDetail[] {
  return comments.flatMap((comment) => {
    const replies = withChanges(comment.replies, changes);
    const isDeleted = changes.deleted.has(comment.id);
    const isActive = comment.is_active && !isDeleted;
    const isOwnHidden = comment.hidden !== undefined && !isDeleted;
    if (!isActive && !isOwnHidden && replies.length === 0) return [];
    const edit = changes.edited.get(comment.id);
    // What the server tells later goes before what was told here.
    const words = edit && edit.updated_at >= comment.updated_at ? edit : {};
    // The server's tombstones bring their words; those of one that was deleted here must not stand on.
    const content = isDeleted ? { content: t('comments.deleted') } : {};
    return [
      { ...comment, ...words, ...content, is_active: isActive, replies, replies_count: replies.length },
    ];
  });
}

/** The living comments of a discussion: tombstones do not count, what is under them does. */
export function countActive(comments: readonly CommentDetail[]): number {
  return comments.reduce(
    (total, comment) => total + (comment.is_active ? 1 : 0) + countActive(comment.replies),
    0,
  );
}
