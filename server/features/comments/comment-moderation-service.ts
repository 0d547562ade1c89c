import type { RuleId } from '#contract/rules.ts';
import { shorten } from '#locales/cut-text.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import type { ModeratedText, RestoredText, TextModerationPort } from '#server/platform/text-moderation.ts';
import type { Comment } from './comment.ts';
import { toCountedComment, type UpdateCounters } from './comment-counter-service.ts';
import * as store from './comment-store.ts';
import * as writeStore from './comment-write-store.ts';

export type CommentModeration = ReturnType<typeof createCommentModeration>;
type Deps = {
  db: Db;
  clock: Clock;
  audit: Audit;
  accounts: Pick<Accounts, 'requireStanding'>;
  posts: Pick<Posts, 'lock'>;
  updateCounters: UpdateCounters;
  ports: TextModerationPort;
};
type HidingReason = { rule: RuleId | null; reason: string };
type HiddenText = { text: ModeratedText; at: Date };

const nameMaxLength = 80;
const textOf = ({ id, content, author }: Comment): ModeratedText => ({
  kind: 'comment',
  id,
  name: shorten(content, nameMaxLength),
  authorId: author.id,
});

const targetOf = ({ id, author }: Comment) => ({ kind: 'comment' as const, id, name: author.username });

/** Hides and restores comments. The lock order is that of every change of a discussion. */
export function createCommentModeration({ db, clock, audit, accounts, posts, updateCounters, ports }: Deps) {
  /** An active or hidden comment; 404 for a deleted one. */
  async function get(id: string): Promise<Comment> {
    const commentId = parseId(id);
    const comment = commentId === undefined ? undefined : await store.findComment(db, commentId);
    if (!comment || (comment.isDeleted && !comment.hidden)) throw notFound('comments.notFound');
    return comment;
  }

  /** Hides a comment, also one that waits. A hidden comment stays unchanged. */
  async function hide(moderator: User, { id }: Comment, why: HidingReason): Promise<Comment> {
    await inTransaction(db, async (tx) => {
      const hidden = await hideIn(tx, moderator, id, why.reason);
      if (hidden) await ports.onHidden(tx, hidden.text, { ...why, moderatorId: moderator.id, at: hidden.at });
    });
    return get(String(id));
  }

  /** As `hide`, in a transaction; tells nobody. Undefined if the comment is hidden or deleted already. */
  async function hideIn(
    tx: Db,
    moderator: User,
    id: number,
    reason: string,
  ): Promise<HiddenText | undefined> {
    const comment = await store.findComment(tx, id);
    if (!comment) return undefined;
    await posts.lock(tx, comment.post.id);
    await accounts.requireStanding(tx, moderator, 'content.moderate');
    const at = clock.now();
    const state = await writeStore.lockState(tx, id);
    if (!(await writeStore.markDeleted(tx, id, { by: moderator.id, at, hiddenReason: reason })))
      return undefined;
    if (!state?.isWaiting) await updateCounters(tx, toCountedComment(comment), -1);
    const after = { reason, content: comment.content };
    await audit.record(tx, { action: 'comment.hide', target: targetOf(comment), after });
    return { text: textOf(comment), at };
  }

  /** Restores a hidden comment. An active comment stays unchanged. */
  async function restore(moderator: User, { id }: Comment): Promise<Comment> {
    await inTransaction(db, async (tx) => {
      const restored = await restoreIn(tx, moderator, id);
      if (restored)
        await ports.onRestored(tx, restored.text, {
          ...restored,
          moderatorId: moderator.id,
          at: clock.now(),
        });
    });
    return get(String(id));
  }

  /** As `restore`, in a transaction; tells nobody. Undefined if the comment is not hidden. */
  async function restoreIn(tx: Db, moderator: User, id: number): Promise<RestoredText | undefined> {
    const comment = await store.findComment(tx, id);
    if (!comment) return undefined;
    await posts.lock(tx, comment.post.id);
    await accounts.requireStanding(tx, moderator, 'content.moderate');
    const state = await writeStore.lockState(tx, id);
    if (!(await writeStore.markRestored(tx, id, clock.now()))) return undefined;
    await updateCounters(tx, toCountedComment(comment), 1);
    const before = { reason: comment.hidden?.reason ?? null };
    await audit.record(tx, { action: 'comment.restore', target: targetOf(comment), before });
    return { text: textOf(comment), wasWaiting: state?.isWaiting === true };
  }

  /** Locks a comment that waits; undefined if it is gone or decided. */
  async function lockWaiting(tx: Db, id: number): Promise<{ updatedAt: Date } | undefined> {
    const comment = await store.findComment(tx, id);
    if (!comment) return undefined;
    await posts.lock(tx, comment.post.id);
    const state = await writeStore.lockState(tx, id);
    return state?.isWaiting ? state : undefined;
  }

  return { get, hide, hideIn, restore, restoreIn, lockWaiting };
}
