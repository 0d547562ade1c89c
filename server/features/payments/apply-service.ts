import type { PaymentMethod, ReceiptStatus } from '#contract/payment.ts';
import type { SubscriptionStatus } from '#contract/subscribe.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import { formatKopecks } from '#server/platform/money.ts';
import { findCheckout, markSettled, saveReceipt, saveSession, watch } from './checkout-store.ts';
import type { Tell } from './money-event-service.ts';
import {
  type Checkout,
  changeBy,
  isFinal,
  isPaidTwice,
  isUnfinished,
  mismatchOf,
  type Payment,
  type PaymentChange,
  watchFrom,
} from './payment.ts';
import * as store from './payment-store.ts';
import type { PaymentProvider, ProviderPayment } from './provider.ts';
import type { RefundOrders } from './refund-order-service.ts';

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
  /**
   * The money came: the term begins or grows, until the moment that is returned. Once for each payment, however often
   * it is called; undefined where that was done before.
   */
  grant(tx: Db, purchase: GrantedPurchase): Promise<Date | undefined>;
  /** All money went back: the subscription that it had paid for ends. Once for each payment. */
  revoke(tx: Db, payment: { paymentId: number; accountId: number }): Promise<void>;
  /** The checkout came to nothing: what is pending is no more; what is active stays. */
  abandon(
    tx: Db,
    payment: { paymentId: number; accountId: number; reason: 'failed' | 'cancelled'; failure?: string },
  ): Promise<void>;
  describe(db: Db, ids: number[]): Promise<Map<number, SubscriptionInfo>>;
  countActive(db: Db): Promise<number>;
  report(db: Db, from: Date): Promise<SubscriberReport>;
};

/** Subscribers now; how many of those at an earlier time are `lost`; how many have `ended` since, whenever they began. */
export type SubscriberReport = {
  atStart: number;
  lost: number;
  ended: number;
  activeByPlan: Map<number, number>;
};

export type Providers = ReadonlyMap<PaymentMethod, PaymentProvider>;
export type Outcome = 'applied' | 'unchanged' | 'mismatch';
export type Applied = { payment: Payment; outcome: Outcome };
/** What a caller writes down in the transaction that applies. */
type Finish = (tx: Db, outcome: Outcome) => Promise<void>;

/** What becomes of money that nobody owes us any more: it goes back, or it prolongs. */
export type SecondPayment = 'refund' | 'extend';

export type ApplyService = ReturnType<typeof createApplyService>;
type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  accounts: Pick<Accounts, 'lock'>;
  entitlements: Entitlements;
  providers: Providers;
  refundOrders: RefundOrders;
  tell: Tell;
  secondPayment: SecondPayment;
};

