import type { PaymentMethod } from '#contract/payment.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { badRequest, tooLarge } from '#server/platform/errors.ts';
import type { Log } from '#server/platform/log.ts';
import type { Wire } from '#server/platform/wire.ts';
import type { ApplyService, Providers } from './apply-service.ts';
import { findCheckout } from './checkout-store.ts';
import { findPayment } from './payment-store.ts';
import { type PaymentProvider, UnverifiedWebhookError, type WebhookEvent } from './provider.ts';
import * as store from './webhook-store.ts';

export type WebhookService = ReturnType<typeof createWebhookService>;
type Deps = { db: Db; clock: Clock; log: Log; providers: Providers; apply: ApplyService };

const maxBodyBytes = 256 * 1024;
/** As long as an event may be worked on before somebody else may take it. */
const leaseMs = 30_000;
const retryMs = 60_000;

/** The inbox of what providers have to say. */
export function createWebhookService({ db, clock, log, providers, apply }: Deps) {
  /**
   * Takes a message in: proven, written down, then worked off. What is proven is answered with success whatever becomes
   * of it, for a provider's repetition would bring nothing new; 400 for what is not proven, of which nothing stays.
   */
  async function receive(name: string, wire: Wire | null): Promise<void> {
    const provider = providers.get(name as PaymentMethod);
    if (!provider || !wire) throw badRequest('payments.webhookUnverified');
    if (Buffer.byteLength(wire.text) > maxBodyBytes) throw tooLarge();
    const event = await verified(provider, wire);
    await store.insertEvent(db, provider.name, { ...event, payload: wire.text }, clock.now());
    await work(provider, event);
  }

  async function verified(provider: PaymentProvider, wire: Wire): Promise<WebhookEvent> {
    try {
      return await provider.parseWebhook(wire);
    } catch (error) {
      if (error instanceof UnverifiedWebhookError) throw badRequest('payments.webhookUnverified');
      throw error;
    }
  }

  /** Works off an event, unless it is done or somebody is at it. A failure keeps it in the inbox. */
  async function work(provider: PaymentProvider, event: WebhookEvent): Promise<void> {
    const place = { provider: provider.name, key: event.key };
    const now = clock.now();
    if (!(await store.claimEvent(db, place, now, new Date(now.getTime() + leaseMs)))) return;
    try {
      const outcome = await settle(provider, event);
      await store.finishEvent(db, place, outcome, clock.now());
    } catch (error) {
      log.error({ err: error, ...place }, 'a webhook event was not processed');
      const nextTryAt = new Date(clock.now().getTime() + retryMs);
      await store.postponeEvent(db, place, { error: String(error), nextTryAt });
    }
  }

  /** Of the event only the name of the session counts: the truth is asked for at the provider. */
  async function settle(provider: PaymentProvider, event: WebhookEvent): Promise<store.WebhookOutcome> {
    if (event.sessionId === null) return 'ignored';
    const truth = await provider.fetch(event.sessionId);
    if (!truth || truth.paymentId === null || truth.attempt === null) return 'unknown';
    const payment = await findPayment(db, truth.paymentId);
    const checkout = await findCheckout(db, { paymentId: truth.paymentId, attempt: truth.attempt });
    if (!payment || !checkout || checkout.provider !== provider.name) return 'unknown';
    return (await apply.applyPayment(payment, checkout, truth)).outcome;
  }

  return { receive };
}
