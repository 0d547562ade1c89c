import type { Accounts } from '#server/features/accounts/index.ts';
import type { Plan, Plans } from '#server/features/plans/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { OriginRules } from '#server/platform/allowed-origin.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { invalidFields, notFound, refused, unavailable } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { ApplyService, Entitlements, Providers } from './apply-service.ts';
import {
  type CheckoutRequest,
  createOfferResolver,
  type Offer,
  type ReturnUrls,
  type Urls,
} from './checkout-offer-service.ts';
import {
  type CheckoutSession,
  createCheckoutSessions,
  providerUnavailableError,
} from './checkout-session-service.ts';
import { type Checkout, isStillOpen, isUnfinished, type Payment } from './payment.ts';
import * as store from './payment-store.ts';

/** Either the checkout of the reader, or an earlier one that must be closed first. */
type PreparedCheckout = { kind: 'own' | 'conflicting'; payment: Payment };

export type CheckoutService = ReturnType<typeof createCheckoutService>;
type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  accounts: Pick<Accounts, 'lock'>;
  plans: Pick<Plans, 'findOnSale'>;
  entitlements: Entitlements;
  providers: Providers;
  apply: ApplyService;
  origins: OriginRules;
  limits: RateLimits;
};
/** The buyer and their network; undefined for calls of the site itself, which have no limit. */
type Buyer = { user: User; network: string | undefined };

/** Whether an unfinished payment matches the current terms of the plan: a new price is a new offer. */
const isSameOffer = (payment: Payment, plan: Plan): boolean =>
  payment.planId === plan.id &&
  payment.amountKopecks === plan.priceKopecks &&
  payment.durationDays === plan.durationDays;

/** How many conflicting checkouts are closed before the request fails with 503. */
const maxRounds = 3;

export function createCheckoutService(deps: Deps) {
  const { db, clock, accounts, entitlements, providers, apply, limits } = deps;
  const { resolveOffer, resolveReturnUrls } = createOfferResolver(deps);
  const sessions = createCheckoutSessions(deps);
  /** Session requests in flight in this process, by account and purchase. */
  const inFlight = new Map<string, Promise<CheckoutSession>>();

  /** Starts the purchase of a plan. An open session for the same plan is returned again, so that clicks may be repeated. */
  async function create(buyer: Buyer, request: CheckoutRequest): Promise<CheckoutSession> {
    const offer = await resolveOffer(request);
    return coalesce(`${buyer.user.id} plan ${offer.plan.id}`, async () => {
      await requireCanBuy(db, buyer.user.id);
      const open = await findOpenSession(buyer.user, offer);
      if (open) return open;
      await limitNewSessions(buyer);
      return openOwnSession((tx) => prepareCheckout(tx, buyer.user, offer));
    });
  }

  /** Identical concurrent requests share one response, one session and one token of the rate limit. */
  function coalesce(key: string, work: () => Promise<CheckoutSession>): Promise<CheckoutSession> {
    const known = inFlight.get(key);
    if (known) return known;
    const started = work().finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  }

  async function limitNewSessions({ user, network }: Buyer): Promise<void> {
    await limits.take('checkout', user.id);
    await limits.take('checkoutAddress', network);
  }

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

  /** Closes conflicting payments until the checkout of the reader exists, then opens its session. */
  async function openOwnSession(prepare: (tx: Db) => Promise<PreparedCheckout>): Promise<CheckoutSession> {
    for (let round = 0; round < maxRounds; round += 1) {
      const { kind, payment } = await inTransaction(db, prepare);
      if (kind === 'own') return sessions.openSession(payment);
      await sessions.cancelUnfinished(payment);
    }
    throw unavailable();
  }

  async function prepareCheckout(tx: Db, user: User, offer: Offer): Promise<PreparedCheckout> {
    await accounts.lock(tx, user.id);
    await requireCanBuy(tx, user.id);
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

  /** Throws 400 for a payment that is not unfinished, or no longer. */
  async function cancel(payment: Payment): Promise<void> {
    const notPending = () => refused('Can only cancel pending payments', 'payments.notPending');
    if (!isUnfinished(payment)) throw notPending();
    if ((await sessions.cancelUnfinished(payment)).state !== 'cancelled') throw notPending();
  }

  /** A new session for a failed payment; 404 for any other, which existing clients expect. */
  async function retry(buyer: Buyer, payment: Payment, urls: ReturnUrls): Promise<CheckoutSession> {
    const returnUrls = resolveReturnUrls(urls);
    return coalesce(`${buyer.user.id} payment ${payment.id}`, async () => {
      await limitNewSessions(buyer);
      return openRetry(payment, returnUrls);
    });
  }

  async function openRetry(payment: Payment, returnUrls: Urls): Promise<CheckoutSession> {
    const { checkout } = await sessions.loadAttempt(payment);
    const providerState = await sessions.cancelAtProvider(payment, checkout);
    // Two payable sessions must never exist at the same time.
    if (checkout.providerId !== null && (providerState === undefined || providerState.status === 'open'))
      throw providerUnavailableError();
    return openOwnSession((tx) => prepareRetry(tx, payment, returnUrls));
  }

  async function prepareRetry(tx: Db, known: Payment, urls: Urls): Promise<PreparedCheckout> {
    const payment = await apply.lock(tx, known);
    const { id: paymentId, account, planId, durationDays, provider } = payment;
    // A concurrent request has just started the same attempt: use its checkout.
    if (isUnfinished(payment) && payment.attempt === known.attempt + 1) return { kind: 'own', payment };
    if (payment.state !== 'failed') throw notFound('payments.notFailed');
    await requireCanBuy(tx, account.id);
    const other = await store.findUnfinished(tx, account.id);
    if (other) return { kind: 'conflicting', payment: other };
    const subscriptionId = await entitlements.begin(tx, { accountId: account.id, planId, durationDays });
    const attempt = payment.attempt + 1;
    await store.markRetried(tx, paymentId, { attempt, subscriptionId }, clock.now());
    await sessions.insertAttempt(tx, { paymentId, attempt, provider, ...urls });
    return { kind: 'own', payment: await apply.reload(paymentId, tx) };
  }

  return { create, cancel, retry, recover: sessions.recover };
}