/** What money does: the one road on which payments and everything that hangs on them change. */
export function createApplyService(deps: Deps) {
  const { db, clock, log, accounts, entitlements, providers, refundOrders, tell, secondPayment } = deps;

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

  /** Whose session a provider speaks of; undefined for one that is not ours. */
  async function find(
    provider: PaymentProvider,
    { paymentId, attempt }: ProviderPayment,
  ): Promise<{ payment: Payment; checkout: Checkout } | undefined> {
    if (paymentId === null || attempt === null) return undefined;
    const payment = await store.findPayment(db, paymentId);
    const checkout = await findCheckout(db, { paymentId, attempt });
    return payment && checkout?.provider === provider.name ? { payment, checkout } : undefined;
  }

  /** Asks the provider how a session stands and applies what it says; undefined where there is none to ask about. */
  async function refresh(payment: Payment, checkout: Checkout): Promise<Applied | undefined> {
    if (checkout.providerId === null) return undefined;
    const truth = await providerOf(checkout).fetch(checkout.providerId);
    return truth && applyPayment(payment, checkout, truth);
  }

  /**
   * Applies what a provider says of one checkout: payment, subscription, access, pin, history and ledger in one
   * transaction, with what the caller has to write down about it. Whoever comes first, in any order, any number of times
   * and all at once: the end is the same.
   */
  async function applyPayment(
    known: Payment,
    checkout: Checkout,
    truth: ProviderPayment,
    finish?: Finish,
  ): Promise<Applied> {
    return inTransaction(db, async (tx) => {
      const before = await lock(tx, known);
      const applied = await applyLocked(tx, before, checkout, truth);
      await finish?.(tx, applied.outcome);
      return applied;
    });
  }

  async function applyLocked(
    tx: Db,
    before: Payment,
    checkout: Checkout,
    truth: ProviderPayment,
  ): Promise<Applied> {
    const mismatch = mismatchOf(before, checkout, truth);
    const isItsSession = checkout.providerId === null || checkout.providerId === truth.providerId;
    if (isItsSession && isFinal(truth)) await markOver(tx, checkout, truth);
    if (mismatch) {
      log.error(
        { paymentId: before.id, sessionId: truth.providerId, mismatch },
        'a provider object does not fit its payment: not applied',
      );
      return { payment: before, outcome: 'mismatch' };
    }
    await saveSession(tx, checkout, { providerId: truth.providerId });
    if (truth.receipt) await noteReceipt(tx, checkout, truth.receipt);
    if (isPaidTwice(before, checkout.attempt, truth)) await takeBack(tx, before, checkout, truth);
    if (truth.isDisputed && (await store.markDisputed(tx, before.id, clock.now())))
      log.error({ paymentId: before.id }, 'the bank of a payer disputes a payment');
    const change = changeBy(before, checkout.attempt, truth);
    if (!change) return { payment: before, outcome: 'unchanged' };
    const failureReason = change.state === 'failed' ? truth.failureReason : undefined;
    return { payment: await write(tx, before, { ...change, failureReason }), outcome: 'applied' };
  }

  /** Nobody needs to ask any more how a session ends; what is paid is looked at for a while, lest it is taken back. */
  async function markOver(tx: Db, checkout: Checkout, { status, receipt }: ProviderPayment): Promise<void> {
    const now = clock.now();
    if ((await markSettled(tx, checkout, now)) && status === 'paid')
      await watch(tx, checkout, watchFrom(now, receipt));
  }

  async function noteReceipt(tx: Db, checkout: Checkout, receipt: ReceiptStatus): Promise<void> {
    if ((await saveReceipt(tx, checkout, receipt)) && receipt === 'failed')
      log.error({ paymentId: checkout.paymentId }, 'the receipt of a payment was not registered');
  }

  /** Two attempts of one payment were paid: the money of the second goes back. */
  async function takeBack(
    tx: Db,
    payment: Payment,
    { attempt }: Checkout,
    { amountKopecks, refundedKopecks }: ProviderPayment,
  ): Promise<void> {
    const excessKopecks = amountKopecks - refundedKopecks;
    if (excessKopecks <= 0) return;
    const isNew = await refundOrders.orderExcess(tx, payment, { attempt, amountKopecks: excessKopecks });
    if (isNew)
      log.warn({ paymentId: payment.id, attempt }, 'a payment was paid twice: the second is refunded');
  }

  /** Writes a decided change and lets the subscription follow it. */
  async function write(
    tx: Db,
    before: Payment,
    change: PaymentChange & { failureReason?: string },
  ): Promise<Payment> {
    await store.updatePayment(tx, before, change, clock.now());
    const purchase = { paymentId: before.id, accountId: before.account.id };
    const { state } = change;
    if (state === 'failed' || state === 'cancelled')
      await entitlements.abandon(tx, { ...purchase, reason: state, failure: change.failureReason });
    if (state === 'failed')
      await tell(tx, {
        kind: 'payment_failed',
        key: `failed:${before.id}:${change.attempt}`,
        accountId: before.account.id,
        data: sumOf(before, before.amountKopecks),
      });
    if (state === 'paid' && before.state !== 'paid')
      await grant(tx, { ...before, ...change, state: before.state });
    if (state === 'refunded') {
      if (isUnfinished(before)) await entitlements.abandon(tx, { ...purchase, reason: 'cancelled' });
      await entitlements.revoke(tx, purchase);
    }
    if (change.refundedKopecks > before.refundedKopecks) await tellRefunded(tx, before, change);
    return reload(before.id, tx);
  }

  async function tellRefunded(
    tx: Db,
    before: Payment,
    { state, refundedKopecks }: PaymentChange,
  ): Promise<void> {
    await tell(tx, {
      kind: 'refunded',
      key: `refunded:${before.id}:${refundedKopecks}`,
      accountId: before.account.id,
      data: {
        ...sumOf(before, refundedKopecks - before.refundedKopecks),
        isWhole: state === 'refunded',
      },
    });
  }

  /** A term for the money; where the reader has one already, the money goes back or prolongs it, as the site wants. */
  async function grant(tx: Db, payment: Payment): Promise<void> {
    const { id, account, planId, durationDays, attempt, amountKopecks } = payment;
    if (secondPayment === 'refund' && (await isSecond(tx, payment))) {
      log.warn({ paymentId: id }, 'paid beside an active subscription: refunded');
      const leftKopecks = amountKopecks - payment.refundedKopecks;
      await refundOrders.orderWhole(tx, payment, { attempt, amountKopecks: leftKopecks });
      return;
    }
    const endsAt = await entitlements.grant(tx, {
      paymentId: id,
      accountId: account.id,
      planId,
      durationDays,
    });
    if (endsAt)
      await tell(tx, {
        kind: 'paid',
        key: `paid:${id}`,
        accountId: account.id,
        data: { ...sumOf(payment, amountKopecks), endsAt: endsAt.toISOString() },
      });
  }

  /** Whether money comes that nothing is owed for: the payment was over, or another one was faster. */
  const isSecond = async (tx: Db, payment: Payment): Promise<boolean> =>
    isUnfinished(payment)
      ? !(await entitlements.mayBuy(tx, payment.account.id))
      : entitlements.isActive(tx, payment.account.id);

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

  return { applyPayment, refresh, find, write, close, lock, reload, providerOf };
}

const sumOf = ({ id, currency }: Payment, kopecks: number) => ({
  paymentId: id,
  amount: formatKopecks(kopecks),
  currency,
});
