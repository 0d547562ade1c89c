import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import { formatKopecks } from '#server/platform/money.ts';
import type { ApplyService } from './apply-service.ts';
import type { PublishBillingEvent } from './billing-event-service.ts';
import { startWatching } from './checkout-store.ts';
import { decideChange, type Payment, watchWindow } from './payment.ts';
import type { ProviderRefund } from './provider.ts';
import { nextTryAt, type Refund } from './refund.ts';
import * as store from './refund-store.ts';

type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  apply: Pick<ApplyService, 'lock' | 'writeChange'>;
  publish: PublishBillingEvent;
};

/** Writes the results of refunds. */
export function createRefundResults({ db, clock, log, apply, publish }: Deps) {
  async function applyProviderRefund(
    payment: Payment,
    refund: Refund,
    { status, providerId }: ProviderRefund,
  ): Promise<void> {
    if (status === 'succeeded') return complete(payment, refund, providerId);
    if (status === 'failed') return release(payment, refund);
    await store.postponeRefund(db, refund.id, { providerId, nextTryAt: nextTryAt(refund, clock.now()) });
  }

  /** Completes a refund: the refunded amount grows, and a full refund ends the subscription. */
  async function complete(known: Payment, refund: Refund, providerId: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      const before = await apply.lock(tx, known);
      const outcome = { status: 'succeeded' as const, providerId };
      const isNew = await store.settleRefund(tx, refund.id, outcome, clock.now());
      // The next check of the session finds other refunds at the provider.
      const now = clock.now();
      const { until } = watchWindow(now);
      await startWatching(tx, { paymentId: known.id, attempt: refund.attempt }, { from: now, until });
      if (refund.isExcess && isNew) return publishExcessRefund(tx, refund, before);
      const providerState = {
        status: 'paid' as const,
        refundedKopecks: await store.sumRefunded(tx, known.id),
      };
      const change = refund.isExcess ? undefined : decideChange(before, before.attempt, providerState);
      if (change) await apply.writeChange(tx, before, change);
    });
  }

  const publishExcessRefund = (
    tx: Db,
    { id, amountKopecks }: Refund,
    { id: paymentId, account, currency }: Payment,
  ) =>
    publish(tx, {
      kind: 'refunded',
      key: `excess:${id}`,
      accountId: account.id,
      data: { paymentId, amount: formatKopecks(amountKopecks), currency, isWhole: false },
    });

  /** Releases the reserved amount of a refused refund. */
  async function release(known: Payment, refund: Refund): Promise<void> {
    await inTransaction(db, async (tx) => {
      await apply.lock(tx, known);
      const now = clock.now();
      const isNew = await store.settleRefund(tx, refund.id, { status: 'failed', providerId: null }, now);
      if (isNew && !refund.isExcess) await store.releaseReserve(tx, known.id, refund.amountKopecks, now);
    });
    if (refund.createdBy === null)
      log.error(
        { refundId: refund.id, paymentId: known.id },
        'automatic refund of a duplicate payment failed',
      );
  }

  return { applyProviderRefund, release };
}
