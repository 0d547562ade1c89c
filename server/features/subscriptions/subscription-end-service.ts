import type { Accounts } from '#server/features/accounts/index.ts';
import type { PublishBillingEvent } from '#server/features/payments/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { HistoryRecorder } from './history-service.ts';
import { type Subscription, statusAt } from './subscription.ts';
import * as store from './subscription-store.ts';

type Deps = {
  clock: Clock;
  accounts: Pick<Accounts, 'setSubscriberUntil'>;
  posts: Pick<Posts, 'unpin'>;
  history: HistoryRecorder;
  publish: PublishBillingEvent;
};

export type SubscriptionEnd = ReturnType<typeof createSubscriptionEnd>;

/** Ends subscriptions. */
export function createSubscriptionEnd({ clock, accounts, posts, history, publish }: Deps) {
  /** Ends a running or expired subscription, with its access and pin. */
  async function endSubscription(
    tx: Db,
    { id, accountId, endsAt }: Subscription,
    status: 'cancelled' | 'expired',
  ): Promise<void> {
    const now = clock.now();
    await store.updateSubscription(tx, id, { status }, now);
    await accounts.setSubscriberUntil(tx, accountId, null);
    const unpinned = await posts.unpin(tx, accountId);
    if (unpinned) await history.recordUnpinned(tx, unpinned);
    await history.record(tx, accountId, status, {});
    if (status === 'expired')
      await publish(tx, {
        kind: 'expired',
        key: `expired:${id}:${endsAt.toISOString()}`,
        accountId,
        data: { endsAt: endsAt.toISOString() },
      });
  }

  /** The record of an account; an expired term is written first. */
  async function loadAndExpire(tx: Db, accountId: number): Promise<Subscription | undefined> {
    const found = await store.findSubscription(tx, accountId);
    if (!found || statusAt(found, clock.now()) === found.status) return found;
    await endSubscription(tx, found, 'expired');
    return { ...found, status: 'expired' };
  }

  return { endSubscription, loadAndExpire };
}
