import type { PaymentMethod, ReceiptStatus } from '#contract/payment.ts';
import type { SubscriptionStatus } from '#contract/subscribe.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import { formatKopecks } from '#server/platform/money.ts';
import type { PublishBillingEvent } from './billing-event-service.ts';
import { findCheckout, markSettled, saveReceipt, saveSession, startWatching } from './checkout-store.ts';
import {
  type Checkout,
  decideChange,
  findMismatch,
  isFinal,
  isPaidTwice,
  isUnfinished,
  type Payment,
  type PaymentChange,
  watchWindow,
} from './payment.ts';
import * as store from './payment-store.ts';
import type { PaymentProvider, ProviderState } from './provider.ts';
import type { RefundReservations } from './refund-reservation-service.ts';

/** The fields of a subscription that its payments show. */
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
 * What a payment buys: the port that `subscriptions` implements. Functions with a `tx` parameter run in the transaction
 * of the payment; the caller has locked the account.
 */
export type Entitlements = {
  /** False while the subscription has more than a week left. */
  canBuy(tx: Db, accountId: number): Promise<boolean>;
  isActive(tx: Db, accountId: number): Promise<boolean>;
  /** Starts a checkout: a subscription that is not active becomes pending. Returns its id. */
  begin(tx: Db, purchase: Purchase): Promise<number>;
  /**
   * Starts or extends the term after a payment and returns its new end. Runs once for each payment; later calls return
   * undefined.
   */
  grant(tx: Db, purchase: GrantedPurchase): Promise<Date | undefined>;
  /** Ends the subscription after a full refund of its payment. Runs once for each payment. */
  revoke(tx: Db, payment: { paymentId: number; accountId: number }): Promise<void>;
  /** A checkout failed or was cancelled: a pending subscription is cancelled, an active one stays. */
  abandon(
    tx: Db,
    payment: { paymentId: number; accountId: number; reason: 'failed' | 'cancelled'; failure?: string },
  ): Promise<void>;
  describe(db: Db, ids: number[]): Promise<Map<number, SubscriptionInfo>>;
  countActive(db: Db): Promise<number>;
  report(db: Db, from: Date): Promise<SubscriberReport>;
};

/** Subscribers at an earlier time (`atStart`), those of them no longer subscribed (`lost`), and all that `ended` since. */
export type SubscriberReport = {
  atStart: number;
  lost: number;
  ended: number;
  activeByPlan: Map<number, number>;
};

export type Providers = ReadonlyMap<PaymentMethod, PaymentProvider>;
export type Outcome = 'applied' | 'unchanged' | 'mismatch';
export type ApplyResult = { payment: Payment; outcome: Outcome };
/** What the caller writes in the transaction that applies the state. */
type OnApplied = (tx: Db, outcome: Outcome) => Promise<void>;

/** What happens to a second payment beside an active subscription: a refund or an extension of the term. */
export type SecondPayment = 'refund' | 'extend';

export type ApplyService = ReturnType<typeof createApplyService>;
type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  accounts: Pick<Accounts, 'lock'>;
  entitlements: Entitlements;
  providers: Providers;
  refundReservations: RefundReservations;
  publish: PublishBillingEvent;
  secondPayment: SecondPayment;
};

/** The only code that changes payments and everything that depends on them. */
export function createApplyService(deps: Deps) {
  const { db, clock, log, accounts, entitlements, providers, refundReservations, publish, secondPayment } =
    deps;

  function providerOf({ provider }: { provider: PaymentMethod }): PaymentProvider {
    const found = providers.get(provider);
    if (!found) throw new Error(`payment provider ${provider} is off`);
    return found;
  }

  async function lock(tx: Db, { id, account }: Pick<Payment, 'id' | 'account'>): Promise<Payment> {
    await accounts.lock(tx, account.id);
    const payment = await store.lockPayment(tx, id);
    if (!payment) throw notFound('payments.notFound');
    return payment;
  }

  /** The payment and checkout that a provider object belongs to; undefined for a foreign object. */
  async function findByProviderState(
    provider: PaymentProvider,
    { paymentId, attempt }: ProviderState,
  ): Promise<{ payment: Payment; checkout: Checkout } | undefined> {
    if (paymentId === null || attempt === null) return undefined;
    const payment = await store.findPayment(db, paymentId);
    const checkout = await findCheckout(db, { paymentId, attempt });
    return payment && checkout?.provider === provider.name ? { payment, checkout } : undefined;
  }

  /** Queries the provider for a session and applies its state; undefined if no session is known. */
  async function refresh(payment: Payment, checkout: Checkout): Promise<ApplyResult | undefined> {
    if (checkout.providerId === null) return undefined;
    const providerState = await providerOf(checkout).fetch(checkout.providerId);
    return providerState && applyPayment(payment, checkout, providerState);
  }

  /**
   * Applies the provider state of one checkout: payment, subscription, access, pin, history and ledger change in one
   * transaction, together with what `onApplied` writes. The result does not depend on the order, the number or the
   * concurrency of the calls.
   */
  async function applyPayment(
    known: Payment,
    checkout: Checkout,
    providerState: ProviderState,
    onApplied?: OnApplied,
  ): Promise<ApplyResult> {
    return inTransaction(db, async (tx) => {
      const before = await lock(tx, known);
      const applied = await applyLocked(tx, before, checkout, providerState);
      await onApplied?.(tx, applied.outcome);
      return applied;
    });
  }

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
    if (providerState.isDisputed && (await store.markDisputed(tx, before.id, clock.now())))
      log.error({ paymentId: before.id }, 'payment is disputed by the bank of the payer');
    const change = decideChange(before, checkout.attempt, providerState);
    if (!change) return { payment: before, outcome: 'unchanged' };
    const failureReason = change.state === 'failed' ? providerState.failureReason : undefined;
    return { payment: await writeChange(tx, before, { ...change, failureReason }), outcome: 'applied' };
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

  /** Writes a change of the payment and updates the subscription accordingly. */
  async function writeChange(
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
    return reload(before.id, tx);
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

  /** Ends an unfinished payment in our database; false if it is no longer unfinished. */
  async function closeUnfinished(
    known: Payment,
    outcome: { state: 'failed' | 'cancelled'; failureReason?: string },
  ): Promise<boolean> {
    return inTransaction(db, async (tx) => {
      const before = await lock(tx, known);
      if (!isUnfinished(before) || before.attempt !== known.attempt) return false;
      await writeChange(tx, before, { ...outcome, attempt: before.attempt, refundedKopecks: 0 });
      return true;
    });
  }

  async function reload(id: number, from: Db = db): Promise<Payment> {
    const payment = await store.findPayment(from, id);
    if (!payment) throw notFound('payments.notFound');
    return payment;
  }

  return {
    applyPayment,
    refresh,
    findByProviderState,
    writeChange,
    closeUnfinished,
    lock,
    reload,
    providerOf,
  };
}

const toBillingData = ({ id, currency }: Payment, kopecks: number) => ({
  paymentId: id,
  amount: formatKopecks(kopecks),
  currency,
});
