import type { PaymentMethod } from '#contract/payment.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { badRequest, tooLarge } from '#server/platform/errors.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log.ts';
import type { RawRequest } from '#server/platform/raw-request.ts';
import type { ApplyService, Providers } from './apply-service.ts';
import { type PaymentProvider, UnverifiedWebhookError, type WebhookEvent } from './provider.ts';
import { nextRetryAt } from './webhook.ts';
import * as store from './webhook-store.ts';

export type WebhookService = ReturnType<typeof createWebhookService>;
type Deps = { db: Db; clock: Clock; log: Log; jobs: Jobs; providers: Providers; apply: ApplyService };

export const webhookJob = 'payments.webhook';

const maxBodyBytes = 256 * 1024;
/** How long one process may take for an event before another may claim it. */
const leaseMs = 30_000;
const sweepBatchSize = 50;
const eventRetentionMs = 30 * 24 * 3_600_000;

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
  async function receive(name: string, rawRequest: RawRequest | null): Promise<void> {
    const provider = providers.get(name as PaymentMethod);
    if (!provider || !rawRequest) throw badRequest('payments.webhookUnverified');
    if (Buffer.byteLength(rawRequest.text) > maxBodyBytes) throw tooLarge();
    const event = await verify(provider, rawRequest);
    await inTransaction(db, async (tx) => {
      const isNew = await store.insertEvent(
        tx,
        provider.name,
        { ...event, payload: rawRequest.text },
        clock.now(),
      );
      if (isNew) await jobs.add(tx, webhookJob, { provider: provider.name, key: event.key });
    });
  }

  async function verify(provider: PaymentProvider, rawRequest: RawRequest): Promise<WebhookEvent> {
    try {
      return await provider.parseWebhook(rawRequest);
    } catch (error) {
      if (error instanceof UnverifiedWebhookError) throw badRequest('payments.webhookUnverified');
      throw error;
    }
  }

  /** Processes an event unless it is finished or leased. After a failure it stays in the inbox. */
  async function processEvent(eventKey: { provider: PaymentMethod; key: string }): Promise<void> {
    const now = clock.now();
    const event = await store.claimEvent(db, eventKey, now, new Date(now.getTime() + leaseMs));
    if (!event) return;
    try {
      await applyEvent(event);
    } catch (error) {
      if (error instanceof LeaseLostError) return;
      const nextTryAt = nextRetryAt(event.attempt, clock.now());
      if (nextTryAt) log.warn({ err: error, ...eventKey }, 'webhook event failed and will be retried');
      else
        log.error(
          { err: error, ...eventKey },
          'webhook event failed for the last time: check the payment by hand',
        );
      await store.postponeEvent(db, event, { error: String(error), nextTryAt, now: clock.now() });
    }
  }

  /** Uses only the object id of the event: the state is queried from the provider. */
  async function applyEvent(event: store.ClaimedEvent): Promise<void> {
    const finishEvent = async (tx: Db, outcome: store.WebhookOutcome, paymentId: number | null = null) => {
      const result = { outcome, paymentId };
      if (!(await store.finishEvent(tx, event, result, clock.now()))) throw new LeaseLostError();
    };
    if (event.objectId === null) return finishEvent(db, 'ignored');
    const provider = apply.providerOf(event.eventKey);
    const providerState = await provider.fetch(event.objectId);
    // A new object may not be visible at the provider yet.
    if (!providerState) throw new Error('provider does not know the object of its event');
    const found = await apply.findByProviderState(provider, providerState);
    if (!found) return finishEvent(db, 'unknown');
    const { payment, checkout } = found;
    await apply.applyPayment(payment, checkout, providerState, (tx, outcome) =>
      finishEvent(tx, outcome, payment.id),
    );
  }

  /** Processes due events whose job failed or was killed. */
  async function sweep(): Promise<void> {
    for (const eventKey of await store.listDueEvents(db, clock.now(), sweepBatchSize))
      await processEvent(eventKey);
  }

  const deleteOldEvents = (): Promise<void> =>
    store.deleteOldEvents(db, new Date(clock.now().getTime() - eventRetentionMs));

  return { receive, processEvent, sweep, deleteOldEvents };
}
