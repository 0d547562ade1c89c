import type { Posts } from '#server/features/posts/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import type { Comment } from './comment.ts';
import { toCountedComment, type UpdateCounters } from './comment-counter-service.ts';
import * as store from './comment-store.ts';

export type CommentModeration = ReturnType<typeof createCommentModeration>;
type Deps = { db: Db; clock: Clock; posts: Pick<Posts, 'lock'>; updateCounters: UpdateCounters };

/** Hides and restores comments. The lock order is that of every change of a discussion. */
export function createCommentModeration({ db, clock, posts, updateCounters }: Deps) {
  /** An active or hidden comment; 404 for a deleted one. */
  async function get(id: string): Promise<Comment> {
    const commentId = parseId(id);
    const comment = commentId === undefined ? undefined : await store.findComment(db, commentId);
    if (!comment || (comment.isDeleted && !comment.hidden)) throw notFound('comments.notFound');
    return comment;
  }

  /** Hides a comment. A hidden comment stays unchanged. */
  async function hide(moderator: User, comment: Comment, reason: string): Promise<Comment> {
    await inTransaction(db, async (tx) => {
      await posts.lock(tx, comment.post.id);
      const deletion = { by: moderator.id, at: clock.now(), hiddenReason: reason };
      if (await store.markDeleted(tx, comment.id, deletion))
        await updateCounters(tx, toCountedComment(comment), -1);
    });
    return get(String(comment.id));
  }

  /** Restores a hidden comment. An active comment stays unchanged. */
  async function restore(comment: Comment): Promise<Comment> {
    await inTransaction(db, async (tx) => {
      await posts.lock(tx, comment.post.id);
      if (await store.markRestored(tx, comment.id)) await updateCounters(tx, toCountedComment(comment), 1);
    });
    return get(String(comment.id));
  }

  return { get, hide, restore };
}
