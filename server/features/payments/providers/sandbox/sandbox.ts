import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#server/platform/clock.ts';
import { createRandomSecret, hmacHex, isEqualConstantTime } from '#server/platform/crypto.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { PlainPage } from '#server/platform/http/plain-page.ts';
import type { Log } from '#server/platform/log.ts';
import type { RawRequest } from '#server/platform/raw-request.ts';
import {
  type PaymentProvider,
  ProviderRefusedError,
  type ProviderState,
  UnverifiedWebhookError,
  type WebhookEvent,
} from '../../provider.ts';
import { checkoutPath, sandboxPages } from './sandbox-pages.ts';
import * as store from './sandbox-store.ts';
import { isValidSignature, sign } from './webhook-signature.ts';

const signatureHeader = 'sandbox-signature';
const sessionLifetimeMs = 24 * 3_600_000;

/** The result of the payment page. */
export type SandboxDecision = 'paid' | 'declined';

type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  publicUrl: string;
  /** Signs the links to the payment page and the webhooks; its holder can forge both. */
  secret: string;
  /** Delivers a webhook, in place of the network. */
  deliver(rawRequest: RawRequest): Promise<void>;
};

const eventShape = z.object({
  id: z.string().min(1).max(200),
  type: z.string().min(1).max(200),
  data: z.object({ object: z.object({ id: z.string().max(200) }).optional() }),
});

/**
 * A payment provider inside the site, for development, demonstrations and tests. It behaves like a real one but takes no
 * money, and stores its data in separate tables.
 */
export function createSandbox({ db, clock, log, publicUrl, secret, deliver }: Deps): {
  provider: PaymentProvider;
  pages: PlainPage[];
} {
  const signSessionId = (sessionId: string): string => hmacHex(secret, `checkout:${sessionId}`);

  /** The session of a link; undefined for a link without a valid signature. */
  async function findByToken(token: string): Promise<store.SandboxSession | undefined> {
    const [id = '', proof = ''] = token.split('.', 2);
    return isEqualConstantTime(proof, signSessionId(id)) ? store.findSession(db, id) : undefined;
  }

  async function decide(session: store.SandboxSession, decision: SandboxDecision): Promise<void> {
    if (await store.endSession(db, session.id, decision, clock.now()))
      await sendEvent(`payment.${decision}`, session.id);
  }

  /** A lost webhook does no harm: a query of the payment reads the sandbox again. */
  async function sendEvent(type: string, sessionId: string): Promise<void> {
    const text = JSON.stringify({ id: `evt_${randomUUID()}`, type, data: { object: { id: sessionId } } });
    try {
      const headers = { [signatureHeader]: sign(secret, text, clock.now()) };
      await deliver({ text, headers, address: '127.0.0.1' });
    } catch (error) {
      log.warn({ err: error, type }, 'webhook of the sandbox was not accepted');
    }
  }

  async function fetch(id: string): Promise<ProviderState | undefined> {
    const session = await store.findSession(db, id);
    return session && toProviderState(session, clock.now());
  }

  const provider: PaymentProvider = {
    name: 'sandbox',
    fetch,
    async createCheckout(order) {
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + sessionLifetimeMs);
      const session = await store.findOrInsertSession(db, `sbx_${createRandomSecret()}`, order, {
        now,
        expiresAt,
      });
      const url = `${publicUrl}${checkoutPath}/${session.id}.${signSessionId(session.id)}`;
      return { providerId: session.id, url, expiresAt: session.expiresAt };
    },
    async cancel(id) {
      await store.endSession(db, id, 'cancelled', clock.now());
      return fetch(id);
    },
    async refund(order) {
      const isNew = await store.insertRefund(db, `sbr_${createRandomSecret()}`, order, clock.now());
      const providerId = await store.findRefundId(db, order.idempotencyKey);
      if (providerId === undefined) throw new ProviderRefusedError('insufficient_funds');
      if (isNew) await sendEvent('refund.succeeded', order.providerId);
      return { providerId, status: 'succeeded' };
    },
    parseWebhook({ headers, text }) {
      if (!isValidSignature(secret, headers[signatureHeader], text, clock.now()))
        throw new UnverifiedWebhookError('signature is missing or wrong');
      return toEvent(text);
    },
  };
  return { provider, pages: sandboxPages({ findByToken, decide, now: () => clock.now() }) };
}

function toEvent(text: string): WebhookEvent {
  const parsed = eventShape.safeParse(JSON.parse(text));
  if (!parsed.success) throw new UnverifiedWebhookError('not a webhook of the sandbox');
  const { id, type, data } = parsed.data;
  return { key: id, type, objectId: data.object?.id ?? null };
}

function toProviderState(session: store.SandboxSession, now: Date): ProviderState {
  const { id: providerId, paymentId, attempt, amountKopecks, currency, refundedKopecks } = session;
  const providerState = { providerId, paymentId, attempt, amountKopecks, currency, refundedKopecks };
  if (session.status === 'declined') return { ...providerState, status: 'failed', failureReason: 'declined' };
  const isExpired = session.status === 'open' && session.expiresAt <= now;
  return { ...providerState, status: isExpired ? 'cancelled' : session.status };
}
