import type { ReceiptStatus } from '#contract/payment.ts';
import { t } from '#locales/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { notFound } from '#server/platform/errors.ts';
import { forEachRow } from '#server/platform/jobs/for-each-row.ts';
import type { Log } from '#server/platform/log.ts';
import type { ApplyService } from './apply-service.ts';
import type { PublishBillingEvent } from './billing-event-service.ts';
import { findCheckout } from './checkout-store.ts';
import type { Payment } from './payment.ts';
import { type ProviderRefund, ProviderRefusedError } from './provider.ts';
import { nextTryAt, type Refund } from './refund.ts';
import { createRefundResults } from './refund-result-service.ts';
import * as store from './refund-store.ts';

export type RefundService = ReturnType<typeof createRefundService>;
type Deps = { db: Db; clock: Clock; log: Log; apply: ApplyService; publish: PublishBillingEvent };

/** How long one process may take for a refund before another may claim it. */
const leaseMs = 60_000;
const sweepBatchSize = 20;

/** Executes reserved refunds at the provider, and repeats the call until the result is known. */
export function createRefundService(deps: Deps) {
  const { db, clock, log, apply } = deps;
  const { applyProviderRefund, release } = createRefundResults(deps);

  async function get(id: number, from: Db = db): Promise<Refund> {
    const refund = await store.findRefund(from, id);
    if (!refund) throw notFound('payments.refundNotFound');
    return refund;
  }

  /**
   * Requests a refund from the provider under its own key and writes the result: succeeded, failed (refused), or still
   * pending if it is unknown. Does nothing while another process executes the refund.
   */
  async function execute(refundId: number): Promise<Refund> {
    const now = clock.now();
    if (!(await store.claimRefund(db, refundId, now, new Date(now.getTime() + leaseMs))))
      return get(refundId);
    const refund = await get(refundId);
    const payment = await apply.reload(refund.payment.id);
    try {
      const providerRefund = await requestRefund(payment, refund);
      await applyProviderRefund(payment, refund, providerRefund);
      if (providerRefund.receipt) await recordReceipt(refund, providerRefund.receipt);
    } catch (error) {
      log.warn({ err: error, refundId, paymentId: payment.id }, 'refund did not succeed');
      if (error instanceof ProviderRefusedError) await release(payment, refund);
      else await store.postponeRefund(db, refundId, { nextTryAt: nextTryAt(refund, clock.now()) });
    }
    return get(refundId);
  }

  async function requestRefund(payment: Payment, refund: Refund): Promise<ProviderRefund> {
    const checkout = await findCheckout(db, { paymentId: payment.id, attempt: refund.attempt });
    if (!checkout?.providerId) throw new Error(`payment ${payment.id} has no paid session`);
    return apply.providerOf(refund).refund({
      idempotencyKey: refund.idempotencyKey,
      refundId: refund.id,
      existingId: refund.providerId,
      isRepeated: refund.tries > 1,
      providerId: checkout.providerId,
      amountKopecks: refund.amountKopecks,
      paidKopecks: payment.amountKopecks,
      currency: payment.currency,
      reason: refund.reason,
      description: t('payments.purchase', { plan: payment.planName }),
      customerEmail: payment.account.email,
    });
  }

  async function recordReceipt({ id, payment }: Refund, receipt: ReceiptStatus): Promise<void> {
    if ((await store.saveRefundReceipt(db, id, receipt)) && receipt === 'failed')
      log.error({ refundId: id, paymentId: payment.id }, 'receipt of a refund was not registered');
  }

  /** Queries the pending receipts of a payment's refunds. */
  async function refreshReceipts(paymentId: number): Promise<void> {
    for (const refund of await store.listRefundsOf(db, paymentId)) {
      if (refund.receipt !== 'pending' || refund.providerId === null) continue;
      const receipt = await apply.providerOf(refund).fetchRefundReceipt?.(refund.providerId);
      if (receipt) await recordReceipt(refund, receipt);
    }
  }

  /** Repeats refunds with an unknown or pending result. */
  async function sweep(): Promise<void> {
    const now = clock.now();
    await forEachRow({
      read: (after) => store.listDueRefunds(db, { now, after, limit: sweepBatchSize }),
      batchSize: sweepBatchSize,
      keyOf: (id) => id,
      work: execute,
      log,
      task: 'refund',
    });
  }

  return { get, execute, refreshReceipts, sweep };
}
