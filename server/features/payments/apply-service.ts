import { randomUUID } from 'node:crypto';
import type { PaymentMethod } from '#contract/payment.ts';
import type { SubscriptionStatus } from '#contract/subscribe.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import { findCheckout, saveSession } from './checkout-store.ts';
import {
  type Checkout,
  changeBy,
  isPaidTwice,
  isUnfinished,
  mismatchOf,
  type Payment,
  type PaymentChange,
} from './payment.ts';
import * as store from './payment-store.ts';
import { type PaymentProvider, type ProviderPayment, ProviderRefusedError } from './provider.ts';
import type { Refund } from './refund.ts';
import * as refunds from './refund-store.ts';

/** What payments show of the subscription they were for. */
export type SubscriptionInfo = {
  id: number;
  planName: string;
  startsAt: Date;
  endsAt: Date;
  status: SubscriptionStatus;
};

export type Purchase = { accountId: number; planId: number; durationDays: number };
export type GrantedPurchase = Purchase & { paymentId: number };

/**
 * What a payment is for: the port that `subscriptions` fills. Everything that takes `tx` belongs to the transaction of
 * the payment, whose account the caller has locked.
 */
export type Entitlements = {
  /** False while a subscription has more than a week to go. */
  mayBuy(tx: Db, accountId: number): Promise<boolean>;
  isActive(tx: Db, accountId: number): Promise<boolean>;
  /** A checkout begins: what is not active becomes pending. Returns the id of the subscription. */
  begin(tx: Db, purchase: Purchase): Promise<number>;
  /** The money came: the term begins or grows. Once for each payment, however often it is called. */
  grant(tx: Db, purchase: GrantedPurchase): Promise<void>;
  /** All money went back: the subscription that it had paid for ends. Once for each payment. */
  revoke(tx: Db, payment: { paymentId: number; accountId: number }): Promise<void>;
  /** The checkout came to nothing: what is pending is no more; what is active stays. */
  abandon(
    tx: Db,
    payment: { paymentId: number; accountId: number; reason: 'failed' | 'cancelled'; failure?: string },
  ): Promise<void>;
  describe(db: Db, ids: number[]): Promise<Map<number, SubscriptionInfo>>;
  countActive(db: Db): Promise<number>;
};

export type Providers = ReadonlyMap<PaymentMethod, PaymentProvider>;
export type Applied = { payment: Payment; outcome: 'applied' | 'unchanged' | 'mismatch' };

export type ApplyService = ReturnType<typeof createApplyService>;
type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  accounts: Pick<Accounts, 'lock'>;
  entitlements: Entitlements;
  providers: Providers;
};

const excessReason = 'Already subscribed: refunded automatically';

