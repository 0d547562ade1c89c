import { afterEach, describe, expect, it } from 'vitest';
import { paymentProviders } from '#contract/payment-providers.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { signedEvent, startFakeStripeServer, stripeSecrets } from '#tests/support/fake-stripe-server.ts';
import {
  notificationOf,
  startFakeYookassaServer,
  yookassaAccess,
} from '#tests/support/fake-yookassa-server.ts';
import {
  checkout,
  findInvariantViolations,
  listHistoryActions,
  openCheckout,
} from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { createStripe } from './providers/stripe/stripe.ts';
import { createYookassa } from './providers/yookassa/yookassa.ts';

/** Complete flows with the real providers, against local imitations of their servers. */
let app: TestApp;
let reader: TestUser;
let server: { stop(): Promise<void> };
afterEach(async () => {
  await app.stop();
  await server?.stop();
});

const receipts = { vatCode: 1, taxSystem: undefined, paymentMode: 'full_payment', paymentSubject: 'service' };
const webhook = (provider: string, text: string, headers: Record<string, string> = {}) =>
  app.fetch(`/api/v1/payment/webhooks/${provider}/`, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', ...headers },
  });
const state = async () => (await app.call('getSubscriptionState', { as: reader })).body;
const countEvents = async () => (await app.db.selectFrom('webhook_events').selectAll().execute()).length;
const providerIdOf = async (paymentId: number): Promise<string> => {
  const row = await app.db
    .selectFrom('checkouts')
    .select('provider_id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return row.provider_id ?? '';
};

describe('Stripe', () => {
  it('accepts a payment, a partial refund and a lost dispute', async () => {
    const stripeServer = await startFakeStripeServer();
    server = stripeServer;
    const stripe = createStripe({
      ...stripeSecrets,
      clock: systemClock,
      server: { host: '127.0.0.1', port: stripeServer.port, protocol: 'http' },
    });
    app = await createTestApp({ paymentProviders: [stripe] });
    reader = await app.createUser();
    const sendEvent = async (id: string, type: string, object: object) => {
      const { text, header } = signedEvent({ id, type, object }, { at: new Date() });
      const { status } = await webhook('stripe', text, { 'stripe-signature': header });
      await app.runJobs();
      return status;
    };
    const { payment_id, checkout_url } = await openCheckout(app, reader);
    expect(checkout_url).toContain('checkout.stripe.com');
    const id = await providerIdOf(payment_id);
    const intent = stripeServer.pay(id);
    const paid = { id: intent, object: 'payment_intent' };
    const { text } = signedEvent(
      { id: 'evt_0', type: 'payment_intent.succeeded', object: paid },
      { at: new Date() },
    );
    const forged = signedEvent(
      { id: 'evt_0', type: 'x', object: paid },
      { at: new Date(), secret: 'whsec_no' },
    );
    for (const header of ['', forged.header])
      expect((await webhook('stripe', text, { 'stripe-signature': header })).status).toBe(400);
    expect([await countEvents(), (await state()).is_active]).toEqual([0, false]);
    expect(await sendEvent('evt_1', 'payment_intent.succeeded', paid)).toBe(200);
    expect((await state()).is_active).toBe(true);
    const session = { id, object: 'checkout.session' };
    expect(await sendEvent('evt_2', 'checkout.session.completed', session)).toBe(200);
    expect(await listHistoryActions(app, reader)).toEqual(['created', 'activated']);
    const staff = await app.createUser({ isStaff: true });
    const refund = { as: staff, params: { id: payment_id }, body: { amount: '100.00' } };
    expect((await app.call('refundPayment', refund)).body.status).toBe('succeeded');
    stripeServer.dispute(id, 'lost');
    expect(
      await sendEvent('evt_3', 'charge.dispute.closed', {
        id: 'dp_1',
        object: 'dispute',
        payment_intent: intent,
      }),
    ).toBe(200);
    expect((await state()).is_active).toBe(false);
    expect(await findInvariantViolations(app)).toEqual([]);
  });
});

describe('YooKassa', () => {
  async function start(senders = ['127.0.0.1'], env: Record<string, string> = {}, clock = systemClock) {
    const yookassaServer = await startFakeYookassaServer();
    server = yookassaServer;
    const options = { ...yookassaAccess, method: 'any', receipts, senders } as const;
    const yookassa = createYookassa({ ...options, apiUrl: yookassaServer.apiUrl });
    app = await createTestApp({ paymentProviders: [yookassa], env, clock });
    reader = await app.createUser();
    return yookassaServer;
  }

  it('accepts a payment and a refund', async () => {
    const yookassa = await start();
    const { payment_id } = await openCheckout(app, reader, { payment_method: 'yookassa' });
    const id = await providerIdOf(payment_id);
    // The body is not trusted: the payment at YooKassa is still unpaid.
    const falsePayload = { id, status: 'succeeded', paid: true };
    expect((await webhook('yookassa', notificationOf('payment.succeeded', falsePayload))).status).toBe(200);
    await app.runJobs();
    expect((await state()).is_active).toBe(false);
    const paidPayload = yookassa.pay(id);
    expect((await webhook('yookassa', notificationOf('payment.succeeded', paidPayload))).status).toBe(200);
    await app.runJob('payments.reconcile');
    await app.call('getPaymentStatus', { as: reader, params: { id: payment_id } });
    expect((await state()).is_active).toBe(true);
    const staff = await app.createUser({ isStaff: true });
    const refund = { as: staff, params: { id: payment_id }, body: { amount: '299.00', reason: 'Ошибка' } };
    expect((await app.call('refundPayment', refund)).body.status).toBe('succeeded');
    expect((await state()).is_active).toBe(false);
    expect(await listHistoryActions(app, reader)).toEqual(['created', 'activated', 'cancelled']);
  });

  it('shows staff the status of receipts', async () => {
    let now = new Date();
    const yookassa = await start(['127.0.0.1'], {}, { now: () => now });
    const { payment_id } = await openCheckout(app, reader);
    const staff = await app.createUser({ isStaff: true });
    const params = { id: payment_id };
    const receipts = async () => {
      const { body } = await app.call('getStaffPayment', { as: staff, params });
      const of = (items: Array<{ receipt: string | null }>) => items.map(({ receipt }) => receipt);
      return [...of(body.checkouts), ...of(body.refunds)];
    };
    const reconcileAfter = async (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000);
      await app.runJob('payments.reconcile');
    };
    expect(await receipts()).toEqual([null]);
    const id = await providerIdOf(payment_id);
    yookassa.pay(id);
    await reconcileAfter(2);
    expect(await receipts()).toEqual(['pending']);
    yookassa.registerReceipts('succeeded');
    await reconcileAfter(11);
    expect(await receipts()).toEqual(['succeeded']);
    const refund = { as: staff, params, body: { amount: '99.00' } };
    expect((await app.call('refundPayment', refund)).status).toBe(201);
    expect(await receipts()).toEqual(['succeeded', 'pending']);
    yookassa.registerReceipts('canceled');
    await reconcileAfter(1);
    expect(await receipts()).toEqual(['failed', 'failed']);
  });

  it('rejects other senders, whatever headers they send', async () => {
    await start(['185.71.76.0/27']);
    const { payment_id } = await openCheckout(app, reader);
    const text = notificationOf('payment.succeeded', {
      id: await providerIdOf(payment_id),
      status: 'succeeded',
    });
    const names = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip'];
    const headers = Object.fromEntries(names.map((name) => [name, '185.71.76.1']));
    expect((await webhook('yookassa', text, headers)).status).toBe(400);
    expect(await countEvents()).toBe(0);
  });

  it('accepts its senders behind a trusted proxy', async () => {
    await start(['185.71.76.0/27'], { TRUST_PROXY: '127.0.0.1' });
    const text = notificationOf('payment.succeeded', { id: 'p', status: 'succeeded' });
    expect((await webhook('yookassa', text, { 'x-forwarded-for': '8.8.8.8' })).status).toBe(400);
    expect((await webhook('yookassa', text, { 'x-forwarded-for': '185.71.76.1' })).status).toBe(200);
  });
});

