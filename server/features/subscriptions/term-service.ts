import type { Accounts } from '#server/features/accounts/index.ts';
import type { Entitlements, GrantedPurchase, Purchase } from '#server/features/payments/index.ts';
import type { Plans } from '#server/features/plans/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { HistoryRecorder } from './history-service.ts';
import { isActiveAt, isEndedByRefund, nextTerm } from './subscription.ts';
import type { SubscriptionEnd } from './subscription-end-service.ts';
import * as store from './subscription-store.ts';

type Deps = {
  clock: Clock;
  accounts: Pick<Accounts, 'setSubscriberUntil'>;
  plans: Pick<Plans, 'get'>;
  history: HistoryRecorder;
  end: SubscriptionEnd;
};

/** The terms that payments buy: starts, grants, revokes and abandons them. */
export function createTerms({ clock, accounts, plans, history, end }: Deps) {
  async function begin(tx: Db, { accountId, planId, durationDays }: Purchase): Promise<number> {
    const now = clock.now();
    const found = await end.loadAndExpire(tx, accountId);
    if (found && isActiveAt(found, now)) return found.id;
    // Until the payment, the dates are those of a term that starts now.
    const pending = { planId, status: 'pending' as const, ...nextTerm(undefined, durationDays, now) };
    if (found) {
      await store.updateSubscription(tx, found.id, pending, now);
      return found.id;
    }
    const id = await store.insertSubscription(tx, { accountId, ...pending }, now);
    await history.record(tx, accountId, 'created', await planMetadata(tx, planId));
    return id;
  }

  async function grant(tx: Db, purchase: GrantedPurchase): Promise<Date | undefined> {
    const { paymentId, accountId, planId, durationDays } = purchase;
    const now = clock.now();
    const id = await begin(tx, purchase);
    const before = await store.findSubscription(tx, accountId);
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
    await history.record(tx, accountId, isFirst ? 'activated' : 'renewed', metadata);
    return term.endsAt;
  }

  async function revoke(tx: Db, payment: { paymentId: number; accountId: number }): Promise<void> {
    const now = clock.now();
    const granted = await store.findGrant(tx, payment.paymentId);
    const current = await end.loadAndExpire(tx, payment.accountId);
    if (!granted || !current) return;
    const revocation = { paymentId: payment.paymentId, subscriptionId: current.id };
    if (!(await store.insertRevocation(tx, revocation, now))) return;
    if (isEndedByRefund(granted, current, now)) await end.endSubscription(tx, current, 'cancelled');
  }

  async function abandon(
    tx: Db,
    { paymentId, accountId, reason, failure }: Parameters<Entitlements['abandon']>[1],
  ): Promise<void> {
    const now = clock.now();
    const found = await store.findSubscription(tx, accountId);
    const isPending = found?.status === 'pending';
    if (found && isPending) await store.updateSubscription(tx, found.id, { status: 'cancelled' }, now);
    if (reason === 'failed') {
      const metadata = { payment_id: paymentId, ...(failure !== undefined && { reason: failure }) };
      await history.record(tx, accountId, 'payment_failed', metadata);
    } else if (isPending) {
      await history.record(tx, accountId, 'cancelled', { payment_id: paymentId });
    }
  }

  async function planMetadata(tx: Db, planId: number) {
    return { plan_id: planId, plan_name: (await plans.get(planId, tx)).name };
  }

  return { begin, grant, revoke, abandon };
}
