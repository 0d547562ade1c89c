import Stripe from 'stripe';
import { z } from 'zod';
import type { Clock } from '#server/platform/clock.ts';
import { deadlines } from '#server/platform/deadlines.ts';
import {
  type PaymentProvider,
  type ProviderRefund,
  type ProviderRefundRequest,
  ProviderRefusedError,
  type ProviderState,
  UnverifiedWebhookError,
  type WebhookEvent,
} from '../../provider.ts';
import { toProviderState } from './stripe-state.ts';

/** Pinned here, independent of the version set in the dashboard of the account. */
const apiVersion = '2026-10-28.endive';
const signatureToleranceSeconds = 300;
const refundListLimit = 100;
/** The refund statuses of Stripe and ours; any other means pending. */
const refundStatuses = new Map<string | null, ProviderRefund['status']>([
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);

type Deps = {
  secretKey: string;
  webhookSecret: string;
  clock: Clock;
  /** Another server than Stripe's, for tests. */
  server?: { host: string; port: number; protocol: 'http' };
};

/** Stripe Checkout: a hosted page, one session for each attempt to pay. */
export function createStripe({ secretKey, webhookSecret, clock, server }: Deps): PaymentProvider {
  if (secretKey === '' || webhookSecret === '') throw new Error('Stripe requires both of its secrets');
  const stripe = new Stripe(secretKey, {
    apiVersion,
    timeout: deadlines.provider,
    // We retry ourselves with the same key; the SDK still retries a closed connection once.
    maxNetworkRetries: 0,
    telemetry: false,
    ...server,
  });
  const { sessions } = stripe.checkout;

  /** Takes the id of a session or of a payment intent. */
  async function fetch(id: string): Promise<ProviderState | undefined> {
    const session = id.startsWith('pi_') ? await sessionOfIntent(id) : await retrieve(id);
    return session && loadProviderState(requireObject(session, 'checkout.session'));
  }

  const retrieve = (id: string): Promise<Stripe.Checkout.Session | undefined> =>
    undefinedIfMissing(() => sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }));

  async function sessionOfIntent(id: string): Promise<Stripe.Checkout.Session | undefined> {
    const found = await undefinedIfMissing(() => sessions.list({ payment_intent: id, limit: 1 }));
    const [session] = found?.data ?? [];
    return session && retrieve(session.id);
  }

  /** A disputed charge needs a second query, for the result of the dispute. */
  async function loadProviderState(session: Stripe.Checkout.Session): Promise<ProviderState> {
    const providerState = toProviderState(session);
    if (!providerState.isDisputed) return providerState;
    const intent = session.payment_intent;
    const disputes = await stripe.disputes.list({
      payment_intent: typeof intent === 'string' ? intent : intent?.id,
    });
    const isLost = disputes.data.some(({ status }) => status === 'lost');
    return isLost ? { ...providerState, refundedKopecks: providerState.amountKopecks } : providerState;
  }

  async function findRefund(
    order: ProviderRefundRequest,
    intent: string,
  ): Promise<Stripe.Refund | undefined> {
    if (order.existingId !== null) return stripe.refunds.retrieve(order.existingId);
    if (!order.isRepeated) return undefined;
    const { data } = await stripe.refunds.list({ payment_intent: intent, limit: refundListLimit });
    return data.find(({ metadata }) => metadata?.refund_id === String(order.refundId));
  }

  async function loadIntentId(sessionId: string): Promise<string> {
    const { payment_intent: intent } = await sessions.retrieve(sessionId);
    if (intent === null) throw new ProviderRefusedError('session was not paid');
    return typeof intent === 'string' ? intent : intent.id;
  }

  return {
    name: 'stripe',
    fetch,
    createCheckout: (order) =>
      translateErrors(async () => {
        const metadata = { payment_id: String(order.paymentId), attempt: String(order.attempt) };
        const session = await sessions.create(
          {
            mode: 'payment',
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: order.currency.toLowerCase(),
                  unit_amount: order.amountKopecks,
                  product_data: { name: order.description },
                },
              },
            ],
            success_url: order.successUrl,
            cancel_url: order.cancelUrl,
            customer_email: order.customerEmail,
            client_reference_id: metadata.payment_id,
            metadata,
            // Stripe does not copy the metadata from the session.
            payment_intent_data: { metadata, description: order.description },
          },
          { idempotencyKey: order.idempotencyKey },
        );
        const { id: providerId, url, expires_at } = requireObject(session, 'checkout.session');
        if (url === null) throw new Error('session has no URL');
        return { providerId, url, expiresAt: new Date(expires_at * 1000) };
      }),
    async cancel(id) {
      // Stripe refuses this for an ended session, whose state is queried below.
      await translateErrors(() => sessions.expire(id)).catch((error) => {
        if (!(error instanceof ProviderRefusedError)) throw error;
      });
      return fetch(id);
    },
    refund: (order) =>
      translateErrors(async () => {
        const intent = await loadIntentId(order.providerId);
        const refund =
          (await findRefund(order, intent)) ??
          (await stripe.refunds.create(
            {
              payment_intent: intent,
              amount: order.amountKopecks,
              metadata: { refund_id: String(order.refundId), reason: order.reason },
            },
            { idempotencyKey: order.idempotencyKey },
          ));
        const { id: providerId, status } = requireObject(refund, 'refund');
        return { providerId, status: refundStatuses.get(status) ?? 'pending' };
      }),
    parseWebhook: ({ headers, text }) => {
      const header = headers['stripe-signature'];
      if (typeof header !== 'string') throw new UnverifiedWebhookError('signature is missing');
      try {
        const event = stripe.webhooks.constructEvent(
          text,
          header,
          webhookSecret,
          signatureToleranceSeconds,
          undefined,
          clock.now().getTime(),
        );
        return toEvent(event);
      } catch (error) {
        throw new UnverifiedWebhookError('signature is wrong or too old', { cause: error });
      }
    },
  };
}

/** The part of an event that identifies its object. */
const eventShape = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({
    object: z.object({
      id: z.string().max(255).optional(),
      object: z.string(),
      payment_intent: z.string().nullish(),
    }),
  }),
});

const handledEvents = /^(checkout\.session|payment_intent|charge|refund)\./;

function toEvent(given: unknown): WebhookEvent {
  const { id, type, data } = eventShape.parse(given);
  const { object } = data;
  const isItself = object.object === 'checkout.session' || object.object === 'payment_intent';
  const objectId = isItself ? object.id : object.payment_intent;
  return { key: id, type, objectId: handledEvents.test(type) ? (objectId ?? null) : null };
}

/** The SDK accepts any JSON without an `error` as a response, even one from a proxy in between. */
function requireObject<Kind extends { object: string }>(response: Kind, kind: Kind['object']): Kind {
  if (response.object !== kind) throw new Error(`not a response of Stripe: no ${kind}`);
  return response;
}

/** Undefined for an object that Stripe does not know. */
async function undefinedIfMissing<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return undefined;
    throw error;
  }
}

/**
 * A 4xx means that nothing happened. After a key conflict, too many requests or a missing response the result is
 * unknown.
 */
async function translateErrors<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { statusCode = 0, code, type } = error;
    const isUnknown = [409, 424, 429].includes(statusCode) || type === 'StripeIdempotencyError';
    if (isUnknown || statusCode < 400 || statusCode >= 500) throw error;
    throw new ProviderRefusedError(code ?? error.message);
  }
}
