import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeProvider } from '#tests/support/fake-provider.ts';
import {
  checkout,
  createPlan,
  findInvariantViolations,
  listHistoryActions,
  openCheckout,
} from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { ProviderRefusedError } from './provider.ts';

/** Payments when the provider rejects a call, does not respond, or has a newer state. */
let app: TestApp;
let reader: TestUser;
let fake: ReturnType<typeof createFakeProvider>;

beforeEach(async () => {
  fake = createFakeProvider({ refusal: (reason) => new ProviderRefusedError(reason) });
  app = await createTestApp({ paymentProviders: [fake.provider] });
  reader = await app.createUser();
});
afterEach(() => app.stop());

const payments = async (as = reader) => (await app.call('listPayments', { as })).body.results;
const status = (id: number, as = reader) => app.call('getPaymentStatus', { as, params: { id } });
const isActive = async () => (await app.call('getSubscriptionState', { as: reader })).body.is_active;
const idOf = (paymentId: number) => fake.findSessions(paymentId)[0]?.providerId ?? '';
const send = (session: string, id = `evt-${session}`) =>
  app.call('receiveWebhook', { params: { provider: 'stripe' }, body: { id, type: 'payment', session } });
/** Sends a webhook and processes it. */
async function sendAndProcess(session: string, id?: string) {
  const response = await send(session, id);
  await app.runJobs();
  return response;
}

