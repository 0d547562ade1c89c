import type { ReceiptStatus } from '#contract/payment.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { ApplyResult } from './apply-service.ts';
import { markSettled, saveReceipt, saveSession, startWatching } from './checkout-store.ts';
import {
  type Checkout,
  decideChange,
  findMismatch,
  isFinal,
  isPaidTwice,
  type Payment,
  watchWindow,
} from './payment.ts';
import type { PaymentChanges } from './payment-change-service.ts';
import { markDisputed } from './payment-store.ts';
import type { ProviderState } from './provider.ts';
import type { RefundReservations } from './refund-reservation-service.ts';

type Deps = { clock: Clock; log: Log; changes: PaymentChanges; refundReservations: RefundReservations };

/** Applies provider states to locked payments; the caller commits. */
export function createProviderStates({ clock, log, changes, refundReservations }: Deps) {
  async function applyLocked(
    tx: Db,
    before: Payment,
    checkout: Checkout,
    providerState: ProviderState,
  ): Promise<ApplyResult> {
    const mismatch = findMismatch(before, checkout, providerState);
    const isSameSession = checkout.providerId === null || checkout.providerId === providerState.providerId;
    if (isSameSession && isFinal(providerState)) await settleSession(tx, checkout, providerState);
    if (mismatch) {
      log.error(
        { paymentId: before.id, sessionId: providerState.providerId, mismatch },
        'provider object does not match its payment: not applied',
      );
      return { payment: before, outcome: 'mismatch' };
    }
    await saveSession(tx, checkout, { providerId: providerState.providerId });
    if (providerState.receipt) await recordReceipt(tx, checkout, providerState.receipt);
    if (isPaidTwice(before, checkout.attempt, providerState))
      await refundDuplicate(tx, before, checkout, providerState);
    if (providerState.isDisputed && (await markDisputed(tx, before.id, clock.now())))
      log.error({ paymentId: before.id }, 'payment is disputed by the bank of the payer');
    const change = decideChange(before, checkout.attempt, providerState);
    if (!change) return { payment: before, outcome: 'unchanged' };
    const failureReason = change.state === 'failed' ? providerState.failureReason : undefined;
    return {
      payment: await changes.writeChange(tx, before, { ...change, failureReason }),
      outcome: 'applied',
    };
  }

  /** Stops polling an ended session; a paid one is checked for a while longer, because it may be charged back. */
  async function settleSession(
    tx: Db,
    checkout: Checkout,
    { status, receipt }: ProviderState,
  ): Promise<void> {
    const now = clock.now();
    if ((await markSettled(tx, checkout, now)) && status === 'paid')
      await startWatching(tx, checkout, watchWindow(now, receipt));
  }

  async function recordReceipt(tx: Db, checkout: Checkout, receipt: ReceiptStatus): Promise<void> {
    if ((await saveReceipt(tx, checkout, receipt)) && receipt === 'failed')
      log.error({ paymentId: checkout.paymentId }, 'receipt of a payment was not registered');
  }

  /** Two attempts of one payment were paid: refunds the second. */
  async function refundDuplicate(
    tx: Db,
    payment: Payment,
    { attempt }: Checkout,
    { amountKopecks, refundedKopecks }: ProviderState,
  ): Promise<void> {
    const excessKopecks = amountKopecks - refundedKopecks;
    if (excessKopecks <= 0) return;
    const isNew = await refundReservations.reserveExcessRefund(tx, payment, {
      attempt,
      amountKopecks: excessKopecks,
    });
    if (isNew)
      log.warn({ paymentId: payment.id, attempt }, 'payment was paid twice: the second attempt is refunded');
  }

  return { applyLocked };
}
