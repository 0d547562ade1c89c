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
/** How long one process may take for an event before another may claim it. */
const leaseMs = 30_000;
const sweptAtOnce = 50;
const eventLifeMs = 30 * 24 * 3_600_000;

/** Another process has taken the event over: roll back. */
class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/** The inbox of provider events. */
export function createWebhookService({ db, clock, log, jobs, providers, apply }: Deps) {
  /**
   * Verifies a webhook and stores it with its job before the response is sent. An unverified webhook is 400 and is not
   * stored. The provider is not queried here, because providers wait only briefly for the response.
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

  /** Processes an event unless it is finished or leased. After a failure it stays in the inbox. */
  async function work(place: { provider: PaymentMethod; key: string }): Promise<void> {
    const now = clock.now();
    const event = await store.claimEvent(db, place, now, new Date(now.getTime() + leaseMs));
    if (!event) return;
    try {
      await settle(event);
    } catch (error) {
      if (error instanceof LeaseLostError) return;
      const nextTryAt = nextTryAfter(event.attempt, clock.now());
      if (nextTryAt) log.warn({ err: error, ...place }, 'webhook event failed and will be retried');
      else
        log.error(
          { err: error, ...place },
          'webhook event failed for the last time: check the payment by hand',
        );
      await store.postponeEvent(db, event, { error: String(error), nextTryAt, now: clock.now() });
    }
  }

  /** Uses only the object id of the event: the state is queried from the provider. */
  async function settle(event: store.ClaimedEvent): Promise<void> {
    const finish = async (tx: Db, outcome: store.WebhookOutcome, paymentId: number | null = null) => {
      const end = { outcome, paymentId };
      if (!(await store.finishEvent(tx, event, end, clock.now()))) throw new LeaseLostError();
    };
    if (event.objectId === null) return finish(db, 'ignored');
    const provider = apply.providerOf(event.place);
    const truth = await provider.fetch(event.objectId);
    // A new object may not be visible at the provider yet.
    if (!truth) throw new Error('provider does not know the object of its event');
    const found = await apply.find(provider, truth);
    if (!found) return finish(db, 'unknown');
    const { payment, checkout } = found;
    await apply.applyPayment(payment, checkout, truth, (tx, outcome) => finish(tx, outcome, payment.id));
  }

  /** Processes due events whose job failed or was killed. */
  async function sweep(): Promise<void> {
    for (const place of await store.listDueEvents(db, clock.now(), sweptAtOnce)) await work(place);
  }

  const forget = (): Promise<void> =>
    store.deleteOldEvents(db, new Date(clock.now().getTime() - eventLifeMs));

  return { receive, work, sweep, forget };
}
