import type { Accounts } from '#server/features/accounts/index.ts';
import type { Plans } from '#server/features/plans/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { OriginRules } from '#server/platform/allowed-origin.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { refused, unavailable } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import type { ApplyService, Entitlements, Providers } from './apply-service.ts';
import {
  type CheckoutRequest,
  createOfferResolver,
  type ReturnUrls,
  type Urls,
} from './checkout-offer-service.ts';
import { createCheckoutPreparation, type PreparedCheckout } from './checkout-preparation-service.ts';
import {
  type CheckoutSession,
  createCheckoutSessions,
  providerUnavailableError,
} from './checkout-session-service.ts';
import { isUnfinished, type Payment } from './payment.ts';

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

/** How many conflicting checkouts are closed before the request fails with 503. */
const maxRounds = 3;

export function createCheckoutService(deps: Deps) {
  const { db, limits } = deps;
  const { resolveOffer, resolveReturnUrls } = createOfferResolver(deps);
  const sessions = createCheckoutSessions(deps);
  const preparation = createCheckoutPreparation({ ...deps, sessions });
  /** Session requests in flight in this process, by account and purchase. */
  const inFlight = new Map<string, Promise<CheckoutSession>>();

  /** Starts the purchase of a plan. An open session for the same plan is returned again, so that clicks may be repeated. */
  async function create(buyer: Buyer, request: CheckoutRequest): Promise<CheckoutSession> {
    const offer = await resolveOffer(request);
    return coalesce(`${buyer.user.id} plan ${offer.plan.id}`, async () => {
      await preparation.requireCanBuy(db, buyer.user.id);
      const open = await preparation.findOpenSession(buyer.user, offer);
      if (open) return open;
      await limitNewSessions(buyer);
      return openOwnSession((tx) => preparation.prepareCheckout(tx, buyer.user, offer));
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

  /** Closes conflicting payments until the checkout of the reader exists, then opens its session. */
  async function openOwnSession(prepare: (tx: Db) => Promise<PreparedCheckout>): Promise<CheckoutSession> {
    for (let round = 0; round < maxRounds; round += 1) {
      const { kind, payment } = await inTransaction(db, prepare);
      if (kind === 'own') return sessions.openSession(payment);
      await sessions.cancelUnfinished(payment);
    }
    throw unavailable();
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
    return openOwnSession((tx) => preparation.prepareRetry(tx, payment, returnUrls));
  }

  return { create, cancel, retry, recover: sessions.recover };
}
