import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
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
type Deps = {
  db: Db;
  clock: Clock;
  audit: Audit;
  accounts: Pick<Accounts, 'requireStanding'>;
  posts: Pick<Posts, 'lock'>;
  updateCounters: UpdateCounters;
};

const targetOf = ({ id, author }: Comment) => ({ kind: 'comment' as const, id, name: author.username });

/** Hides and restores comments. The lock order is that of every change of a discussion. */
export function createCommentModeration({ db, clock, audit, accounts, posts, updateCounters }: Deps) {
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
      await accounts.requireStanding(tx, moderator, 'content.moderate');
      if (!(await store.markDeleted(tx, comment.id, deletion))) return;
      await updateCounters(tx, toCountedComment(comment), -1);
      const after = { reason, content: comment.content };
      await audit.record(tx, { action: 'comment.hide', target: targetOf(comment), after });
    });
    return get(String(comment.id));
  }

  /** Restores a hidden comment. An active comment stays unchanged. */
  async function restore(moderator: User, comment: Comment): Promise<Comment> {
    await inTransaction(db, async (tx) => {
      await posts.lock(tx, comment.post.id);
      await accounts.requireStanding(tx, moderator, 'content.moderate');
      if (!(await store.markRestored(tx, comment.id))) return;
      await updateCounters(tx, toCountedComment(comment), 1);
      const before = { reason: comment.hidden?.reason ?? null };
      await audit.record(tx, { action: 'comment.restore', target: targetOf(comment), before });
    });
    return get(String(comment.id));
  }

  return { get, hide, restore };
}
