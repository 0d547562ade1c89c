import type { PaymentMethod } from '#contract/payment.ts';
import type { SubscriptionStatus } from '#contract/subscribe.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { PublishBillingEvent } from './billing-event-service.ts';
import { type Checkout, isUnfinished, type Payment } from './payment.ts';
import { createPaymentChanges } from './payment-change-service.ts';
import { createPaymentLookup } from './payment-lookup-service.ts';
import type { PaymentProvider, ProviderState } from './provider.ts';
import { createProviderStates } from './provider-state-service.ts';
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
  const { db } = deps;
  const lookup = createPaymentLookup(deps);
  const changes = createPaymentChanges({ ...deps, lookup });
  const { applyLocked } = createProviderStates({ ...deps, changes });

  /** Queries the provider for a session and applies its state; undefined if no session is known. */
  async function refresh(payment: Payment, checkout: Checkout): Promise<ApplyResult | undefined> {
    if (checkout.providerId === null) return undefined;
    const providerState = await lookup.providerOf(checkout).fetch(checkout.providerId);
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
      const before = await lookup.lock(tx, known);
      const applied = await applyLocked(tx, before, checkout, providerState);
      await onApplied?.(tx, applied.outcome);
      return applied;
    });
  }

  /** Ends an unfinished payment in our database; false if it is no longer unfinished. */
  async function closeUnfinished(
    known: Payment,
    outcome: { state: 'failed' | 'cancelled'; failureReason?: string },
  ): Promise<boolean> {
    return inTransaction(db, async (tx) => {
      const before = await lookup.lock(tx, known);
      if (!isUnfinished(before) || before.attempt !== known.attempt) return false;
      await changes.writeChange(tx, before, { ...outcome, attempt: before.attempt, refundedKopecks: 0 });
      return true;
    });
  }

  return { ...lookup, ...changes, applyPayment, refresh, closeUnfinished };
}
