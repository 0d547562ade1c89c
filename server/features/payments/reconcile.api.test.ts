import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeProvider } from '#tests/support/fake-provider.ts';
import {
  checkout,
  createPlan,
  findInvariantViolations,
  listHistoryActions,
  openCheckout,
} from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestAppOptions, type TestUser } from '#tests/support/test-app.ts';
import { ProviderRefusedError } from './provider.ts';

/** The reconciler compensates lost webhooks and lost responses. */
let app: TestApp;
let reader: TestUser;
let fake: ReturnType<typeof createFakeProvider>;
let now: Date;

async function start(options: TestAppOptions = {}): Promise<void> {
  now = new Date('2026-11-20T10:00:00Z');
  fake = createFakeProvider({ refusal: (reason) => new ProviderRefusedError(reason) });
  app = await createTestApp({ paymentProviders: [fake.provider], clock: { now: () => now }, ...options });
  reader = await app.createUser();
}
beforeEach(() => start());
afterEach(() => app.stop());

const idOf = (paymentId: number, attempt = 1) =>
  fake.findSessions(paymentId).find((providerState) => providerState.attempt === attempt)?.providerId ?? '';
const payment = (id: number) =>
  app.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const reconcile = () => app.runJob('payments.reconcile');
/** Runs the job every minute, like the worker. */
async function passMinutes(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    now = new Date(now.getTime() + 60_000);
    await reconcile();
    await app.runJobs();
  }
}
const jump = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000);
};

describe('a lost webhook', () => {
  it.each([0, 3, 40, 119])(
    'is compensated within two minutes of a payment after %i minutes',
    async (minutes) => {
      const { payment_id } = await openCheckout(app, reader);
      for (let passed = 0; passed < minutes; passed += 10) await passMinutes(Math.min(10, minutes - passed));
      fake.set(idOf(payment_id), { status: 'paid' });
      await passMinutes(2);
      expect((await payment(payment_id)).state).toBe('paid');
      expect(await findInvariantViolations(app)).toEqual([]);
    },
  );

  it('is compensated after the clock was set forward and back', async () => {
    const { payment_id } = await openCheckout(app, reader);
    jump(24);
    await reconcile();
    jump(-24);
    fake.set(idOf(payment_id), { status: 'paid' });
    await passMinutes(2);
    expect((await payment(payment_id)).state).toBe('paid');
  });

  it('is polled less and less often, and not after the session has ended', async () => {
    const { payment_id } = await openCheckout(app, reader);
    let providerCalls = 0;
    const { fetch } = fake.provider;
    fake.provider.fetch = (id) => {
      providerCalls += 1;
      return fetch(id);
    };
    jump(5);
    await passMinutes(60);
    expect(providerCalls).toBeLessThanOrEqual(3);
    fake.set(idOf(payment_id), { status: 'cancelled' });
    jump(1);
    await reconcile();
    const until = providerCalls;
    expect((await payment(payment_id)).state).toBe('cancelled');
    jump(48);
    await reconcile();
    expect(providerCalls).toBe(until);
  });

  it('is polled by one of several concurrent processes', async () => {
    const { payment_id } = await openCheckout(app, reader);
    let providerCalls = 0;
    const { fetch } = fake.provider;
    fake.provider.fetch = async (id) => {
      providerCalls += 1;
      return fetch(id);
    };
    jump(0.1);
    await Promise.all([reconcile(), reconcile(), reconcile(), reconcile()]);
    expect(providerCalls).toBe(1);
    expect((await payment(payment_id)).state).toBe('open');
  });

  it('is compensated after the provider was down', async () => {
    const { payment_id } = await openCheckout(app, reader);
    fake.setUnavailable(true);
    await passMinutes(3);
    fake.setUnavailable(false);
    fake.set(idOf(payment_id), { status: 'paid' });
    await passMinutes(2);
    expect((await payment(payment_id)).state).toBe('paid');
  });
});

it('finds a session whose response was lost by its key', async () => {
  fake.failNext('lost-after');
  await checkout(app, reader);
  const [{ id } = { id: 0 }] = await app.db.selectFrom('payments').select('id').execute();
  await passMinutes(2);
  expect((await payment(id)).state).toBe('open');
  expect(fake.sessions.size).toBe(1);
  expect((await openCheckout(app, reader)).payment_id).toBe(id);
});

