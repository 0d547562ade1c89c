import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  notificationOf,
  startFakeYookassaServer,
  yookassaAccess,
} from '#tests/support/fake-yookassa-server.ts';
import { createYookassaValidator } from '#tests/support/yookassa-validator.ts';
import {
  type PaymentProvider,
  type ProviderRefundRequest,
  ProviderRefusedError,
  type SessionRequest,
} from '../../provider.ts';
import { createYookassa, type YookassaOptions } from './yookassa.ts';
import { createReceipt } from './yookassa-receipt.ts';

/** The path of YooKassa's OpenAPI description, set by `scripts/check-yookassa.ts`; the file is not in the repository. */
const description = process.env.YOOKASSA_DESCRIPTION;
const problemsOf = description === undefined ? () => [] : createYookassaValidator(description);

const receipts = { vatCode: 1, taxSystem: 2, paymentMode: 'full_payment', paymentSubject: 'service' };
const options = { ...yookassaAccess, method: 'any', receipts } as const;
const order: SessionRequest = {
  idempotencyKey: 'key-1',
  paymentId: 42,
  attempt: 1,
  amountKopecks: 29_900,
  currency: 'RUB',
  description: 'Подписка «Premium Monthly»',
  successUrl: 'https://news.example/subscription/success?session_id=cs_1',
  cancelUrl: 'https://news.example/subscription/cancel',
  customerEmail: 'anna@example.com',
};

let server: Awaited<ReturnType<typeof startFakeYookassaServer>>;
let yookassa: PaymentProvider;
const connect = (changes: Partial<YookassaOptions> = {}) =>
  createYookassa({ ...options, apiUrl: server.apiUrl, ...changes });

beforeEach(async () => {
  server = await startFakeYookassaServer();
  yookassa = connect();
});
afterEach(async () => {
  await server.stop();
  const found = server.exchanges.flatMap(({ request, response }) => problemsOf(request, response));
  expect(found).toEqual([]);
});

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
  const { providerId } = await yookassa.createCheckout(order);
  server.pay(providerId);
  return providerId;
}

describe('a checkout at YooKassa', () => {
  it('is created with capture and a receipt, and returns the payment URL', async () => {
    const opened = await yookassa.createCheckout(order);
    expect(opened).toEqual({
      providerId: expect.any(String),
      url: expect.stringContaining('https://yoomoney.ru/checkout/'),
      expiresAt: null,
    });
    const { request } = server.exchanges[0] ?? {};
    expect(request?.headers['idempotence-key']).toBe('key-1');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      amount: { value: '299.00', currency: 'RUB' },
      capture: true,
      confirmation: { type: 'redirect', return_url: order.successUrl, locale: 'ru_RU' },
      description: order.description,
      metadata: { payment_id: '42', attempt: '1' },
      receipt: {
        customer: { email: 'anna@example.com' },
        items: [
          {
            description: order.description,
            quantity: 1,
            amount: { value: '299.00', currency: 'RUB' },
            vat_code: 1,
            measure: 'piece',
            payment_mode: 'full_payment',
            payment_subject: 'service',
          },
        ],
        tax_system_code: 2,
      },
    });
  });

  it.each(['bank_card', 'sbp', 'sberbank'] as const)('offers only %s if configured', async (method) => {
    yookassa = connect({ method });
    await yookassa.createCheckout(order);
    expect(JSON.parse(server.exchanges[0]?.request.body ?? '').payment_method_data).toEqual({
      type: method,
    });
  });

  it('is created once for repeated calls with one key', async () => {
    const first = await yookassa.createCheckout(order);
    expect(await yookassa.createCheckout(order)).toEqual(first);
    expect(server.payments.size).toBe(1);
  });

  it.each(['lost-before', 'lost-after', 'fails'] as const)(
    'has an unknown result after %s and is repeated',
    async (fault) => {
      server.failNext(fault);
      const failure = await yookassa.createCheckout(order).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toBeInstanceOf(ProviderRefusedError);
      await yookassa.createCheckout(order);
      expect(server.payments.size).toBe(1);
    },
  );

  it('is refused with a reason for the log', async () => {
    await expect(yookassa.createCheckout({ ...order, amountKopecks: 1 })).rejects.toThrow('amount.value');
    const stranger = connect({ secretKey: 'wrong' });
    await expect(stranger.createCheckout(order)).rejects.toBeInstanceOf(ProviderRefusedError);
    const unreceipted = connect({ receipts: undefined });
    await expect(unreceipted.createCheckout({ ...order, idempotencyKey: 'k' })).rejects.toThrow('receipt');
  });

  it('cuts a long description to the limit', async () => {
    await yookassa.createCheckout({ ...order, description: 'ы'.repeat(300) });
    expect(server.payments.size).toBe(1);
  });
});

