import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import {
  createKeyStore,
  type ServedRequest,
  type ServedResponse,
  startFakeProviderServer,
} from './fake-provider-server.ts';
import { newDispute, newRefund, openSession, paidCharge, unpaidIntent } from './stripe-objects.ts';

export const stripeSecrets = { secretKey: 'sk_test_local', webhookSecret: 'whsec_local' };

type StoredSession = {
  session: Stripe.Checkout.Session;
  intent?: Stripe.PaymentIntent;
  charge?: Stripe.Charge;
};
type Sent =
  | Stripe.Checkout.Session
  | Stripe.ApiList<Stripe.Checkout.Session>
  | Stripe.Refund
  | Stripe.ApiList<Stripe.Refund>
  | Stripe.ApiList<Stripe.Dispute>;

const now = () => Math.floor(Date.now() / 1000);
const ok = (body: Sent): ServedResponse => ({ status: 200, body });
const errorResponse = (
  status: number,
  code: string,
  message: string,
  type = 'invalid_request_error',
): ServedResponse => ({
  status,
  body: { error: { type, code, message } },
});
const list = <Item>(url: string, data: Item[]): Stripe.ApiList<Item> => ({
  object: 'list',
  url,
  has_more: false,
  data,
});

/** A local fake of Stripe Checkout, as far as the site uses it. */
export async function startFakeStripeServer() {
  const sessions = new Map<string, StoredSession>();
  const refunds: Stripe.Refund[] = [];
  const disputes: Stripe.Dispute[] = [];
  const withIdempotencyKey = createKeyStore();
  let refundStatus = 'succeeded';

  const server = await startFakeProviderServer((request) => {
    if (request.headers.authorization !== `Bearer ${stripeSecrets.secretKey}`)
      return errorResponse(401, '', 'Invalid API Key provided');
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string') return handleRequest(request);
    return withIdempotencyKey(
      key,
      request.path + request.body,
      () => handleRequest(request),
      () =>
        errorResponse(
          400,
          '',
          'Keys for idempotent requests can only be used with the same parameters',
          'idempotency_error',
        ),
    );
  });

  function handleRequest({ method, path, query, body }: ServedRequest): ServedResponse {
    const form = new URLSearchParams(body);
    const [, , resource, id = '', action] = path.replace('/checkout', '').split('/');
    if (resource === 'sessions' && method === 'POST') return action === 'expire' ? expire(id) : create(form);
    if (resource === 'sessions') return id === '' ? listSessionsOfIntent(query) : retrieve(id, query);
    if (resource === 'refunds' && method === 'POST') return refund(form);
    if (resource === 'refunds') return id === '' ? refundsOf(query) : refundOf(id);
    const intent = query.get('payment_intent');
    if (resource === 'disputes')
      return ok(
        list(
          '/v1/disputes',
          disputes.filter((dispute) => dispute.payment_intent === intent),
        ),
      );
    return errorResponse(404, 'resource_missing', `Unrecognized request URL ${path}`);
  }

  function create(form: URLSearchParams): ServedResponse {
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'));
    if (form.get('mode') !== 'payment' || !Number.isInteger(amount) || amount <= 0)
      return errorResponse(400, 'parameter_missing', 'Missing required param');
    if (amount < 100) return errorResponse(400, 'amount_too_small', 'The amount is too small');
    const session = openSession({
      id: `cs_test_${randomUUID()}`,
      amount_total: amount,
      currency: form.get('line_items[0][price_data][currency]'),
      metadata: metadataOf(form, 'metadata'),
      customer_email: form.get('customer_email'),
      success_url: form.get('success_url'),
      cancel_url: form.get('cancel_url'),
      client_reference_id: form.get('client_reference_id'),
      created: now(),
    });
    sessions.set(session.id, { session });
    return ok(session);
  }

  function retrieve(id: string, query: URLSearchParams): ServedResponse {
    const found = sessions.get(id);
    if (!found) return missing(id);
    const isExpanded = query.get('expand[0]') === 'payment_intent.latest_charge';
    return ok(isExpanded ? expanded(found) : found.session);
  }

  function listSessionsOfIntent(query: URLSearchParams): ServedResponse {
    const id = query.get('payment_intent');
    const found = [...sessions.values()].filter(({ intent }) => intent?.id === id);
    return ok(
      list(
        '/v1/checkout/sessions',
        found.map(({ session }) => session),
      ),
    );
  }

  function expire(id: string): ServedResponse {
    const found = sessions.get(id);
    if (!found) return missing(id);
    if (found.session.status !== 'open')
      return errorResponse(400, 'resource_invalid', 'Only open sessions can be expired');
    found.session = { ...found.session, status: 'expired', url: null };
    return ok(found.session);
  }

  function refund(form: URLSearchParams): ServedResponse {
    const found = [...sessions.values()].find(({ intent }) => intent?.id === form.get('payment_intent'));
    const { charge } = found ?? {};
    if (!found || !charge) return errorResponse(400, 'resource_missing', 'No such payment_intent');
    const amount = Number(form.get('amount'));
    if (amount > charge.amount - charge.amount_refunded)
      return errorResponse(400, 'charge_already_refunded', 'Refund amount is greater than unrefunded amount');
    const refundObject = newRefund({
      id: `re_${randomUUID()}`,
      amount,
      currency: charge.currency,
      payment_intent: charge.payment_intent,
      charge: charge.id,
      metadata: metadataOf(form, 'metadata'),
      status: refundStatus,
      created: now(),
    });
    refunds.push(refundObject);
    const amount_refunded = charge.amount_refunded + amount;
    found.charge = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount };
    return ok(refundObject);
  }

  const refundsOf = (query: URLSearchParams): ServedResponse =>
    ok(
      list(
        '/v1/refunds',
        refunds.filter(({ payment_intent }) => payment_intent === query.get('payment_intent')),
      ),
    );
  function refundOf(id: string): ServedResponse {
    const found = refunds.find((made) => made.id === id);
    return found ? ok(found) : missing(id);
  }
  const missing = (id: string) => errorResponse(404, 'resource_missing', `No such object: '${id}'`);

  function intentFor({ session, intent }: StoredSession): Stripe.PaymentIntent {
    return (
      intent ??
      unpaidIntent({
        id: `pi_${randomUUID()}`,
        amount: session.amount_total ?? 0,
        currency: session.currency ?? '',
        metadata: session.metadata ?? {},
        created: now(),
      })
    );
  }

  const get = (id: string): StoredSession => sessions.get(id) as StoredSession;

  return {
    ...server,
    refunds,
    get,
    ids: () => [...sessions.keys()],
    setRefundStatus: (status: 'pending' | 'succeeded' | 'failed') => {
      refundStatus = status;
      for (const [index, made] of refunds.entries()) refunds[index] = { ...made, status };
    },
    /** The payer pays on Stripe's page. */
    pay(id: string): string {
      const found = get(id);
      const intent = intentFor(found);
      const { amount, currency } = intent;
      const created = now();
      found.charge = paidCharge({
        id: `ch_${randomUUID()}`,
        amount,
        currency,
        payment_intent: intent.id,
        created,
      });
      found.intent = {
        ...intent,
        status: 'succeeded',
        amount_received: amount,
        latest_charge: found.charge.id,
      };
      found.session = {
        ...found.session,
        status: 'complete',
        payment_status: 'paid',
        payment_intent: intent.id,
        url: null,
      };
      return intent.id;
    },
    /** A card is declined; the session stays open. */
    decline(id: string, message: string): void {
      const found = get(id);
      const last_payment_error = { type: 'card_error', code: 'card_declined', message } as const;
      found.intent = { ...intentFor(found), last_payment_error };
      found.session = { ...found.session, payment_intent: found.intent.id };
    },
    /** A delayed payment method: the session is complete but not paid. */
    complete(id: string): void {
      const found = get(id);
      found.intent = { ...intentFor(found), status: 'processing' };
      found.session = { ...found.session, status: 'complete', payment_intent: found.intent.id, url: null };
    },
    dispute(id: string, status: Stripe.Dispute.Status): void {
      const found = get(id);
      if (!found.charge) throw new Error('nothing is paid');
      const { id: charge, amount, currency, payment_intent, created } = found.charge;
      found.charge = { ...found.charge, disputed: true };
      disputes.push(
        newDispute({ id: `dp_${randomUUID()}`, amount, currency, payment_intent, charge, status, created }),
      );
    },
  };
}

function expanded({ session, intent, charge }: StoredSession): Stripe.Checkout.Session {
  return { ...session, payment_intent: intent ? { ...intent, latest_charge: charge ?? null } : null };
}

function metadataOf(form: URLSearchParams, name: string): Record<string, string> {
  const entries = [...form].flatMap(([key, value]) => {
    const field = new RegExp(`^${name}\\[(\\w+)\\]$`).exec(key)?.[1];
    return field === undefined ? [] : [[field, value]];
  });
  return Object.fromEntries(entries);
}

const stripe = new Stripe(stripeSecrets.secretKey);

/** An event as Stripe delivers it, with its signature. */
export function signedEvent(
  event: { id: string; type: string; object: object },
  { at, secret = stripeSecrets.webhookSecret }: { at: Date; secret?: string },
): { text: string; header: string } {
  const text = JSON.stringify({
    id: event.id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(at.getTime() / 1000),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: event.type,
    data: { object: event.object },
  });
  const timestamp = Math.floor(at.getTime() / 1000);
  return { text, header: stripe.webhooks.generateTestHeaderString({ payload: text, secret, timestamp }) };
}
