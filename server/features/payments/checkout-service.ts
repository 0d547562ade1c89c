import { randomUUID } from 'node:crypto';
import { type PaymentMethod, paymentMethod } from '#contract/payment.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Plan, Plans } from '#server/features/plans/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { OriginRules } from '#server/platform/allowed-origin.ts';
import type { Clock } from '#server/platform/clock.ts';
import { randomSecret } from '#server/platform/crypto.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { invalidFields, notFound, refused, unavailable } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { t } from '#text/index.ts';
import type { ApplyService, Entitlements, Providers } from './apply-service.ts';
import { findCheckout, insertCheckout, listUnsettledOf, markSettled, saveSession } from './checkout-store.ts';
import {
  type Checkout,
  isStillOpen,
  isUnfinished,
  type OfferedMethod,
  offeredMethod,
  type Payment,
} from './payment.ts';
import * as store from './payment-store.ts';
import { type OpenedCheckout, type ProviderPayment, ProviderRefusedError } from './provider.ts';
import { defaultReturnUrls, readReturnUrl, withSessionId } from './return-url.ts';

export type ReturnUrls = { successUrl?: string | null; cancelUrl?: string | null };
export type CheckoutRequest = ReturnUrls & { planId: number; method?: string | null };
export type CheckoutSession = { url: string; sessionId: string; paymentId: number };

type Urls = { successUrl: string; cancelUrl: string };
type Offer = Urls & OfferedMethod & { plan: Plan };
type Attempt = { payment: Payment; checkout: Checkout };
/** Either the checkout of the reader, or an earlier one that must be closed first. */
type Taken = { kind: 'mine' | 'in-the-way'; payment: Payment };

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
const rounds = 3;

