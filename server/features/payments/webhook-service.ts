import type { PaymentMethod } from '#contract/payment.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { badRequest, tooLarge } from '#server/platform/errors.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log.ts';
import type { Wire } from '#server/platform/wire.ts';
import type { ApplyService, Providers } from './apply-service.ts';
import { type PaymentProvider, UnverifiedWebhookError, type WebhookEvent } from './provider.ts';
import { nextTryAfter } from './webhook.ts';
import * as store from './webhook-store.ts';

export type WebhookService = ReturnType<typeof createWebhookService>;
type Deps = { db: Db; clock: Clock; log: Log; jobs: Jobs; providers: Providers; apply: ApplyService };

export const webhookJob = 'payments.webhook';

const maxBodyBytes = 256 * 1024;
/** As long as an event may be worked on before somebody else may take it. */
const leaseMs = 30_000;
const sweptAtOnce = 50;
const eventLifeMs = 30 * 24 * 3_600_000;

/** Somebody else has taken the event over: what was about to be written belongs to them. */
class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/** The inbox of what providers have to say. */
export function createWebhookService({ db, clock, log, jobs, providers, apply }: Deps) {
  /**
   * Takes a message in: proven and written down, with the job that works it off, before it is answered with success.
   * 400 for what is not proven, of which nothing stays. Nobody is asked anything here: providers do not wait long.
   */
  async function receive(name: string, wire: Wire | null): Promise<void> {
    const provider = providers.get(name as PaymentMethod);
    if (!provider || !wire) throw badRequest('payments.webhookUnverified');
    if (Buffer.byteLength(wire.text) > maxBodyBytes) throw tooLarge();
    const event = await verified(provider, wire);
    await inTransaction(db, async (tx) => {
      const isNew = await store.insertEvent(tx, provider.name, { ...event, payload: wire.text }, clock.now());
      if (isNew) await jobs.add(tx, webhookJob, { provider: provider.name, key: event.key });
    });
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
  async function work(place: { provider: PaymentMethod; key: string }): Promise<void> {
    const now = clock.now();
    const event = await store.claimEvent(db, place, now, new Date(now.getTime() + leaseMs));
    if (!event) return;
    try {
      await settle(event);
    } catch (error) {
      if (error instanceof LeaseLostError) return;
      const nextTryAt = nextTryAfter(event.attempt, clock.now());
      if (nextTryAt) log.warn({ err: error, ...place }, 'a webhook event has to wait');
      else log.error({ err: error, ...place }, 'a webhook event is given up: look at the payment by hand');
      await store.postponeEvent(db, event, { error: String(error), nextTryAt, now: clock.now() });
    }
  }

  /** Of the event only the name of the object counts: the truth is asked for at the provider. */
  async function settle(event: store.ClaimedEvent): Promise<void> {
    const finish = async (tx: Db, outcome: store.WebhookOutcome, paymentId: number | null = null) => {
      const end = { outcome, paymentId };
      if (!(await store.finishEvent(tx, event, end, clock.now()))) throw new LeaseLostError();
    };
    if (event.objectId === null) return finish(db, 'ignored');
    const provider = apply.providerOf(event.place);
    const truth = await provider.fetch(event.objectId);
    // Providers are not always of one mind at once.
    if (!truth) throw new Error('the provider does not know the object that it speaks of');
    const found = await apply.find(provider, truth);
    if (!found) return finish(db, 'unknown');
    const { payment, checkout } = found;
    await apply.applyPayment(payment, checkout, truth, (tx, outcome) => finish(tx, outcome, payment.id));
  }

  /** Works off what was left lying: by a job that failed, a process that was killed, a provider that was down. */
  async function sweep(): Promise<void> {
    for (const place of await store.listDueEvents(db, clock.now(), sweptAtOnce)) await work(place);
  }

  const forget = (): Promise<void> =>
    store.deleteOldEvents(db, new Date(clock.now().getTime() - eventLifeMs));

  return { receive, work, sweep, forget };
}
