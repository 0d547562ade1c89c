import { randomUUID } from 'node:crypto';
import { type PaymentMethod, paymentMethod } from '#contract/payment.ts';
import { t } from '#locales/index.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Plan, Plans } from '#server/features/plans/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { OriginRules } from '#server/platform/allowed-origin.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createRandomSecret } from '#server/platform/crypto.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { invalidFields, notFound, refused, unavailable } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { ApplyService, Entitlements, Providers } from './apply-service.ts';
import { findCheckout, insertCheckout, listUnsettledOf, markSettled, saveSession } from './checkout-store.ts';
import {
  type Checkout,
  isStillOpen,
  isUnfinished,
  type Payment,
  type ResolvedMethod,
  resolvePaymentMethod,
} from './payment.ts';
import * as store from './payment-store.ts';
import { type OpenedSession, ProviderRefusedError, type ProviderState } from './provider.ts';
import { defaultReturnUrls, parseReturnUrl, withSessionId } from './return-url.ts';

export type ReturnUrls = { successUrl?: string | null; cancelUrl?: string | null };
export type CheckoutRequest = ReturnUrls & { planId: number; method?: string | null };
export type CheckoutSession = { url: string; sessionId: string; paymentId: number };

type Urls = { successUrl: string; cancelUrl: string };
type Offer = Urls & ResolvedMethod & { plan: Plan };
type Attempt = { payment: Payment; checkout: Checkout };
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
  const { db, clock, log, accounts, plans, entitlements, providers, apply, origins, limits } = deps;
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
    const { checkout } = await loadAttempt(payment);
    if (checkout.url === null || !matchesOffer(offer, payment, checkout)) return undefined;
    return { url: checkout.url, sessionId: checkout.sessionId, paymentId: payment.id };
  }

  /** Whether an unfinished payment still fits an offer. Its provider may have been switched off since. */
  const matchesOffer = (offer: Offer, payment: Payment, checkout: Checkout): boolean =>
    providers.has(payment.provider) && isStillOpen(checkout, clock.now()) && isSameOffer(payment, offer.plan);

  /** Validates the request; the errors come in the order that clients expect: plan, method, return URLs. */
  async function resolveOffer(request: CheckoutRequest): Promise<Offer> {
    const plan = await plans.findOnSale(request.planId);
    if (!plan) throw invalidFields({ subscription_plan_id: 'payments.planUnknown' });
    const offered = resolvePaymentMethod(request.method, [...providers.keys()], paymentMethod.options);
    if (!offered) throw invalidFields({ payment_method: 'payments.methodUnknown' });
    return { plan, ...offered, ...resolveReturnUrls(request) };
  }

  function resolveReturnUrls({ successUrl, cancelUrl }: ReturnUrls): Urls {
    const defaults = defaultReturnUrls(origins.publicUrl);
    const read = (field: string, value: string | null | undefined, fallback: string): string => {
      if (value === undefined || value === null || value === '') return fallback;
      const result = parseReturnUrl(value, origins);
      if (!result.ok) throw invalidFields({ [field]: result.problem });
      return result.url;
    };
    return {
      successUrl: read('success_url', successUrl, defaults.successUrl),
      cancelUrl: read('cancel_url', cancelUrl, defaults.cancelUrl),
    };
  }

  /** Closes conflicting payments until the checkout of the reader exists, then opens its session. */
  async function openOwnSession(prepare: (tx: Db) => Promise<PreparedCheckout>): Promise<CheckoutSession> {
    for (let round = 0; round < maxRounds; round += 1) {
      const { kind, payment } = await inTransaction(db, prepare);
      if (kind === 'own') return openSession(payment);
      await cancelUnfinished(payment);
    }
    throw unavailable();
  }

  async function prepareCheckout(tx: Db, user: User, offer: Offer): Promise<PreparedCheckout> {
    await accounts.lock(tx, user.id);
    await requireCanBuy(tx, user.id);
    const earlier = await store.findUnfinished(tx, user.id);
    if (earlier) {
      const { checkout } = await loadAttempt(earlier, tx);
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
    await insertAttempt(tx, { paymentId, attempt: 1, provider, ...urls });
    return apply.reload(paymentId, tx);
  }

  async function insertAttempt(
    tx: Db,
    attempt: Urls & { paymentId: number; attempt: number; provider: PaymentMethod },
  ): Promise<void> {
    const sessionId = `cs_${createRandomSecret()}`;
    await insertCheckout(tx, { ...attempt, sessionId, idempotencyKey: randomUUID() }, clock.now());
  }

  async function loadAttempt(payment: Payment, from: Db = db): Promise<Attempt> {
    const checkout = await findCheckout(from, { paymentId: payment.id, attempt: payment.attempt });
    if (!checkout) throw new Error(`payment ${payment.id} has no checkout ${payment.attempt}`);
    return { payment, checkout };
  }

  /** The session of a payment at its provider: the existing one, else a new one under the key of the checkout. */
  async function openSession(payment: Payment): Promise<CheckoutSession> {
    const { checkout } = await loadAttempt(payment);
    const { sessionId } = checkout;
    if (checkout.url !== null) return { url: checkout.url, sessionId, paymentId: payment.id };
    await cancelStaleSessions(payment);
    const session = await createAtProvider(payment, checkout);
    await saveSession(db, checkout, session);
    const isOpen = await store.markOpen(db, payment.id, payment.attempt, clock.now());
    if (!isOpen && !isUnfinished(await apply.reload(payment.id))) {
      await cancelAtProvider(payment, { ...checkout, providerId: session.providerId });
      throw refused('Payment was cancelled', 'payments.cancelledMeanwhile');
    }
    return { url: session.url, sessionId, paymentId: payment.id };
  }

  const requestSession = (payment: Payment, checkout: Checkout): Promise<OpenedSession> =>
    apply.providerOf(checkout).createCheckout({
      idempotencyKey: checkout.idempotencyKey,
      paymentId: payment.id,
      attempt: checkout.attempt,
      amountKopecks: payment.amountKopecks,
      currency: payment.currency,
      description: t('payments.purchase', { plan: payment.planName }),
      successUrl: withSessionId(checkout.successUrl, checkout.sessionId),
      cancelUrl: withSessionId(checkout.cancelUrl, checkout.sessionId),
      customerEmail: payment.account.email,
    });

  async function createAtProvider(payment: Payment, checkout: Checkout): Promise<OpenedSession> {
    try {
      return await requestSession(payment, checkout);
    } catch (error) {
      log.warn({ err: error, paymentId: payment.id }, 'payment provider did not create a session');
      // The result is unknown: the payment keeps its key, and the next request repeats the call.
      if (!(error instanceof ProviderRefusedError)) throw providerUnavailableError();
      await apply.closeUnfinished(payment, { state: 'failed', failureReason: error.reason });
      throw refused('Payment provider refused the payment', 'payments.providerRefused');
    }
  }

  /**
   * Finds the session of a checkout whose response was lost, by repeating the call with the same key. A session that is
   * no longer needed is cancelled.
   */
  async function recover(checkout: Checkout): Promise<void> {
    const payment = await apply.reload(checkout.paymentId);
    const isCurrentAttempt = isUnfinished(payment) && payment.attempt === checkout.attempt;
    try {
      const session = await requestSession(payment, checkout);
      await saveSession(db, checkout, session);
      const isOpen = isCurrentAttempt && (await store.markOpen(db, payment.id, payment.attempt, clock.now()));
      if (!isOpen) await cancelAtProvider(payment, { ...checkout, providerId: session.providerId });
    } catch (error) {
      if (!(error instanceof ProviderRefusedError)) throw error;
      if (isCurrentAttempt)
        await apply.closeUnfinished(payment, { state: 'failed', failureReason: error.reason });
      await markSettled(db, checkout, clock.now());
    }
  }

  /**
   * Cancels sessions of earlier payments before a new one opens, so that a page left open in another tab cannot take
   * money for the same purchase. Best effort: a payment that comes through is detected and refunded later.
   */
  async function cancelStaleSessions({ id, account }: Payment): Promise<void> {
    const staleCheckouts = await listUnsettledOf(db, { accountId: account.id, exceptPaymentId: id });
    for (const checkout of staleCheckouts)
      await cancelAtProvider(await apply.reload(checkout.paymentId), checkout);
  }

  /** Cancels a session if the provider can, and applies the resulting state. Undefined if the provider fails. */
  async function cancelAtProvider(payment: Payment, checkout: Checkout): Promise<ProviderState | undefined> {
    if (checkout.providerId === null) return undefined;
    try {
      const providerState = await apply.providerOf(payment).cancel(checkout.providerId);
      if (providerState) await apply.applyPayment(payment, checkout, providerState);
      return providerState;
    } catch (error) {
      log.warn({ err: error, paymentId: payment.id }, 'payment provider did not cancel a session');
      return undefined;
    }
  }

  /** Cancels an unfinished payment, at the provider first: a payment found paid there stays paid. */
  async function cancelUnfinished(known: Payment): Promise<Payment> {
    const { payment, checkout } = await loadAttempt(known);
    await cancelAtProvider(payment, checkout);
    await apply.closeUnfinished(payment, { state: 'cancelled' });
    return apply.reload(payment.id);
  }

  /** Throws 400 for a payment that is not unfinished, or no longer. */
  async function cancel(payment: Payment): Promise<void> {
    const notPending = () => refused('Can only cancel pending payments', 'payments.notPending');
    if (!isUnfinished(payment)) throw notPending();
    if ((await cancelUnfinished(payment)).state !== 'cancelled') throw notPending();
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
    const { checkout } = await loadAttempt(payment);
    const providerState = await cancelAtProvider(payment, checkout);
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
    await insertAttempt(tx, { paymentId, attempt, provider, ...urls });
    return { kind: 'own', payment: await apply.reload(paymentId, tx) };
  }

  const providerUnavailableError = () =>
    refused('Payment provider is not answering', 'payments.providerSilent');

  return { create, cancel, retry, recover };
}
