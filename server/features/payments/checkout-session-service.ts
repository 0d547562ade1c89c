import { randomUUID } from 'node:crypto';
import type { PaymentMethod } from '#contract/payment.ts';
import { t } from '#locales/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createRandomSecret } from '#server/platform/crypto.ts';
import type { Db } from '#server/platform/db/database.ts';
import { refused } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import type { ApplyService } from './apply-service.ts';
import type { Urls } from './checkout-offer-service.ts';
import { findCheckout, insertCheckout, listUnsettledOf, markSettled, saveSession } from './checkout-store.ts';
import { type Checkout, isUnfinished, type Payment } from './payment.ts';
import * as store from './payment-store.ts';
import { type OpenedSession, ProviderRefusedError, type ProviderState } from './provider.ts';
import { withSessionId } from './return-url.ts';

export type CheckoutSession = { url: string; sessionId: string; paymentId: number };
type Attempt = { payment: Payment; checkout: Checkout };

type Deps = { db: Db; clock: Clock; log: Log; apply: ApplyService };

/** The sessions of checkouts at the payment providers: opens, recovers and cancels them. */
export function createCheckoutSessions({ db, clock, log, apply }: Deps) {
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

  return { insertAttempt, loadAttempt, openSession, recover, cancelAtProvider, cancelUnfinished };
}

/** The provider did not respond, or the result is unknown. */
export const providerUnavailableError = () =>
  refused('Payment provider is not answering', 'payments.providerSilent');