/** What money does: the one road on which payments and everything that hangs on them change. */
export function createApplyService({ db, clock, log, accounts, entitlements, providers }: Deps) {
  function providerOf({ provider }: { provider: PaymentMethod }): PaymentProvider {
    const found = providers.get(provider);
    if (!found) throw new Error(`the payment provider ${provider} is off`);
    return found;
  }

  async function lock(tx: Db, { id, account }: Pick<Payment, 'id' | 'account'>): Promise<Payment> {
    await accounts.lock(tx, account.id);
    const payment = await store.lockPayment(tx, id);
    if (!payment) throw notFound('payments.notFound');
    return payment;
  }

  /**
   * Applies what a provider says of one checkout: payment, subscription, access, pin, history and ledger in one
   * transaction. Whoever comes first, in any order, any number of times and all at once: the end is the same.
   */
  async function applyPayment(known: Payment, checkout: Checkout, truth: ProviderPayment): Promise<Applied> {
    const { excess, ...applied } = await inTransaction(db, async (tx): Promise<Applied & Written> => {
      const before = await lock(tx, known);
      const mismatch = mismatchOf(before, checkout, truth);
      if (mismatch) {
        log.error(
          { paymentId: before.id, sessionId: truth.providerId, mismatch },
          'a provider object does not fit its payment: not applied',
        );
        return { payment: before, outcome: 'mismatch' };
      }
      await saveSession(tx, checkout, { providerId: truth.providerId });
      if (isPaidTwice(before, checkout.attempt, truth))
        log.error(
          { paymentId: before.id, attempt: checkout.attempt },
          'a payment was paid twice: refund by hand',
        );
      const change = changeBy(before, checkout.attempt, truth);
      if (!change) return { payment: before, outcome: 'unchanged' };
      const failureReason = change.state === 'failed' ? truth.failureReason : undefined;
      return { ...(await write(tx, before, { ...change, failureReason })), outcome: 'applied' };
    });
    if (excess === undefined) return applied;
    await carryOut(excess);
    return { ...applied, payment: await reload(known.id) };
  }

  type Written = { payment: Payment; excess?: number };

  /** Writes a decided change and lets the subscription follow it. */
  async function write(
    tx: Db,
    before: Payment,
    change: PaymentChange & { failureReason?: string },
  ): Promise<Written> {
    await store.updatePayment(tx, before, change, clock.now());
    const purchase = { paymentId: before.id, accountId: before.account.id };
    const { state } = change;
    let excess: number | undefined;
    if (state === 'failed' || state === 'cancelled')
      await entitlements.abandon(tx, { ...purchase, reason: state, failure: change.failureReason });
    if (state === 'paid' && before.state !== 'paid') excess = await grant(tx, before);
    if (state === 'refunded') {
      if (isUnfinished(before)) await entitlements.abandon(tx, { ...purchase, reason: 'cancelled' });
      await entitlements.revoke(tx, purchase);
    }
    return { payment: await reload(before.id, tx), excess };
  }

  /** Money for a payment that was over, while another one has been paid: it goes back. Returns that refund. */
  async function grant(tx: Db, payment: Payment): Promise<number | undefined> {
    const { id, account, planId, durationDays } = payment;
    if (!isUnfinished(payment) && (await entitlements.isActive(tx, account.id))) {
      log.warn({ paymentId: id }, 'a payment that was over was paid: refunded, for a subscription is active');
      return reserve(tx, payment, {
        amountKopecks: payment.amountKopecks,
        reason: excessReason,
        createdBy: null,
      });
    }
    await entitlements.grant(tx, { paymentId: id, accountId: account.id, planId, durationDays });
    return undefined;
  }

  type RefundRequest = { amountKopecks: number; reason: string; createdBy: number | null };

  /** Sets money aside for a refund; undefined where it is not there. Nothing has been asked of the provider yet. */
  async function reserve(tx: Db, payment: Payment, request: RefundRequest): Promise<number | undefined> {
    const { id: paymentId, provider } = payment;
    return refunds.reserveRefund(
      tx,
      { ...request, paymentId, provider, idempotencyKey: randomUUID() },
      clock.now(),
    );
  }

  /**
   * Asks the provider for a refund that was set aside, under its own key, and writes what came of it: succeeded, failed
   * (refused), or still pending where the provider has not said.
   */
  async function carryOut(refundId: number): Promise<Refund> {
    const refund = await getRefund(refundId);
    const payment = await reload(refund.payment.id);
    const checkout = await findCheckout(db, { paymentId: payment.id, attempt: payment.attempt });
    if (!checkout?.providerId) throw new Error(`payment ${payment.id} is paid in no session`);
    try {
      const done = await providerOf(refund).refund({
        idempotencyKey: refund.idempotencyKey,
        providerId: checkout.providerId,
        amountKopecks: refund.amountKopecks,
        currency: payment.currency,
        reason: refund.reason,
      });
      if (done.status === 'succeeded') await complete(payment, refund, done.providerId);
    } catch (error) {
      log.warn({ err: error, refundId, paymentId: payment.id }, 'refund did not succeed');
      if (error instanceof ProviderRefusedError) await release(payment, refund);
    }
    return getRefund(refundId);
  }

  /** The refund is done: what is refunded grows, and when nothing is left the subscription ends with it. */
  async function complete(known: Payment, refund: Refund, providerId: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      const before = await lock(tx, known);
      await refunds.settleRefund(tx, refund.id, { status: 'succeeded', providerId }, clock.now());
      const truth = { status: 'paid' as const, refundedKopecks: await refunds.sumRefunded(tx, known.id) };
      const change = changeBy(before, before.attempt, truth);
      if (change) await write(tx, before, change);
    });
  }

  async function release(known: Payment, refund: Refund): Promise<void> {
    await inTransaction(db, async (tx) => {
      await lock(tx, known);
      const now = clock.now();
      if (await refunds.settleRefund(tx, refund.id, { status: 'failed', providerId: null }, now))
        await refunds.releaseReserve(tx, known.id, refund.amountKopecks, now);
    });
  }

  /** Ends an unfinished payment on our side; false where it is no longer unfinished. */
  async function close(
    known: Payment,
    end: { state: 'failed' | 'cancelled'; failureReason?: string },
  ): Promise<boolean> {
    return inTransaction(db, async (tx) => {
      const before = await lock(tx, known);
      if (!isUnfinished(before) || before.attempt !== known.attempt) return false;
      await write(tx, before, { ...end, attempt: before.attempt, refundedKopecks: 0 });
      return true;
    });
  }

  async function reload(id: number, from: Db = db): Promise<Payment> {
    const payment = await store.findPayment(from, id);
    if (!payment) throw notFound('payments.notFound');
    return payment;
  }

  async function getRefund(id: number): Promise<Refund> {
    const refund = await refunds.findRefund(db, id);
    if (!refund) throw notFound('payments.refundNotFound');
    return refund;
  }

  return { applyPayment, close, reserve, carryOut, lock, reload, getRefund, providerOf };
}
