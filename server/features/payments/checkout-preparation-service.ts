import type { Accounts } from '#server/features/accounts/index.ts';
import type { Plan, Plans } from '#server/features/plans/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { invalidFields, notFound } from '#server/platform/errors.ts';
import type { ApplyService, Entitlements, Providers } from './apply-service.ts';
import { type Offer, planUnknown, type Urls } from './checkout-offer-service.ts';
import type { CheckoutSession, createCheckoutSessions } from './checkout-session-service.ts';
import { type Checkout, isStillOpen, isUnfinished, type Payment } from './payment.ts';
import * as store from './payment-store.ts';

/** Either the checkout of the reader, or an earlier one that must be closed first. */
export type PreparedCheckout = { kind: 'own' | 'conflicting'; payment: Payment };

/** A failed payment is not for the offer on sale: the plan has other terms now, or is undefined where it is not sold. */
export class OfferChangedError extends Error {
  readonly plan: Plan | undefined;

  constructor(plan: Plan | undefined) {
    super('the offer of a payment has changed');
    this.plan = plan;
  }
}

type Deps = {
  db: Db;
  clock: Clock;
  accounts: Pick<Accounts, 'lock'>;
  plans: Pick<Plans, 'findOnSale'>;
  entitlements: Pick<Entitlements, 'canBuy' | 'begin'>;
  providers: Providers;
  apply: Pick<ApplyService, 'lock' | 'reload'>;
  sessions: Pick<ReturnType<typeof createCheckoutSessions>, 'loadAttempt' | 'insertAttempt'>;
};

/** Whether a payment matches the current terms of the plan: a new price is a new offer. */
const isSameOffer = (payment: Payment, plan: Plan): boolean =>
  payment.planId === plan.id &&
  payment.amountKopecks === plan.priceKopecks &&
  payment.durationDays === plan.durationDays;

/** Finds and writes checkouts in the database; their sessions are opened later. */
export function createCheckoutPreparation(deps: Deps) {
  const { db, clock, accounts, plans, entitlements, providers, apply, sessions } = deps;

  /** The open session of the buyer for this offer, read without a lock and without calling the provider. */
  async function findOpenSession(user: User, offer: Offer): Promise<CheckoutSession | undefined> {
    const payment = await store.findUnfinished(db, user.id);
    if (payment?.state !== 'open') return undefined;
    const { checkout } = await sessions.loadAttempt(payment);
    if (checkout.url === null || !matchesOffer(offer, payment, checkout)) return undefined;
    return { url: checkout.url, sessionId: checkout.sessionId, paymentId: payment.id };
  }

  /** Whether an unfinished payment still fits an offer. Its provider may have been switched off since. */
  const matchesOffer = (offer: Offer, payment: Payment, checkout: Checkout): boolean =>
    providers.has(payment.provider) && isStillOpen(checkout, clock.now()) && isSameOffer(payment, offer.plan);

  async function prepareCheckout(
    tx: Db,
    user: User,
    { plan: known, ...rest }: Offer,
  ): Promise<PreparedCheckout> {
    await accounts.lock(tx, user.id);
    await requireCanBuy(tx, user.id);
    // The provider may have been asked since the plan was read.
    const plan = await plans.findOnSale(known.id, tx);
    if (!plan) throw planUnknown();
    const offer = { ...rest, plan };
    const earlier = await store.findUnfinished(tx, user.id);
    if (earlier) {
      const { checkout } = await sessions.loadAttempt(earlier, tx);
      return { kind: matchesOffer(offer, earlier, checkout) ? 'own' : 'conflicting', payment: earlier };
    }
    return { kind: 'own', payment: await insert(tx, user, offer) };
  }

  async function requireCanBuy(tx: Db, accountId: number): Promise<void> {
    if (!(await entitlements.canBuy(tx, accountId)))
      throw invalidFields({ non_field_errors: 'payments.alreadySubscribed' });
  }

  async function insert(tx: Db, user: User, { plan, method, provider, ...urls }: Offer): Promise<Payment> {
    const { durationDays } = plan;
    const purchase = { accountId: user.id, planId: plan.id, durationDays };
    const subscriptionId = await entitlements.begin(tx, purchase);
    const payment = {
      ...purchase,
      planName: plan.name,
      subscriptionId,
      method,
      provider,
      amountKopecks: plan.priceKopecks,
      currency: plan.currency,
      description: `Subscription to ${plan.name}`,
    };
    const paymentId = await store.insertPayment(tx, payment, clock.now());
    await sessions.insertAttempt(tx, { paymentId, attempt: 1, provider, ...urls });
    return apply.reload(paymentId, tx);
  }

  async function prepareRetry(tx: Db, known: Payment, urls: Urls): Promise<PreparedCheckout> {
    const payment = await apply.lock(tx, known);
    const { id: paymentId, account, planId, durationDays, provider } = payment;
    // A concurrent request has just started the same attempt: use its checkout.
    if (isUnfinished(payment) && payment.attempt === known.attempt + 1) return { kind: 'own', payment };
    if (payment.state !== 'failed') throw notFound('payments.notFailed');
    const plan = await plans.findOnSale(planId, tx);
    if (!plan || !isSameOffer(payment, plan)) throw new OfferChangedError(plan);
    await requireCanBuy(tx, account.id);
    const other = await store.findUnfinished(tx, account.id);
    if (other) return { kind: 'conflicting', payment: other };
    const subscriptionId = await entitlements.begin(tx, { accountId: account.id, planId, durationDays });
    const attempt = payment.attempt + 1;
    await store.markRetried(tx, paymentId, { attempt, subscriptionId }, clock.now());
    await sessions.insertAttempt(tx, { paymentId, attempt, provider, ...urls });
    return { kind: 'own', payment: await apply.reload(paymentId, tx) };
  }

  return { findOpenSession, requireCanBuy, prepareCheckout, prepareRetry };
}
