import type { Accounts } from '#server/features/accounts/index.ts';
import type { Plan, Plans } from '#server/features/plans/index.ts';
import type { PinnedPost, Posts } from '#server/features/posts/index.ts';
import type { Actor, User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { notFound, refused } from '#server/platform/errors.ts';
import type { EntitlementService } from './entitlement-service.ts';
import type { HistoryEntry } from './history.ts';
import { isActiveAt, type Subscription } from './subscription.ts';
import * as store from './subscription-store.ts';

type Owner = Awaited<ReturnType<Accounts['get']>>;
/** A subscription with its plan and owner. */
export type SubscriptionView = { subscription: Subscription; plan: Plan; owner: Owner };
export type SubscriptionState = {
  view: SubscriptionView | undefined;
  isActive: boolean;
  pinned: PinnedPost | undefined;
};

export type SubscriptionService = ReturnType<typeof createSubscriptionService>;
type Deps = {
  db: Db;
  clock: Clock;
  accounts: Pick<Accounts, 'get' | 'lock'>;
  plans: Pick<Plans, 'get'>;
  posts: Pick<Posts, 'findPinnedPost'>;
  entitlementService: EntitlementService;
};

export function createSubscriptionService({ db, clock, accounts, plans, posts, entitlementService }: Deps) {
  async function findView(accountId: number): Promise<SubscriptionView | undefined> {
    const subscription = await store.findSubscription(db, accountId);
    if (!subscription) return undefined;
    return { subscription, plan: await plans.get(subscription.planId), owner: await accounts.get(accountId) };
  }

  /** The state of the caller, empty for a guest: clients ask on every article, and a 401 would send guests to login. */
  async function getState(actor: Actor): Promise<SubscriptionState> {
    if (actor.kind === 'guest') return { view: undefined, isActive: false, pinned: undefined };
    const view = await findView(actor.id);
    const isActive = isActiveAt(view?.subscription, clock.now());
    return { view, isActive, pinned: isActive ? await posts.findPinnedPost(actor.id) : undefined };
  }

  /** The caller's record in any status; 404 if there is none. */
  async function get(user: User): Promise<SubscriptionView> {
    const view = await findView(user.id);
    if (!view) throw notFound('subscriptions.none');
    return view;
  }

  async function listHistory(
    user: User,
    query: { page?: string; page_size?: string },
  ): Promise<{ entries: HistoryEntry[]; count: number; page: Page }> {
    const count = await store.countHistory(db, user.id);
    const page = pageOf(query, count);
    return { entries: await store.listHistory(db, user.id, page), count, page };
  }

  /** Ends the caller's subscription with access and pin at once. */
  async function cancel(user: User): Promise<void> {
    await inTransaction(db, async (tx) => {
      await accounts.lock(tx, user.id);
      const subscription = await store.findSubscription(tx, user.id);
      if (!subscription) throw refused('No subscription found', 'subscriptions.none', 'notFound');
      if (!isActiveAt(subscription, clock.now()))
        throw refused('Subscription is not active', 'subscriptions.notActive');
      await entitlementService.endSubscription(tx, subscription, 'cancelled');
    });
  }

  /** Ends the subscription of an account that is deleted, if it runs. */
  async function endOf(accountId: number): Promise<void> {
    await inTransaction(db, async (tx) => {
      await accounts.lock(tx, accountId);
      const subscription = await store.findSubscription(tx, accountId);
      if (subscription && isActiveAt(subscription, clock.now()))
        await entitlementService.endSubscription(tx, subscription, 'cancelled');
    });
  }

  return { getState, get, listHistory, cancel, endOf };
}