it('cancels a session whose response was lost if its payment was cancelled', async () => {
  fake.failNext('lost-after');
  await checkout(app, reader);
  const [{ id } = { id: 0 }] = await app.db.selectFrom('payments').select('id').execute();
  await app.call('cancelPayment', { as: reader, params: { id } });
  await passMinutes(2);
  expect(fake.sessions.get(idOf(id))?.status).toBe('cancelled');
  expect((await payment(id)).state).toBe('cancelled');
});

it('cancels a payment without a session after a day, when its key has expired', async () => {
  fake.failNext(...Array<'lost-after'>(200).fill('lost-after'));
  await checkout(app, reader);
  const [{ id } = { id: 0 }] = await app.db.selectFrom('payments').select('id').execute();
  await passMinutes(5);
  expect((await payment(id)).state).toBe('created');
  jump(23);
  await reconcile();
  expect((await payment(id)).state).toBe('cancelled');
  const [{ settled_at } = { settled_at: null }] = await app.db.selectFrom('checkouts').selectAll().execute();
  expect(settled_at).toEqual(now);
});

it('polls a cancelled payment until its session ends at a provider that cannot cancel', async () => {
  fake.disableCancelling();
  const { payment_id } = await openCheckout(app, reader);
  await app.call('cancelPayment', { as: reader, params: { id: payment_id } });
  await passMinutes(3);
  expect((await payment(payment_id)).state).toBe('cancelled');
  fake.set(idOf(payment_id), { status: 'paid' });
  await passMinutes(2);
  expect((await payment(payment_id)).state).toBe('paid');
  expect(await listHistoryActions(app, reader)).toEqual(['created', 'cancelled', 'activated']);
});

it('cancels the sessions of earlier payments before it opens another one', async () => {
  fake.disableCancelling();
  const first = await openCheckout(app, reader);
  await app.call('cancelPayment', { as: reader, params: { id: first.payment_id } });
  fake.enableCancelling();
  await openCheckout(app, reader);
  expect(fake.sessions.get(idOf(first.payment_id))?.status).toBe('cancelled');
});

it('finds a refund without a webhook within a day', async () => {
  const { payment_id } = await openCheckout(app, reader);
  fake.set(idOf(payment_id), { status: 'paid' });
  await passMinutes(2);
  fake.set(idOf(payment_id), { refundedKopecks: 29_900 });
  await passMinutes(2);
  expect((await payment(payment_id)).state).toBe('paid');
  jump(24);
  await reconcile();
  expect((await payment(payment_id)).state).toBe('refunded');
  const watched = () => app.db.selectFrom('checkouts').select('watched_until').execute();
  expect(await watched()).not.toEqual([{ watched_until: null }]);
  jump(91 * 24);
  await reconcile();
  expect(await watched()).toEqual([{ watched_until: null }]);
});

describe('a duplicate payment', () => {
  /** Two paid payments, the first of which was cancelled before. */
  async function payTwice(): Promise<[number, number]> {
    fake.disableCancelling();
    const first = await openCheckout(app, reader);
    const other = await createPlan(app);
    const second = await openCheckout(app, reader, { subscription_plan_id: other.id });
    fake.set(idOf(first.payment_id), { status: 'paid' });
    fake.set(idOf(second.payment_id), { status: 'paid' });
    await passMinutes(3);
    return [first.payment_id, second.payment_id];
  }

  it('is refunded, whichever is processed first', async () => {
    const ids = await payTwice();
    const states = await Promise.all(ids.map(async (id) => (await payment(id)).state));
    expect(states.sort()).toEqual(['paid', 'refunded']);
    expect([...fake.refunds.values()]).toHaveLength(1);
    expect(await findInvariantViolations(app)).toEqual([]);
  });

  it('extends the term if SECOND_PAYMENT is extend', async () => {
    await app.stop();
    await start({ env: { SECOND_PAYMENT: 'extend' } });
    const ids = await payTwice();
    for (const id of ids) expect((await payment(id)).state).toBe('paid');
    const { body } = await app.call('getMySubscription', { as: reader });
    expect(body.days_remaining).toBe(120);
    expect(fake.refunds.size).toBe(0);
    expect(await findInvariantViolations(app)).toEqual([]);
  });

  it('of two attempts of one payment is refunded once, and the payment stays', async () => {
    const { payment_id } = await openCheckout(app, reader);
    fake.set(idOf(payment_id), { status: 'failed', isStillPayable: true });
    await passMinutes(2);
    expect((await payment(payment_id)).state).toBe('failed');
    await app.call('retryPayment', { as: reader, params: { id: payment_id }, body: {} });
    // The first session took money although it was closed.
    fake.set(idOf(payment_id, 1), { status: 'paid', isStillPayable: false });
    fake.set(idOf(payment_id, 2), { status: 'paid' });
    for (const attempt of [2, 1, 2, 1])
      await app.call('receiveWebhook', {
        params: { provider: 'stripe' },
        body: { id: `${attempt}-${Math.random()}`, type: 'paid', session: idOf(payment_id, attempt) },
      });
    await app.runJobs();
    await app.runJobs();
    await passMinutes(2);
    expect(await payment(payment_id)).toMatchObject({ state: 'paid', refunded_kopecks: 0 });
    const refunded = fake.findSessions(payment_id).map(({ refundedKopecks }) => refundedKopecks);
    expect(refunded.sort()).toEqual([0, 29_900]);
    expect(await listHistoryActions(app, reader)).toEqual(['created', 'payment_failed', 'activated']);
    const mails = app.mails.map(({ subject }) => subject.split(':')[0]);
    expect(mails.filter((subject) => subject === 'Деньги возвращены')).toHaveLength(1);
    expect(await findInvariantViolations(app)).toEqual([]);
  });
});