export function createCheckoutService(deps: Deps) {
  const { db, clock, log, accounts, plans, entitlements, providers, apply, origins, limits } = deps;
  /** Session requests in flight in this process, by account and purchase. */
  const pending = new Map<string, Promise<CheckoutSession>>();

  /** Starts the purchase of a plan. An open session for the same plan is returned again, so that clicks may be repeated. */
  async function create(buyer: Buyer, request: CheckoutRequest): Promise<CheckoutSession> {
    const offer = await offerOf(request);
    return shared(`${buyer.user.id} plan ${offer.plan.id}`, async () => {
      await requireMayBuy(db, buyer.user.id);
      const open = await findOpenSession(buyer.user, offer);
      if (open) return open;
      await limitNewSessions(buyer);
      return untilMine((tx) => take(tx, buyer.user, offer));
    });
  }

  /** Identical concurrent requests share one response, one session and one token of the rate limit. */
  function shared(key: string, work: () => Promise<CheckoutSession>): Promise<CheckoutSession> {
    const known = pending.get(key);
    if (known) return known;
    const started = work().finally(() => pending.delete(key));
    pending.set(key, started);
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
    const { checkout } = await attemptOf(payment);
    if (checkout.url === null || !isFor(offer, payment, checkout)) return undefined;
    return { url: checkout.url, sessionId: checkout.sessionId, paymentId: payment.id };
  }

  /** Whether an unfinished payment still fits an offer. Its provider may have been switched off since. */
  const isFor = (offer: Offer, payment: Payment, checkout: Checkout): boolean =>
    providers.has(payment.provider) && isStillOpen(checkout, clock.now()) && isSameOffer(payment, offer.plan);

  /** Validates the request; the errors come in the order that clients expect: plan, method, return URLs. */
  async function offerOf(request: CheckoutRequest): Promise<Offer> {
    const plan = await plans.findOnSale(request.planId);
    if (!plan) throw invalidFields({ subscription_plan_id: 'payments.planUnknown' });
    const offered = offeredMethod(request.method, [...providers.keys()], paymentMethod.options);
    if (!offered) throw invalidFields({ payment_method: 'payments.methodUnknown' });
    return { plan, ...offered, ...urlsOf(request) };
  }

  function urlsOf({ successUrl, cancelUrl }: ReturnUrls): Urls {
    const defaults = defaultReturnUrls(origins.publicUrl);
    const read = (field: string, value: string | null | undefined, fallback: string): string => {
      if (value === undefined || value === null || value === '') return fallback;
      const result = readReturnUrl(value, origins);
      if (!result.ok) throw invalidFields({ [field]: result.problem });
      return result.url;
    };
    return {
      successUrl: read('success_url', successUrl, defaults.successUrl),
      cancelUrl: read('cancel_url', cancelUrl, defaults.cancelUrl),
    };
  }

  /** Closes conflicting payments until the checkout of the reader exists, then opens its session. */
  async function untilMine(takeTurn: (tx: Db) => Promise<Taken>): Promise<CheckoutSession> {
    for (let round = 0; round < rounds; round += 1) {
      const { kind, payment } = await inTransaction(db, takeTurn);
      if (kind === 'mine') return openSession(payment);
      await giveUp(payment);
    }
    throw unavailable();
  }

  async function take(tx: Db, user: User, offer: Offer): Promise<Taken> {
    await accounts.lock(tx, user.id);
    await requireMayBuy(tx, user.id);
    const earlier = await store.findUnfinished(tx, user.id);
    if (earlier) {
      const { checkout } = await attemptOf(earlier, tx);
      return { kind: isFor(offer, earlier, checkout) ? 'mine' : 'in-the-way', payment: earlier };
    }
    return { kind: 'mine', payment: await insert(tx, user, offer) };
  }

  async function requireMayBuy(tx: Db, accountId: number): Promise<void> {
    if (!(await entitlements.mayBuy(tx, accountId)))
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
    const sessionId = `cs_${randomSecret()}`;
    await insertCheckout(tx, { ...attempt, sessionId, idempotencyKey: randomUUID() }, clock.now());
  }

  async function attemptOf(payment: Payment, from: Db = db): Promise<Attempt> {
    const checkout = await findCheckout(from, { paymentId: payment.id, attempt: payment.attempt });
    if (!checkout) throw new Error(`payment ${payment.id} has no checkout ${payment.attempt}`);
    return { payment, checkout };
  }

  /** The session of a payment at its provider: the existing one, else a new one under the key of the checkout. */
  async function openSession(payment: Payment): Promise<CheckoutSession> {
    const { checkout } = await attemptOf(payment);
    const { sessionId } = checkout;
    if (checkout.url !== null) return { url: checkout.url, sessionId, paymentId: payment.id };
    await endLeftovers(payment);
    const session = await createAtProvider(payment, checkout);
    await saveSession(db, checkout, session);
    const isOpen = await store.markOpen(db, payment.id, payment.attempt, clock.now());
    if (!isOpen && !isUnfinished(await apply.reload(payment.id))) {
      await endAtProvider(payment, { ...checkout, providerId: session.providerId });
      throw refused('Payment was cancelled', 'payments.cancelledMeanwhile');
    }
    return { url: session.url, sessionId, paymentId: payment.id };
  }

  const orderSession = (payment: Payment, checkout: Checkout): Promise<OpenedCheckout> =>
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

  async function createAtProvider(payment: Payment, checkout: Checkout): Promise<OpenedCheckout> {
    try {
      return await orderSession(payment, checkout);
    } catch (error) {
      log.warn({ err: error, paymentId: payment.id }, 'payment provider did not create a session');
      // The result is unknown: the payment keeps its key, and the next request repeats the call.
      if (!(error instanceof ProviderRefusedError)) throw providerSilent();
      await apply.close(payment, { state: 'failed', failureReason: error.reason });
      throw refused('Payment provider refused the payment', 'payments.providerRefused');
    }
  }

  /**
   * Finds the session of a checkout whose response was lost, by repeating the call with the same key. A session that is
   * no longer needed is cancelled.
   */
  async function recover(checkout: Checkout): Promise<void> {
    const payment = await apply.reload(checkout.paymentId);
    const isWaitedFor = isUnfinished(payment) && payment.attempt === checkout.attempt;
    try {
      const session = await orderSession(payment, checkout);
      await saveSession(db, checkout, session);
      const isOpen = isWaitedFor && (await store.markOpen(db, payment.id, payment.attempt, clock.now()));
      if (!isOpen) await endAtProvider(payment, { ...checkout, providerId: session.providerId });
    } catch (error) {
      if (!(error instanceof ProviderRefusedError)) throw error;
      if (isWaitedFor) await apply.close(payment, { state: 'failed', failureReason: error.reason });
      await markSettled(db, checkout, clock.now());
    }
  }

  /**
   * Cancels sessions of earlier payments before a new one opens, so that a page left open in another tab cannot take
   * money for the same purchase. Best effort: a payment that comes through is detected and refunded later.
   */
  async function endLeftovers({ id, account }: Payment): Promise<void> {
    const left = await listUnsettledOf(db, { accountId: account.id, exceptPaymentId: id });
    for (const checkout of left) await endAtProvider(await apply.reload(checkout.paymentId), checkout);
  }

  /** Cancels a session if the provider can, and applies the resulting state. Undefined if the provider fails. */
  async function endAtProvider(payment: Payment, checkout: Checkout): Promise<ProviderPayment | undefined> {
    if (checkout.providerId === null) return undefined;
    try {
      const truth = await apply.providerOf(payment).cancel(checkout.providerId);
      if (truth) await apply.applyPayment(payment, checkout, truth);
      return truth;
    } catch (error) {
      log.warn({ err: error, paymentId: payment.id }, 'payment provider did not cancel a session');
      return undefined;
    }
  }

  /** Cancels an unfinished payment, at the provider first: a payment found paid there stays paid. */
  async function giveUp(known: Payment): Promise<Payment> {
    const { payment, checkout } = await attemptOf(known);
    await endAtProvider(payment, checkout);
    await apply.close(payment, { state: 'cancelled' });
    return apply.reload(payment.id);
  }

  /** Throws 400 for a payment that is not unfinished, or no longer. */
  async function cancel(payment: Payment): Promise<void> {
    const notPending = () => refused('Can only cancel pending payments', 'payments.notPending');
    if (!isUnfinished(payment)) throw notPending();
    if ((await giveUp(payment)).state !== 'cancelled') throw notPending();
  }

  /** A new session for a failed payment; 404 for any other, which existing clients expect. */
  async function retry(buyer: Buyer, payment: Payment, urls: ReturnUrls): Promise<CheckoutSession> {
    const given = urlsOf(urls);
    return shared(`${buyer.user.id} payment ${payment.id}`, async () => {
      await limitNewSessions(buyer);
      return openAgain(payment, given);
    });
  }

  async function openAgain(payment: Payment, given: Urls): Promise<CheckoutSession> {
    const { checkout } = await attemptOf(payment);
    const truth = await endAtProvider(payment, checkout);
    // Two payable sessions must never exist at the same time.
    if (checkout.providerId !== null && (truth === undefined || truth.status === 'open'))
      throw providerSilent();
    return untilMine((tx) => takeAgain(tx, payment, given));
  }

  async function takeAgain(tx: Db, known: Payment, urls: Urls): Promise<Taken> {
    const payment = await apply.lock(tx, known);
    const { id: paymentId, account, planId, durationDays, provider } = payment;
    // A concurrent request has just started the same attempt: use its checkout.
    if (isUnfinished(payment) && payment.attempt === known.attempt + 1) return { kind: 'mine', payment };
    if (payment.state !== 'failed') throw notFound('payments.notFailed');
    await requireMayBuy(tx, account.id);
    const other = await store.findUnfinished(tx, account.id);
    if (other) return { kind: 'in-the-way', payment: other };
    const subscriptionId = await entitlements.begin(tx, { accountId: account.id, planId, durationDays });
    const attempt = payment.attempt + 1;
    await store.markRetried(tx, paymentId, { attempt, subscriptionId }, clock.now());
    await insertAttempt(tx, { paymentId, attempt, provider, ...urls });
    return { kind: 'mine', payment: await apply.reload(paymentId, tx) };
  }

  const providerSilent = () => refused('Payment provider is not answering', 'payments.providerSilent');

  return { create, cancel, retry, recover };
}
