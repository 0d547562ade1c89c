import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signedEvent, startFakeStripeServer, stripeSecrets } from '#tests/support/fake-stripe-server.ts';
import {
  type PaymentProvider,
  type ProviderRefundRequest,
  ProviderRefusedError,
  type SessionRequest,
} from '../../provider.ts';
import { createStripe } from './stripe.ts';

const now = new Date('2026-11-20T10:00:00Z');
const order: SessionRequest = {
  idempotencyKey: 'key-1',
  paymentId: 42,
  attempt: 2,
  amountKopecks: 29_900,
  currency: 'RUB',
  description: 'Подписка «Premium Monthly»',
  successUrl: 'https://news.example/subscription/success?session_id=cs_1',
  cancelUrl: 'https://news.example/subscription/cancel',
  customerEmail: 'anna@example.com',
};
const known = { paymentId: 42, attempt: 2, amountKopecks: 29_900, currency: 'RUB', refundedKopecks: 0 };

let server: Awaited<ReturnType<typeof startFakeStripeServer>>;
let stripe: PaymentProvider;
const connect = (changes: Partial<typeof stripeSecrets> = {}) =>
  createStripe({
    ...stripeSecrets,
    ...changes,
    clock: { now: () => now },
    server: { host: '127.0.0.1', port: server.port, protocol: 'http' },
  });

beforeEach(async () => {
  server = await startFakeStripeServer();
  stripe = connect();
});
afterEach(() => server.stop());

const refundOf = (
  providerId: string,
  changes: Partial<ProviderRefundRequest> = {},
): ProviderRefundRequest => ({
  idempotencyKey: 'refund-1',
  refundId: 7,
  existingId: null,
  isRepeated: false,
  providerId,
  amountKopecks: 10_050,
  paidKopecks: 29_900,
  currency: 'RUB',
  reason: 'По просьбе читателя',
  description: order.description,
  customerEmail: order.customerEmail,
  ...changes,
});
async function paid(): Promise<string> {
  const { providerId } = await stripe.createCheckout(order);
  server.pay(providerId);
  return providerId;
}

describe('a session of Stripe', () => {
  it('is created with a pinned API version, an idempotency key and the ids of its payment', async () => {
    const opened = await stripe.createCheckout(order);
    const { session } = server.get(opened.providerId);
    expect(opened).toEqual({
      providerId: session.id,
      url: expect.stringContaining('https://checkout.stripe.com/'),
      expiresAt: new Date(session.expires_at * 1000),
    });
    const { request } = server.exchanges[0] ?? {};
    expect(request?.headers).toMatchObject({
      'stripe-version': '2026-10-28.endive',
      'idempotency-key': 'key-1',
    });
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'rub',
      'line_items[0][price_data][unit_amount]': '29900',
      'line_items[0][price_data][product_data][name]': order.description,
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      customer_email: order.customerEmail,
      client_reference_id: '42',
      'metadata[payment_id]': '42',
      'metadata[attempt]': '2',
      'payment_intent_data[metadata][payment_id]': '42',
      'payment_intent_data[metadata][attempt]': '2',
      'payment_intent_data[description]': order.description,
    });
  });

  it('is created once for repeated calls with one key', async () => {
    const first = await stripe.createCheckout(order);
    expect(await stripe.createCheckout(order)).toEqual(first);
    expect(server.ids()).toHaveLength(1);
  });

  it.each(['lost-before', 'lost-after', 'fails'] as const)(
    'has an unknown result after %s and is repeated',
    async (fault) => {
      // The SDK itself retries a closed connection once.
      server.failNext(...(fault === 'fails' ? [fault] : [fault, fault]));
      const failure = await stripe.createCheckout(order).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toBeInstanceOf(ProviderRefusedError);
      await stripe.createCheckout(order);
      expect(server.ids()).toHaveLength(1);
    },
  );

  it('is refused with a reason for the log', async () => {
    await expect(stripe.createCheckout({ ...order, amountKopecks: 1 })).rejects.toThrow('amount_too_small');
    const stranger = connect({ secretKey: 'sk_test_wrong' });
    await expect(stranger.createCheckout(order)).rejects.toBeInstanceOf(ProviderRefusedError);
  });

  it('has an unknown result if its key was used for another request', async () => {
    await stripe.createCheckout(order);
    const failure = await stripe
      .createCheckout({ ...order, amountKopecks: 30_000 })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(ProviderRefusedError);
  });
});

describe('the state at Stripe', () => {
  it('is open, failed, processing or paid, and undefined for an unknown id', async () => {
    const { providerId } = await stripe.createCheckout(order);
    expect(await stripe.fetch(providerId)).toEqual({ ...known, providerId, status: 'open' });
    server.decline(providerId, 'Your card was declined.');
    expect(await stripe.fetch(providerId)).toMatchObject({
      status: 'failed',
      failureReason: 'Your card was declined.',
      isStillPayable: true,
    });
    server.complete(providerId);
    expect((await stripe.fetch(providerId))?.status).toBe('open');
    const intent = server.pay(providerId);
    expect(await stripe.fetch(providerId)).toEqual({ ...known, providerId, status: 'paid' });
    expect(await stripe.fetch(intent)).toEqual({ ...known, providerId, status: 'paid' });
    expect(await stripe.fetch('cs_test_nobody')).toBeUndefined();
    expect(await stripe.fetch('pi_nobody')).toBeUndefined();
  });

  it('after cancelling is cancelled, or paid if it was paid before', async () => {
    const { providerId } = await stripe.createCheckout(order);
    expect((await stripe.cancel(providerId))?.status).toBe('cancelled');
    expect((await stripe.cancel(providerId))?.status).toBe('cancelled');
    const other = await stripe.createCheckout({ ...order, idempotencyKey: 'key-2' });
    server.pay(other.providerId);
    expect((await stripe.cancel(other.providerId))?.status).toBe('paid');
    expect(await stripe.cancel('cs_test_nobody')).toBeUndefined();
  });

  it('of a dispute is disputed, and fully refunded after it is lost', async () => {
    const providerId = await paid();
    server.dispute(providerId, 'needs_response');
    expect(await stripe.fetch(providerId)).toMatchObject({
      status: 'paid',
      isDisputed: true,
      refundedKopecks: 0,
    });
    server.dispute(providerId, 'lost');
    expect((await stripe.fetch(providerId))?.refundedKopecks).toBe(29_900);
  });
});