describe('a refund', () => {
  let staff: TestUser;
  let paymentId: number;
  beforeEach(async () => {
    staff = await app.createUser({ isStaff: true });
    paymentId = (await openCheckout(app, reader)).payment_id;
    fake.set(idOf(paymentId), { status: 'paid' });
    await passMinutes(1);
  });
  const refund = (amount: string, headers: Record<string, string> = {}) =>
    app.call('refundPayment', { as: staff, params: { id: paymentId }, body: { amount }, headers });
  const refunds = () => app.db.selectFrom('refunds').selectAll().orderBy('id').execute();

  it.each(['lost-before', 'lost-after'] as const)('is requested again after a response %s', async (fault) => {
    fake.failNext(fault);
    expect((await refund('299.00')).body.status).toBe('pending');
    await passMinutes(3);
    expect(await refunds()).toMatchObject([{ status: 'succeeded', tries: 2 }]);
    expect([...fake.refunds.values()]).toEqual([29_900]);
    expect(await payment(paymentId)).toMatchObject({ state: 'refunded', refunded_kopecks: 29_900 });
  });

  it('that is pending is queried until the provider decides', async () => {
    fake.setRefundStatus('pending');
    expect((await refund('100.00')).body.status).toBe('pending');
    await passMinutes(3);
    expect(await refunds()).toMatchObject([
      { status: 'pending', provider_id: expect.stringMatching(/^re_/) },
    ]);
    fake.setRefundStatus('failed');
    await passMinutes(3);
    expect(await refunds()).toMatchObject([{ status: 'failed' }]);
    expect(await payment(paymentId)).toMatchObject({ state: 'paid', reserved_kopecks: 0 });
  });

  it('with an idempotency key runs once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => refund('50.00', { 'idempotency-key': 'click-1' })),
    );
    const again = await refund('50.00', { 'idempotency-key': 'click-1' });
    expect([again.status, again.body.status]).toEqual([201, 'succeeded']);
    for (const { status } of responses) expect([201, 409]).toContain(status);
    expect(await refunds()).toHaveLength(1);
    expect((await refund('60.00', { 'idempotency-key': 'click-1' })).status).toBe(422);
    expect((await refund('60.00', { 'idempotency-key': 'click-2' })).status).toBe(201);
    // The state while another process runs the request.
    await app.db
      .updateTable('idempotency_keys')
      .set({ status: null, body: null })
      .where('key', '=', 'click-2')
      .execute();
    expect((await refund('60.00', { 'idempotency-key': 'click-2' })).status).toBe(409);
    expect([...fake.refunds.values()]).toEqual([5_000, 6_000]);
  });
});

it('records a dispute, and ends the subscription when it is lost', async () => {
  const { payment_id } = await openCheckout(app, reader);
  const sendDisputeEvent = async (id: string) => {
    const body = { id, type: 'dispute', session: idOf(payment_id) };
    await app.call('receiveWebhook', { params: { provider: 'stripe' }, body });
    await app.runJobs();
  };
  fake.set(idOf(payment_id), { status: 'paid', isDisputed: true });
  await sendDisputeEvent('created');
  expect(await payment(payment_id)).toMatchObject({ state: 'paid', disputed_at: now });
  fake.set(idOf(payment_id), { refundedKopecks: 29_900 });
  await sendDisputeEvent('closed');
  expect((await payment(payment_id)).state).toBe('refunded');
  expect((await app.call('getSubscriptionState', { as: reader })).body.is_active).toBe(false);
});
