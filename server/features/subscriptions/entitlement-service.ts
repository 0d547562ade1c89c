import type { HistoryAction } from '#contract/subscribe.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type {
  Entitlements,
  GrantedPurchase,
  PublishBillingEvent,
  Purchase,
  SubscriptionInfo,
} from '#server/features/payments/index.ts';
import type { Plans } from '#server/features/plans/index.ts';
import type { PinnedTitle, Posts } from '#server/features/posts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { reportSubscribers } from './subscriber-report-store.ts';
import {
  canBuy,
  isActiveAt,
  isEndedByRefund,
  nextTerm,
  type Subscription,
  statusAt,
} from './subscription.ts';
import * as store from './subscription-store.ts';

export type EntitlementService = ReturnType<typeof createEntitlementService>;
/** A new entry of a history; its id identifies the event. */
export type RecordedEntry = {
  id: number;
  accountId: number;
  action: HistoryAction;
  metadata: Record<string, unknown>;
};

/** Late-bound ports, implemented by slices that depend on this one. */
export type SubscriptionPorts = {
  /** Called for each new history entry, in the same transaction. */
  onRecorded(tx: Db, entry: RecordedEntry): Promise<void>;
};

type Deps = {
  clock: Clock;
  accounts: Pick<Accounts, 'setSubscriberUntil'>;
  plans: Pick<Plans, 'get'>;
  posts: Pick<Posts, 'unpin'>;
  ports: SubscriptionPorts;
  publish: PublishBillingEvent;
};

/**
 * Starts, extends and ends subscriptions. Each function runs in a transaction whose caller has locked the account, and
 * changes record, access (`subscriber_until`), pin and history together.
 */
export function createEntitlementService({ clock, accounts, plans, posts, ports, publish }: Deps) {
  const find = (db: Db, accountId: number) => store.findSubscription(db, accountId);

  async function record(
    tx: Db,
    accountId: number,
    action: HistoryAction,
    metadata: Record<string, unknown>,
  ): Promise<void> {
    const id = await store.insertHistory(tx, accountId, action, metadata, clock.now());
    await ports.onRecorded(tx, { id, accountId, action, metadata });
  }

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
    if (unpinned) await recordUnpinned(tx, unpinned);
    await record(tx, accountId, status, {});
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
    const found = await find(tx, accountId);
    if (!found || statusAt(found, clock.now()) === found.status) return found;
    await endSubscription(tx, found, 'expired');
    return { ...found, status: 'expired' };
  }

  async function begin(tx: Db, { accountId, planId, durationDays }: Purchase): Promise<number> {
    const now = clock.now();
    const found = await loadAndExpire(tx, accountId);
    if (found && isActiveAt(found, now)) return found.id;
    // Until the payment, the dates are those of a term that starts now.
    const pending = { planId, status: 'pending' as const, ...nextTerm(undefined, durationDays, now) };
    if (found) {
      await store.updateSubscription(tx, found.id, pending, now);
      return found.id;
    }
    const id = await store.insertSubscription(tx, { accountId, ...pending }, now);
    await record(tx, accountId, 'created', await planMetadata(tx, planId));
    return id;
  }

  async function grant(tx: Db, purchase: GrantedPurchase): Promise<Date | undefined> {
    const { paymentId, accountId, planId, durationDays } = purchase;
    const now = clock.now();
    const id = await begin(tx, purchase);
    const before = await find(tx, accountId);
    const isRunning = isActiveAt(before, now);
    const term = nextTerm(before, durationDays, now);
    const isFirst = !(await store.hasGrants(tx, id));
    if (!(await store.insertGrant(tx, { paymentId, subscriptionId: id, ...term }, now))) return undefined;
    const startsAt = isRunning ? before?.startsAt : term.startsAt;
    await store.updateSubscription(tx, id, { planId, status: 'active', startsAt, endsAt: term.endsAt }, now);
    await accounts.setSubscriberUntil(tx, accountId, term.endsAt);
    const metadata = {
      ...(await planMetadata(tx, planId)),
      payment_id: paymentId,
      end_date: term.endsAt.toISOString(),
    };
    await record(tx, accountId, isFirst ? 'activated' : 'renewed', metadata);
    return term.endsAt;
  }

  async function revoke(tx: Db, payment: { paymentId: number; accountId: number }): Promise<void> {
    const now = clock.now();
    const granted = await store.findGrant(tx, payment.paymentId);
    const current = await loadAndExpire(tx, payment.accountId);
    if (!granted || !current) return;
    const revocation = { paymentId: payment.paymentId, subscriptionId: current.id };
    if (!(await store.insertRevocation(tx, revocation, now))) return;
    if (isEndedByRefund(granted, current, now)) await endSubscription(tx, current, 'cancelled');
  }

  async function abandon(
    tx: Db,
    { paymentId, accountId, reason, failure }: Parameters<Entitlements['abandon']>[1],
  ): Promise<void> {
    const now = clock.now();
    const found = await find(tx, accountId);
    const isPending = found?.status === 'pending';
    if (found && isPending) await store.updateSubscription(tx, found.id, { status: 'cancelled' }, now);
    if (reason === 'failed') {
      const metadata = { payment_id: paymentId, ...(failure !== undefined && { reason: failure }) };
      await record(tx, accountId, 'payment_failed', metadata);
    } else if (isPending) {
      await record(tx, accountId, 'cancelled', { payment_id: paymentId });
    }
  }

  async function planMetadata(tx: Db, planId: number) {
    return { plan_id: planId, plan_name: (await plans.get(planId, tx)).name };
  }

  async function recordUnpinned(tx: Db, { accountId, postId, postTitle }: PinnedTitle): Promise<void> {
    const metadata = { post_id: postId, post_title: postTitle };
    await record(tx, accountId, 'post_unpinned', metadata);
  }

  const entitlements: Entitlements = {
    begin,
    grant,
    revoke,
    abandon,
    canBuy: async (tx, accountId) => canBuy(await find(tx, accountId), clock.now()),
    isActive: async (db, accountId) => isActiveAt(await find(db, accountId), clock.now()),
    async describe(db, ids) {
      const now = clock.now();
      const found = await store.listWithPlanNames(db, ids);
      return new Map(
        found.map((subscription): [number, SubscriptionInfo] => [
          subscription.id,
          { ...subscription, status: statusAt(subscription, now) },
        ]),
      );
    },
    countActive: (db) => store.countActive(db, clock.now()),
    report: (db, from) => reportSubscribers(db, { from, now: clock.now() }),
  };

  return { entitlements, endSubscription, loadAndExpire, recordUnpinned };
}
