import type { Accounts } from '#server/features/accounts/index.ts';
import type { PinnedPost, Post, Posts } from '#server/features/posts/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { type AppError, notFound, refused, refusedField } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import type { EntitlementService } from './entitlement-service.ts';
import { isActiveAt } from './subscription.ts';
import { findSubscription, insertHistory } from './subscription-store.ts';

/** The checks of a pin; `post` is undefined if it does not exist or is not published. */
export type PinCheck = {
  post: Post | undefined;
  isOwn: boolean;
  hasSubscription: boolean;
  isActive: boolean;
};

export type SubscriberPins = ReturnType<typeof createSubscriberPins>;
type Deps = {
  db: Db;
  clock: Clock;
  accounts: Pick<Accounts, 'lock'>;
  posts: Pick<Posts, 'pin' | 'unpin' | 'find' | 'findPinnedPost' | 'listPinned'>;
  entitlementService: EntitlementService;
};

type Refusal = Extract<Awaited<ReturnType<Posts['pin']>>, string>;

/** Checks who may pin and records pins in the history. */
export function createSubscriberPins({ db, clock, accounts, posts, entitlementService }: Deps) {
  /** Pins a published post of the caller, replacing the current pin; pinning the pinned post again changes nothing. */
  async function pin(user: User, postId: number, field: 'post' | 'post_id'): Promise<PinnedPost> {
    return inTransaction(db, async (tx) => {
      const outcome = await posts.pin(tx, { accountId: user.id, postId });
      if (typeof outcome === 'string') throw toRefusalError(outcome, field);
      if (outcome.replaced) await entitlementService.recordUnpinned(tx, outcome.replaced);
      const metadata = { post_id: postId, post_title: outcome.postTitle };
      if (outcome.isNew) await insertHistory(tx, user.id, 'post_pinned', metadata, clock.now());
      return getPinned(user, tx);
    });
  }

  async function getPinned(user: User, from: Db = db): Promise<PinnedPost> {
    const pinned = await posts.findPinnedPost(user.id, from);
    if (!pinned) throw notFound('subscriptions.nothingPinned');
    return pinned;
  }

  /** Removes the caller's pin; 404 if there is none, or if it is no longer in effect. */
  async function unpin(user: User): Promise<void> {
    await inTransaction(db, async (tx) => {
      await accounts.lock(tx, user.id);
      await requirePinned(user, tx);
      const unpinned = await posts.unpin(tx, user.id);
      if (unpinned) await entitlementService.recordUnpinned(tx, unpinned);
    });
  }

  async function requirePinned(user: User, tx: Db): Promise<void> {
    if (!(await posts.findPinnedPost(user.id, tx)))
      throw refused('No pinned post found', 'subscriptions.nothingPinned', 'notFound');
  }

  async function check(user: User, postId: string): Promise<PinCheck> {
    const found = parseId(postId) === undefined ? undefined : await posts.find(postId);
    const post = found?.status === 'published' ? found : undefined;
    const subscription = await findSubscription(db, user.id);
    return {
      post,
      isOwn: post?.author.id === user.id,
      hasSubscription: subscription !== undefined,
      isActive: isActiveAt(subscription, clock.now()),
    };
  }

  return { pin, unpin, getPinned, check, listPinned: posts.listPinned };
}

function toRefusalError(refusal: Refusal, field: 'post' | 'post_id'): AppError {
  if (refusal === 'unknown') return refusedField(field, 'Post not found', 'subscriptions.postUnknown');
  if (refusal === 'not-own')
    return refusedField(field, 'You can only pin your own posts', 'subscriptions.postNotOwn');
  return refused('Active subscription required to pin posts', 'subscriptions.required', 'forbidden');
}