describe('a refund at Stripe', () => {
  it('is possible in parts, which add up', async () => {
    const providerId = await paid();
    expect(await stripe.refund(refundOf(providerId))).toEqual({
      providerId: expect.stringMatching(/^re_/),
      status: 'succeeded',
    });
    expect(server.exchanges.at(-1)?.request.headers['idempotency-key']).toBe('refund-1');
    expect((await stripe.fetch(providerId))?.refundedKopecks).toBe(10_050);
    const rest = refundOf(providerId, { idempotencyKey: 'refund-2', refundId: 8, amountKopecks: 19_850 });
    await stripe.refund(rest);
    expect((await stripe.fetch(providerId))?.refundedKopecks).toBe(29_900);
  });

  it('is found again after a lost response, even if its key has expired', async () => {
    const providerId = await paid();
    server.failNext('lost-after', 'lost-after');
    await expect(stripe.refund(refundOf(providerId))).rejects.toThrow();
    await stripe.refund(refundOf(providerId, { isRepeated: true, idempotencyKey: 'a day later' }));
    expect(server.refunds).toHaveLength(1);
  });

  it('that is pending is queried again, and may fail', async () => {
    const providerId = await paid();
    server.setRefundStatus('pending');
    const { providerId: knownId, status } = await stripe.refund(refundOf(providerId));
    expect(status).toBe('pending');
    server.setRefundStatus('failed');
    const again = refundOf(providerId, { existingId: knownId, isRepeated: true });
    expect((await stripe.refund(again)).status).toBe('failed');
  });

  it('is refused beyond the paid amount and for an unpaid session', async () => {
    const providerId = await paid();
    const tooMuch = refundOf(providerId, { amountKopecks: 29_901 });
    await expect(stripe.refund(tooMuch)).rejects.toThrow('charge_already_refunded');
    const { providerId: unpaid } = await stripe.createCheckout({ ...order, idempotencyKey: 'key-2' });
    await expect(stripe.refund(refundOf(unpaid))).rejects.toBeInstanceOf(ProviderRefusedError);
  });
});

describe('an event', () => {
  const session = { id: 'cs_test_1', object: 'checkout.session' };
  const event = { id: 'evt_1', type: 'checkout.session.completed', object: session };
  const read = ({ text, header }: { text: string; header: string | string[] | undefined }) =>
    stripe.parseWebhook({ text, address: '127.0.0.1', headers: { 'stripe-signature': header } });
  const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);

  it('is accepted with a valid signature for five minutes', () => {
    const expected = { key: 'evt_1', type: 'checkout.session.completed', objectId: 'cs_test_1' };
    expect(read(signedEvent(event, { at: now }))).toEqual(expected);
    expect(read(signedEvent(event, { at: secondsAgo(300) }))).toEqual(expected);
    expect(() => read(signedEvent(event, { at: secondsAgo(301) }))).toThrow('wrong or too old');
  });

  it('is rejected without a valid signature', () => {
    const { text, header } = signedEvent(event, { at: now });
    const forged = [
      { text, header: undefined },
      { text, header: '' },
      { text, header: [header, header] },
      { text: text.replace('cs_test_1', 'cs_test_2'), header },
      { text: ` ${text}`, header },
      { text, header: header.replace('v1=', 'v0=') },
      signedEvent(event, { at: now, secret: 'whsec_other' }),
      signedEvent(event, { at: now, secret: '' }),
    ];
    for (const raw of forged) expect(() => read(raw)).toThrow();
    expect(() => connect({ webhookSecret: '' })).toThrow('both of its secrets');
  });

  it.each([
    ['payment_intent.payment_failed', { id: 'pi_1', object: 'payment_intent' }, 'pi_1'],
    ['charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' }, 'pi_1'],
    ['refund.failed', { id: 're_1', object: 'refund', payment_intent: 'pi_1' }, 'pi_1'],
    ['charge.dispute.closed', { id: 'dp_1', object: 'dispute', payment_intent: 'pi_1' }, 'pi_1'],
    ['checkout.session.expired', session, 'cs_test_1'],
    ['charge.succeeded', { id: 'ch_1', object: 'charge', payment_intent: null }, null],
    ['customer.created', { id: 'cus_1', object: 'customer' }, null],
    ['balance.available', { object: 'balance' }, null],
  ])('%s contains the id of its session or payment intent', (type, object, objectId) => {
    expect(read(signedEvent({ id: 'evt_2', type, object }, { at: now }))).toMatchObject({ objectId });
  });
});
