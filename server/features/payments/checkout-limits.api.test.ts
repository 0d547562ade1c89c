import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '#server/features/payments/index.ts';
import { buckets } from '#server/platform/rate-limits/buckets.ts';
import { createFakeProvider } from '#tests/support/fake-provider.ts';
import { createPlan } from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Runs with the default limits (`RATE_LIMIT_FACTOR=1`) and a provider that counts its calls. */
let app: TestApp;
let plans: number[];
let hosts = 0;
let now = new Date('2026-03-01T09:00:00Z');
const providerCalls = { sessions: 0, states: 0 };

beforeAll(async () => {
  const { provider } = createFakeProvider({ refusal: (reason) => new Error(reason) });
  const counted = {
    ...provider,
    createCheckout: (order: never) => {
      providerCalls.sessions += 1;
      return provider.createCheckout(order);
    },
    fetch: (id: string) => {
      providerCalls.states += 1;
      return provider.fetch(id);
    },
  } as unknown as PaymentProvider;
  app = await createTestApp({
    env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' },
    clock: { now: () => now },
    paymentProviders: [counted],
  });
  plans = [(await createPlan(app)).id, (await createPlan(app)).id];
});
afterAll(() => app.stop());

/** A reader on a separate network, so that tests share a network limit only on purpose. */
async function newReader(): Promise<{ reader: TestUser; host: string }> {
  hosts += 1;
  const reader = await app.createUser();
  return { reader, host: `203.0.113.${hosts}` };
}
const buy = (reader: TestUser, host: string, plan = 0) =>
  app.call('createCheckoutSession', {
    as: reader,
    body: { subscription_plan_id: plans[plan] },
    headers: { 'x-forwarded-for': host },
  });
const updatePayment = (payment: number, change: object) =>
  app.db.updateTable('payments').set(change).where('id', '=', payment).execute();
/** The provider does not know the session, so that nothing has to be cancelled there first. */
const forgetAtProvider = (payment: number) =>
  app.db.updateTable('checkouts').set({ provider_id: null }).where('payment_id', '=', payment).execute();
const hour = 3_600_000;

describe('new sessions at the payment provider', () => {
  it('are refused after ten in an hour for an account that alternates between plans', async () => {
    const { reader, host } = await newReader();
    providerCalls.sessions = 0;
    const statuses = [];
    const sessions = new Set();
    for (let click = 0; click < 40; click += 1) {
      const { status, body } = await buy(reader, host, click % 2);
      statuses.push(status);
      if (status === 201) sessions.add(body.session_id);
    }
    // The tenth session stays open and is returned again.
    expect(statuses).toEqual([...Array(10).fill(201), ...Array(15).fill([429, 201]).flat()]);
    expect([providerCalls.sessions, sessions.size]).toEqual([10, 10]);
    // A refused request creates no payment.
    expect((await app.call('listPayments', { as: reader })).body.count).toBe(10);
    now = new Date(now.getTime() + hour / 10);
    expect((await buy(reader, host)).status).toBe(201);
    expect(providerCalls.sessions).toBe(11);
  });

  it('are refused after ten in an hour for an account that cancels and starts again', async () => {
    const { reader, host } = await newReader();
    const statuses = [];
    for (let click = 0; click < 12; click += 1) {
      const { status, body } = await buy(reader, host);
      statuses.push(status);
      if (status === 201)
        await app.call('cancelPayment', { as: reader, params: { id: body.payment_id }, body: {} });
    }
    expect(statuses).toEqual([...Array(10).fill(201), 429, 429]);
  });

  it('are refused after ten in an hour for an account that retries a failed payment', async () => {
    const { reader, host } = await newReader();
    const { body: session } = await buy(reader, host);
    const statuses = [];
    for (let click = 0; click < 11; click += 1) {
      await updatePayment(session.payment_id, { state: 'failed' });
      await forgetAtProvider(session.payment_id);
      const { status } = await app.call('retryPayment', {
        as: reader,
        params: { id: session.payment_id },
        body: {},
        headers: { 'x-forwarded-for': host },
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(9).fill(200), 429, 429]);
  });

  it('are refused after 120 in an hour for one network, for any account', async () => {
    const host = '198.51.100.1';
    const readers = await Promise.all(Array.from({ length: 13 }, () => app.createUser()));
    let opened = 0;
    for (const reader of readers)
      for (let click = 0; click < 10; click += 1)
        if ((await buy(reader, host, click % 2)).status === 201) opened += 1;
    expect(opened).toBe(buckets.checkoutAddress.burst);
    const { reader, host: otherHost } = await newReader();
    expect((await buy(reader, otherHost)).status).toBe(201);
  });
});

it('returns the open session of the same plan without limit and without calling the provider', async () => {
  const { reader, host } = await newReader();
  const first = await buy(reader, host);
  providerCalls.sessions = 0;
  for (let click = 0; click < 30; click += 1)
    expect([(await buy(reader, host)).status, (await buy(reader, host)).body]).toEqual([201, first.body]);
  expect(providerCalls.sessions).toBe(0);
});

it('creates one session for fifty concurrent requests at the default limits', async () => {
  const { reader, host } = await newReader();
  providerCalls.sessions = 0;
  const responses = await Promise.all(Array.from({ length: 50 }, () => buy(reader, host)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(providerCalls.sessions).toBe(1);
});

it('serves a status polled in a loop from the database', async () => {
  const { reader, host } = await newReader();
  const { body: session } = await buy(reader, host);
  providerCalls.states = 0;
  for (let poll = 0; poll < 60; poll += 1) {
    const params = { id: session.payment_id };
    const { status, body } = await app.call('getPaymentStatus', { as: reader, params });
    expect([status, body.status]).toEqual([200, 'processing']);
  }
  expect(providerCalls.states).toBe(buckets.paymentStatus.burst);
});

describe('the payment history', () => {
  let reader: TestUser;
  beforeAll(async () => {
    const buyer = await newReader();
    reader = buyer.reader;
    const { body: session } = await buy(reader, buyer.host);
    const { id, ...row } = await app.db
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', session.payment_id)
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('payments')
      .values(Array.from({ length: 250 }, () => ({ ...row, state: 'cancelled' })))
      .execute();
  });
  const history = async (query = {}) => app.call('listPaymentHistory', { as: reader, query });
  const ids = (response: { body: { results: { id: number }[] } }) =>
    response.body.results.map(({ id }) => id);

  it('returns the newest 100 and the total count without a page', async () => {
    const { body } = await history();
    expect(Object.keys(body).sort()).toEqual(['count', 'results']);
    expect([body.count, body.results.length]).toEqual([251, 100]);
    expect(ids({ body })).toEqual([...ids({ body })].sort((left, right) => right - left));
  });

  it('returns further payments by page, at most 100 at once', async () => {
    const pages = [await history({ page: 1 }), await history({ page: 2 }), await history({ page: 3 })];
    expect(pages.map(({ body }) => body.results.length)).toEqual([100, 100, 51]);
    expect(new Set(pages.flatMap(ids)).size).toBe(251);
    expect((await history({ page_size: 100_000 })).body.results).toHaveLength(100);
    expect((await history({ page: 2, page_size: 10 })).body.results).toHaveLength(10);
    expect((await history({ page: 4 })).status).toBe(404);
  });
});