describe('a checkout', () => {
  it('fails its payment when the provider rejects it; the next checkout uses another key', async () => {
    fake.failNext('refused');
    const response = await checkout(app, reader);
    expect([response.status, response.body]).toEqual([
      400,
      { error: 'Payment provider refused the payment', detail: 'Платёжная система отклонила платёж.' },
    ]);
    expect(await payments()).toMatchObject([
      { status: 'failed', subscription_info: { status: 'cancelled' } },
    ]);
    expect(await listHistoryActions(app, reader)).toEqual(['created', 'payment_failed']);
    await openCheckout(app, reader);
    const keys = await app.db.selectFrom('checkouts').select('idempotency_key').execute();
    expect(new Set(keys.map((row) => row.idempotency_key)).size).toBe(2);
  });

  it.each(['lost-before', 'lost-after'] as const)(
    'repeats the same key after a response %s',
    async (fault) => {
      fake.failNext(fault, fault);
      for (let time = 0; time < 2; time += 1)
        expect((await checkout(app, reader)).body).toHaveProperty(
          'error',
          'Payment provider is not answering',
        );
      expect(await payments()).toMatchObject([{ status: 'pending' }]);
      const session = await openCheckout(app, reader);
      expect(fake.sessions.size).toBe(1);
      expect(new Set(fake.orders.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect(fake.orders[0]).toMatchObject({
        amountKopecks: 29_900,
        currency: 'RUB',
        customerEmail: reader.user.email,
        successUrl: `http://localhost:8000/subscription/success?session_id=${session.session_id}`,
      });
    },
  );

  it('refuses providers that are off, and the sandbox beside a real provider', async () => {
    for (const payment_method of ['yookassa', 'sandbox'])
      expect((await checkout(app, reader, { payment_method })).body).toHaveProperty('payment_method');
    const response = await app.call('receiveWebhook', { params: { provider: 'sandbox' }, body: {} });
    expect(response.status).toBe(400);
  });
});

it('cancels a checkout whose provider was switched off', async () => {
  const { payment_id } = await openCheckout(app, reader);
  const sandboxColumns = { provider: 'sandbox', payment_method: 'sandbox' };
  await app.db.updateTable('payments').set(sandboxColumns).where('id', '=', payment_id).execute();
  expect((await status(payment_id)).body.status).toBe('processing');
  const second = await openCheckout(app, reader);
  expect(second.payment_id).not.toBe(payment_id);
  expect((await status(payment_id)).body.status).toBe('cancelled');
});

describe('a payment that arrives after its cancellation', () => {
  it('activates the subscription if none is active', async () => {
    fake.disableCancelling();
    const { payment_id } = await openCheckout(app, reader);
    await app.call('cancelPayment', { as: reader, params: { id: payment_id } });
    fake.set(idOf(payment_id), { status: 'paid' });
    expect((await sendAndProcess(idOf(payment_id))).status).toBe(200);
    expect((await status(payment_id)).body).toMatchObject({
      status: 'succeeded',
      subscription_activated: true,
    });
  });

  it('is refunded if another payment was made', async () => {
    fake.disableCancelling();
    const first = await openCheckout(app, reader);
    const second = await openCheckout(app, reader, { subscription_plan_id: (await createPlan(app)).id });
    for (const { payment_id } of [second, first]) {
      fake.set(idOf(payment_id), { status: 'paid' });
      await sendAndProcess(idOf(payment_id));
    }
    expect((await status(first.payment_id)).body.status).toBe('refunded');
    expect((await status(second.payment_id)).body).toMatchObject({
      status: 'succeeded',
      subscription_activated: true,
    });
    expect([...fake.refunds.values()]).toEqual([29_900]);
    expect(await listHistoryActions(app, reader)).toEqual(['created', 'cancelled', 'activated']);
    expect(await findInvariantViolations(app)).toEqual([]);
  });
});

describe('a provider object that does not match', () => {
  it.each([
    ['a smaller amount', { amountKopecks: 1 }],
    ['another currency', { currency: 'USD' }],
    ['another attempt', { attempt: 9 }],
  ])('activates nothing for %s', async (_, changes) => {
    const { payment_id } = await openCheckout(app, reader);
    const session = idOf(payment_id);
    fake.set(session, { status: 'paid', ...changes });
    expect((await sendAndProcess(session)).status).toBe(200);
    expect((await status(payment_id)).body.status).toBe('processing');
    expect(await isActive()).toBe(false);
    const [event] = await app.db.selectFrom('webhook_events').select('outcome').execute();
    expect(['mismatch', 'unknown']).toContain(event?.outcome);
  });

  it('ignores foreign and unknown sessions', async () => {
    const { payment_id } = await openCheckout(app, reader);
    const foreignSession = {
      ...(fake.sessions.get(idOf(payment_id)) as object),
      providerId: 'stranger',
      status: 'paid',
    };
    fake.sessions.set('stranger', foreignSession as never);
    await sendAndProcess('stranger');
    fake.set('stranger', { paymentId: 999_999 });
    await sendAndProcess('stranger', 'evt-2');
    fake.set('stranger', { paymentId: null });
    await sendAndProcess('stranger', 'evt-3');
    await sendAndProcess('nobody', 'evt-4');
    const events = await app.db.selectFrom('webhook_events').select('outcome').orderBy('event_key').execute();
    expect(events.map(({ outcome }) => outcome).sort()).toEqual(['mismatch', null, 'unknown', 'unknown']);
    expect(await isActive()).toBe(false);
  });
});

it('finds the payment of a session whose id was not stored', async () => {
  fake.failNext('lost-after');
  await checkout(app, reader);
  const [{ id }] = await payments();
  fake.set(idOf(id), { status: 'paid' });
  await sendAndProcess(idOf(id));
  expect((await status(id)).body).toMatchObject({ status: 'succeeded', subscription_activated: true });
});

describe('a refund', () => {
  let staff: TestUser;
  let paymentId: number;
  beforeEach(async () => {
    staff = await app.createUser({ isStaff: true });
    paymentId = (await openCheckout(app, reader)).payment_id;
    fake.set(idOf(paymentId), { status: 'paid' });
    await status(paymentId);
  });
  const refund = (amount: string) =>
    app.call('refundPayment', { as: staff, params: { id: paymentId }, body: { amount } });
  const listed = async () => (await app.call('listRefunds', { as: staff })).body.results;

  it('releases the reserved amount when the provider rejects it', async () => {
    fake.failNext('refused');
    expect([(await refund('299.00')).status, (await listed())[0].status]).toEqual([400, 'failed']);
    expect((await payments())[0]).toMatchObject({ status: 'succeeded', can_be_refunded: true });
    expect((await refund('299.00')).body.status).toBe('succeeded');
    expect(await isActive()).toBe(false);
  });

  it('stays pending and reserved while its result is unknown', async () => {
    fake.failNext('lost-after');
    const unknown = await refund('200.00');
    expect([unknown.status, unknown.body.status]).toEqual([201, 'pending']);
    expect((await refund('100.00')).body).toEqual({ amount: ['Сумма больше, чем осталось вернуть.'] });
    expect((await refund('99.00')).status).toBe(201);
    // The final state of the provider counts: everything was refunded.
    await sendAndProcess(idOf(paymentId), 'evt-refund');
    expect((await payments())[0]).toMatchObject({ status: 'refunded', can_be_refunded: false });
    expect(await isActive()).toBe(false);
  });

  it('made at the provider is applied and not counted twice', async () => {
    await refund('100.00');
    fake.set(idOf(paymentId), { refundedKopecks: 20_000 });
    await sendAndProcess(idOf(paymentId), 'evt-1');
    expect((await refund('100.00')).body).toHaveProperty('amount');
    expect((await refund('99.00')).status).toBe(201);
    await sendAndProcess(idOf(paymentId), 'evt-2');
    expect((await payments())[0].status).toBe('refunded');
    expect(await isActive()).toBe(false);
  });
});
