import { waitingTime } from '#locales/waiting-time.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import { type Audit, changesOf } from '#server/features/audit/index.ts';
import type { Post, Posts } from '#server/features/posts/index.ts';
import { type Actor, can, type User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { AppError, forbidden, invalidFields, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import { lockParent } from './comment-write-store.ts';
import {
  canBePinned,
  changePermission,
  closedMessages,
  closedReason,
  closesAt,
  type DiscussionSettings,
  isSlowed,
} from './discussion-settings.ts';
import * as store from './discussion-settings-store.ts';

type Deps = {
  db: Db;
  clock: Clock;
  audit: Audit;
  accounts: Pick<Accounts, 'requireStanding'>;
  posts: Pick<Posts, 'get' | 'lock'>;
  /** Days until discussions close, unless they have a setting of their own; 0 for never. */
  siteDays: number;
};

/** The settings of a discussion with what follows from them now. */
export type DiscussionState = DiscussionSettings & {
  closed: ReturnType<typeof closedReason>;
  closesAt: Date | null;
};

export type DiscussionSettingsService = ReturnType<typeof createDiscussionSettings>;

/** When discussions close, and how fast people write in them. */
export function createDiscussionSettings({ db, clock, audit, accounts, posts, siteDays }: Deps) {
  const toState = (post: Post, settings: DiscussionSettings): DiscussionState => {
    const discussed = { commentsEnabled: post.comments_enabled, publishedAt: post.createdAt };
    return {
      ...settings,
      closed: closedReason(discussed, settings, { now: clock.now(), siteDays }),
      closesAt: closesAt(discussed, settings, siteDays),
    };
  };

  const getState = async (post: Post): Promise<DiscussionState> =>
    toState(post, await store.findSettings(db, post.id));

  /** The post whose discussion the actor may change. */
  async function getPostForChange(actor: Actor, postId: string): Promise<Post> {
    if (parseId(postId) === undefined) throw notFound('posts.notFound');
    const post = await posts.get(actor, postId);
    if (!changePermission(actor, post)) throw forbidden();
    return post;
  }

  async function changeSettings(
    actor: User,
    post: Post,
    changes: Partial<DiscussionSettings>,
  ): Promise<DiscussionState> {
    const permission = changePermission(actor, post);
    if (!permission || (changes.isLocked !== undefined && !can(actor, 'content.moderate'))) throw forbidden();
    return inTransaction(db, async (tx) => {
      if (!(await posts.lock(tx, post.id))) throw notFound('posts.notFound');
      await accounts.requireStanding(tx, actor, permission);
      const before = await store.findSettings(tx, post.id);
      const after = { ...before, ...changes };
      // Under the lock of the post, as every deletion, so that no deleted comment is pinned.
      if (changes.pinnedCommentId && !canBePinned(await lockParent(tx, changes.pinnedCommentId), post.id))
        throw invalidFields({ pinned_comment: 'comments.pinUnknown' });
      await store.saveSettings(tx, post.id, after);
      const changed = changesOf(toAuditValues(before), toAuditValues(after));
      if (changed && (post.author.id !== actor.id || changes.isLocked !== undefined))
        await audit.record(tx, {
          action: 'discussion.change',
          target: { kind: 'post', id: post.id, name: post.title },
          ...changed,
        });
      return toState(post, after);
    });
  }

  /** Throws 400 in a closed discussion, and 429 for a comment that comes too early. The post must be locked. */
  async function requireOpen(
    tx: Db,
    author: User,
    post: { id: number; author_id: number; comments_enabled: boolean; created_at: Date },
    now: Date,
  ): Promise<void> {
    const settings = await store.findSettings(tx, post.id);
    const discussed = { commentsEnabled: post.comments_enabled, publishedAt: post.created_at };
    const closed = closedReason(discussed, settings, { now, siteDays });
    if (closed) throw invalidFields({ post: closedMessages[closed] });
    if (settings.slowModeSeconds === 0 || !isSlowed(author, { authorId: post.author_id })) return;
    const intervalMs = settings.slowModeSeconds * 1_000;
    const after = new Date(now.getTime() - intervalMs);
    const last = await store.findLastCommentTime(tx, { postId: post.id, authorId: author.id, after });
    if (last) throw tooEarly(last.getTime() + intervalMs - now.getTime());
  }

  return { getState, getPostForChange, changeSettings, requireOpen };
}

const toAuditValues = ({
  isLocked,
  closeAfterDays,
  slowModeSeconds,
  pinnedCommentId,
}: DiscussionSettings) => ({
  locked: isLocked,
  close_after_days: closeAfterDays,
  slow_mode_seconds: slowModeSeconds,
  pinned_comment: pinnedCommentId,
});

function tooEarly(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new AppError('tooManyRequests', {
    message: { key: 'comments.slowMode', values: { wait: waitingTime(seconds) } },
    code: 'slow_mode',
    retryAfterSeconds: seconds,
  });
}