/** A log whose lines the test can read. */
function createMemoryLog() {
  const lines: Array<{ provider?: string; providers?: string[]; missing?: string[]; level: number }> = [];
  return { lines, log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }) };
}

describe('secrets', () => {
  it('that are missing turn a provider off, which is logged', async () => {
    const { log, lines } = createMemoryLog();
    app = await createTestApp({ log, env: { STRIPE_SECRET_KEY: 'sk_test_1', SANDBOX_PAYMENTS: 'false' } });
    reader = await app.createUser();
    expect(lines.filter(({ provider }) => provider)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ provider: 'stripe', missing: ['STRIPE_WEBHOOK_SECRET'], level: 40 }),
        expect.objectContaining({
          provider: 'yookassa',
          missing: ['YOOKASSA_SHOP_ID', 'YOOKASSA_SECRET_KEY'],
          level: 30,
        }),
      ]),
    );
    const { text, header } = signedEvent({ id: 'e', type: 'x', object: {} }, { at: new Date(), secret: '' });
    for (const provider of paymentProviders)
      expect((await webhook(provider, text, { 'stripe-signature': header })).status).toBe(400);
    expect(await countEvents()).toBe(0);
    expect((await checkout(app, reader)).body).toHaveProperty('payment_method');
    expect(JSON.stringify(lines)).not.toContain('sk_test_1');
  });

  it('of both providers turn the sandbox off; the default is logged first', async () => {
    const { log, lines } = createMemoryLog();
    app = await createTestApp({
      log,
      env: {
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        YOOKASSA_SHOP_ID: '1',
        YOOKASSA_SECRET_KEY: 'test_1',
        PAYMENT_PROVIDER: 'stripe',
      },
    });
    reader = await app.createUser();
    expect(lines.find(({ providers }) => providers)?.providers).toEqual(['stripe', 'yookassa']);
    const disabled = lines.map(({ provider }) => provider);
    for (const provider of ['stripe', 'yookassa']) expect(disabled).not.toContain(provider);
    expect((await checkout(app, reader, { payment_method: 'sandbox' })).status).toBe(400);
    expect((await webhook('sandbox', '{}')).status).toBe(400);
  });
});