describe('the state at YooKassa', () => {
  it('is open, failed, cancelled or paid, and undefined for an unknown id', async () => {
    const { providerId } = await yookassa.createCheckout(order);
    const known = { providerId, paymentId: 42, attempt: 1, amountKopecks: 29_900, currency: 'RUB' };
    expect(await yookassa.fetch(providerId)).toEqual({ ...known, status: 'open', refundedKopecks: 0 });
    // A pending payment cannot be cancelled, only read.
    expect(await yookassa.cancel(providerId)).toEqual({ ...known, status: 'open', refundedKopecks: 0 });
    server.cancel(providerId, 'insufficient_funds');
    expect(await yookassa.fetch(providerId)).toMatchObject({
      status: 'failed',
      failureReason: 'insufficient_funds',
    });
    server.cancel(providerId, 'expired_on_confirmation');
    expect((await yookassa.fetch(providerId))?.status).toBe('cancelled');
    server.pay(providerId);
    expect((await yookassa.fetch(providerId))?.status).toBe('paid');
    expect(await yookassa.fetch('nobody')).toBeUndefined();
  });

  it('keeps amounts exact to the kopeck', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 100, max: 35_000_000 }), async (amountKopecks) => {
        const idempotencyKey = `key-${amountKopecks}`;
        const { providerId } = await yookassa.createCheckout({ ...order, idempotencyKey, amountKopecks });
        expect((await yookassa.fetch(providerId))?.amountKopecks).toBe(amountKopecks);
      }),
      { numRuns: 20 },
    );
  });
});

describe('a refund at YooKassa', () => {
  it('contains a receipt for the refunded amount', async () => {
    const providerId = await paid();
    const done = await yookassa.refund(refundOf(providerId));
    expect(done).toEqual({ providerId: expect.any(String), status: 'succeeded', receipt: 'pending' });
    const sent = JSON.parse(server.exchanges.at(-1)?.request.body ?? '');
    expect(sent).toMatchObject({
      payment_id: providerId,
      amount: { value: '100.50', currency: 'RUB' },
      description: 'По просьбе читателя',
      receipt: { items: [{ amount: { value: '100.50' } }] },
    });
    expect((await yookassa.fetch(providerId))?.refundedKopecks).toBe(10_050);
  });

  it('is found again after a lost response, even if its key has expired', async () => {
    const providerId = await paid();
    server.failNext('lost-after');
    await expect(yookassa.refund(refundOf(providerId))).rejects.toThrow();
    const repeated = refundOf(providerId, { isRepeated: true, idempotencyKey: 'a day later' });
    expect((await yookassa.refund(repeated)).status).toBe('succeeded');
    expect(server.refunds.size).toBe(1);
  });

  it('that is pending is queried again, and may fail', async () => {
    const providerId = await paid();
    server.setRefundStatus('pending');
    const { providerId: knownId, status } = await yookassa.refund(refundOf(providerId));
    expect(status).toBe('pending');
    const again = refundOf(providerId, { existingId: knownId, isRepeated: true });
    expect((await yookassa.refund(again)).status).toBe('pending');
    server.setRefundStatus('canceled');
    expect((await yookassa.refund(again)).status).toBe('failed');
  });

  it('is refused beyond the paid amount', async () => {
    const providerId = await paid();
    await expect(yookassa.refund(refundOf(providerId, { amountKopecks: 29_901 }))).rejects.toBeInstanceOf(
      ProviderRefusedError,
    );
  });
});

describe('a notification', () => {
  const from = (address: string, text: string) => () => yookassa.parseWebhook({ address, text, headers: {} });
  const object = { id: 'p1', status: 'succeeded' };

  it('is accepted only from the published sender addresses', () => {
    const text = notificationOf('payment.succeeded', object);
    for (const address of ['185.71.76.1', '::ffff:77.75.156.35', '2a02:5180::1', '77.75.154.200'])
      expect(from(address, text)()).toMatchObject({ type: 'payment.succeeded', objectId: 'p1' });
    for (const address of ['185.71.76.32', '127.0.0.1', '2a02:5181::1', '77.75.154.127', '', 'nonsense'])
      expect(from(address, text)).toThrow('not sent by YooKassa');
  });

  it('has a key derived from event, object and status', () => {
    const keyOf = (event: string, about: object) => {
      const { key } = from('185.71.76.1', notificationOf(event, about))() as { key: string };
      return key;
    };
    const key = keyOf('payment.succeeded', object);
    expect(keyOf('payment.succeeded', { ...object, paid: true })).toBe(key);
    expect(keyOf('payment.canceled', object)).not.toBe(key);
    expect(keyOf('payment.succeeded', { ...object, id: 'p2' })).not.toBe(key);
  });

  it('of a refund contains the id of its payment; other events are ignored', () => {
    const about = { id: 'r1', status: 'succeeded', payment_id: 'p1' };
    expect(from('185.71.76.1', notificationOf('refund.succeeded', about))()).toMatchObject({
      objectId: 'p1',
    });
    expect(from('185.71.76.1', notificationOf('payout.succeeded', object))()).toMatchObject({
      objectId: null,
    });
    for (const text of ['', 'x', '[]', '{}', '{"event":"payment.succeeded"}'])
      expect(from('185.71.76.1', text)).toThrow();
  });
});

it('creates receipts whose items add up to the amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (amountKopecks) => {
      const { items } = createReceipt({ ...order, amountKopecks }, receipts);
      const total = items.reduce((sum, { amount }) => sum + Number(amount.value.replace('.', '')), 0);
      expect(total).toBe(amountKopecks);
    }),
  );
});
