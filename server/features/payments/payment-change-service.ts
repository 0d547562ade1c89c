import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import { formatKopecks } from '#server/platform/money.ts';
import type { Entitlements, SecondPayment } from './apply-service.ts';
import type { PublishBillingEvent } from './billing-event-service.ts';
import { isUnfinished, type Payment, type PaymentChange } from './payment.ts';
import type { PaymentLookup } from './payment-lookup-service.ts';
import { updatePayment } from './payment-store.ts';
import type { RefundReservations } from './refund-reservation-service.ts';

export type PaymentChanges = ReturnType<typeof createPaymentChanges>;
type Deps = {
  clock: Clock;
  log: Log;
  lookup: Pick<PaymentLookup, 'reload'>;
  entitlements: Entitlements;
  refundReservations: RefundReservations;
  publish: PublishBillingEvent;
  secondPayment: SecondPayment;
};

/** Changes locked payments together with their subscriptions, and publishes the changes. */
export function createPaymentChanges(deps: Deps) {
  const { clock, log, lookup, entitlements, refundReservations, publish, secondPayment } = deps;

  /** Writes a change of the payment and updates the subscription accordingly. */
  async function writeChange(
    tx: Db,
    before: Payment,
    change: PaymentChange & { failureReason?: string },
  ): Promise<Payment> {
    await updatePayment(tx, before, change, clock.now());
    const purchase = { paymentId: before.id, accountId: before.account.id };
    const { state } = change;
    if (state === 'failed' || state === 'cancelled')
      await entitlements.abandon(tx, { ...purchase, reason: state, failure: change.failureReason });
    if (state === 'failed')
      await publish(tx, {
        kind: 'payment_failed',
        key: `failed:${before.id}:${change.attempt}`,
        accountId: before.account.id,
        data: toBillingData(before, before.amountKopecks),
      });
    if (state === 'paid' && before.state !== 'paid')
      await grant(tx, { ...before, ...change, state: before.state });
    if (state === 'refunded') {
      if (isUnfinished(before)) await entitlements.abandon(tx, { ...purchase, reason: 'cancelled' });
      await entitlements.revoke(tx, purchase);
    }
    if (change.refundedKopecks > before.refundedKopecks) await publishRefunded(tx, before, change);
    return lookup.reload(before.id, tx);
  }

  async function publishRefunded(
    tx: Db,
    before: Payment,
    { state, refundedKopecks }: PaymentChange,
  ): Promise<void> {
    await publish(tx, {
      kind: 'refunded',
      key: `refunded:${before.id}:${refundedKopecks}`,
      accountId: before.account.id,
      data: {
        ...toBillingData(before, refundedKopecks - before.refundedKopecks),
        isWhole: state === 'refunded',
      },
    });
  }

  /** Grants a term for the payment; for an active subscriber `SECOND_PAYMENT` decides between refund and extension. */
  async function grant(tx: Db, payment: Payment): Promise<void> {
    const { id, account, planId, durationDays, attempt, amountKopecks } = payment;
    if (secondPayment === 'refund' && (await isDuplicatePurchase(tx, payment))) {
      log.warn({ paymentId: id }, 'payment beside an active subscription: refunded');
      const leftKopecks = amountKopecks - payment.refundedKopecks;
      await refundReservations.reserveFullRefund(tx, payment, { attempt, amountKopecks: leftKopecks });
      return;
    }
    const endsAt = await entitlements.grant(tx, {
      paymentId: id,
      accountId: account.id,
      planId,
      durationDays,
    });
    if (endsAt)
      await publish(tx, {
        kind: 'paid',
        key: `paid:${id}`,
        accountId: account.id,
        data: { ...toBillingData(payment, amountKopecks), endsAt: endsAt.toISOString() },
      });
  }

  /** Whether the money buys nothing: the payment had ended, or another payment was faster. */
  const isDuplicatePurchase = async (tx: Db, payment: Payment): Promise<boolean> =>
    isUnfinished(payment)
      ? !(await entitlements.canBuy(tx, payment.account.id))
      : entitlements.isActive(tx, payment.account.id);

  return { writeChange };
}

const toBillingData = ({ id, currency }: Payment, kopecks: number) => ({
  paymentId: id,
  amount: formatKopecks(kopecks),
  currency,
});
