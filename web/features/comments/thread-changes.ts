import type { CommentDetail } from '#contract/comments.ts';
import * as commentsMessages from '#locales/ru/comments.ts';
import { collectIds } from './thread.ts';

/**
 * Inserts comments that the server's response does not contain yet: a top-level comment before the others (newest
 * first), a reply after its siblings (oldest first). Omits comments that are already there and replies to missing ones.
 */
export function withAdded(
  comments: readonly CommentDetail[],
  added: readonly CommentDetail[],
): CommentDetail[] {
  const knownIds = collectIds(comments);
  let thread = [...comments];
  for (const comment of added) {
    if (knownIds.has(comment.id)) continue;
    if (comment.parent === null) thread = [comment, ...thread];
    else if (knownIds.has(comment.parent)) thread = withReply(thread, comment);
    else continue;
    knownIds.add(comment.id);
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

/** The changes since the server's response: edited texts by id, and deleted ids. */
export type Changes = {
  edited: ReadonlyMap<number, Pick<CommentDetail, 'content' | 'updated_at'>>;
  deleted: ReadonlySet<number>;
};

/** Applies the changes. A deleted comment is removed, or stays as a tombstone above active replies. */
export function withChanges(comments: readonly CommentDetail[], changes: Changes): CommentDetail[] {
  return comments.flatMap((comment) => {
    const replies = withChanges(comment.replies, changes);
    const isDeleted = changes.deleted.has(comment.id);
    const isActive = comment.is_active && !isDeleted;
    const isOwnHidden = comment.hidden !== undefined && !isDeleted;
    if (!isActive && !isOwnHidden && replies.length === 0) return [];
    const edit = changes.edited.get(comment.id);
    // A later version of the server takes precedence over the local edit.
    const editedFields = edit && edit.updated_at >= comment.updated_at ? edit : {};
    // The server's tombstones have their own text; the text of a comment deleted here must not stay.
    const content = isDeleted ? { content: commentsMessages.deleted } : {};
    return [
      {
        ...comment,
        ...editedFields,
        ...content,
        is_active: isActive,
        replies,
        replies_count: replies.length,
      },
    ];
  });
}

/** Counts the active comments. Tombstones do not count, but the replies under them do. */
export function countActive(comments: readonly CommentDetail[]): number {
  return comments.reduce(
    (total, comment) => total + (comment.is_active && !comment.hidden ? 1 : 0) + countActive(comment.replies),
    0,
  );
}
