import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deriveSecret } from '#server/platform/crypto.ts';
import {
  findInvariantViolations,
  getDefaultPlan,
  listHistoryActions,
  openCheckout,
  pressSandboxButton,
  subscribe,
} from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { realProviders } from './providers/registry.ts';
import { sign } from './providers/sandbox/webhook-signature.ts';

const jwtSecret = randomBytes(32).toString('hex');
const sandboxSecret = deriveSecret(jwtSecret, 'sandbox payments');

let app: TestApp;
let staff: TestUser;
let reader: TestUser;

beforeAll(async () => {
  app = await createTestApp({ jwtSecret });
  staff = await app.createUser({ isStaff: true });
});
afterAll(() => app.stop());
beforeEach(async () => {
  reader = await app.createUser();
});

const get = (id: number | string, as = reader) => app.call('getPayment', { as, params: { id } });
const status = (id: number | string, as = reader) => app.call('getPaymentStatus', { as, params: { id } });

describe('payments', () => {
  it('are listed to their owner, newest first', async () => {
    const first = await subscribe(app, reader);
    await app.call('cancelSubscription', { as: reader });
    const second = await openCheckout(app, reader);
    const list = await app.call('listPayments', { as: reader, query: { page_size: 1 } });
    expect(list.body).toMatchObject({
      count: 2,
      previous: null,
      next: 'http://localhost:8000/api/v1/payment/payments/?page_size=1&page=2',
      results: [{ id: second.payment_id, status: 'processing' }],
    });
    const history = (await app.call('listPaymentHistory', { as: reader })).body;
    expect(history.count).toBe(2);
    expect(history.results.map(({ id }: { id: number }) => id)).toEqual([
      second.payment_id,
      first.payment_id,
    ]);
    expect(history.results[1]).toMatchObject({
      status: 'succeeded',
      is_successful: true,
      can_be_refunded: true,
      plan: (await getDefaultPlan(app)).id,
      plan_name: 'Premium Monthly',
      refunded_amount: '0.00',
      processed_at: expect.any(String),
    });
    expect((await app.call('listPayments', { as: reader, query: { page: 2 } })).status).toBe(404);
    for (const id of ['listPayments', 'listPaymentHistory'] as const)
      expect((await app.call(id, { as: staff })).body.count).toBe(0);
  });

  it('of others return 404, also for staff', async () => {
    const { payment_id } = await openCheckout(app, reader);
    expect((await get(payment_id)).status).toBe(200);
    for (const id of [payment_id, 999_999, 'x', '0', '99999999999999999999']) {
      expect((await get(id, staff)).status).toBe(404);
      expect((await status(id, staff)).status).toBe(404);
      expect((await app.call('cancelPayment', { as: staff, params: { id } })).status).toBe(404);
    }
    const own = await openCheckout(app, staff);
    expect((await get(own.payment_id, staff)).body.user_info.email).toBe(staff.user.email);
    expect((await status(own.payment_id, staff)).body.message).toBe('Payment is being processed');
  });
});

describe('webhooks', () => {
  const send = (event: object, header?: string, provider = 'sandbox') => {
    const text = JSON.stringify(event);
    return app.fetch(`/api/v1/payment/webhooks/${provider}/`, {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer stale',
        'sandbox-signature': header ?? sign(sandboxSecret, text, new Date()),
      },
    });
  };
  const eventOf = (id: string | null, type = 'payment.paid') => ({
    id: `evt_${randomUUID()}`,
    type,
    data: id === null ? {} : { object: { id } },
  });
  const countEvents = async () => (await app.db.selectFrom('webhook_events').selectAll().execute()).length;

  /** A paid session whose webhook was not sent. */
  async function paidWithoutWebhook() {
    const session = await openCheckout(app, reader);
    const { id } = await app.db
      .updateTable('sandbox_sessions')
      .set({ status: 'paid' })
      .where('payment_id', '=', session.payment_id)
      .returning('id')
      .executeTakeFirstOrThrow();
    return { ...session, id };
  }

  it('without proof return 400 and are not stored', async () => {
    const { id, payment_id } = await paidWithoutWebhook();
    const before = await countEvents();
    const event = eventOf(id);
    const text = JSON.stringify(event);
    const old = sign(sandboxSecret, text, new Date(Date.now() - 301_000));
    const forged = ['', 't=1,v1=00', sign('', text, new Date()), sign('guess', text, new Date()), old];
    for (const header of forged) {
      const response = await send(event, header);
      expect([response.status, response.body]).toEqual([400, { detail: 'Уведомление не подтверждено.' }]);
    }
    for (const provider of [...realProviders, 'nobody', '__proto__'])
      expect((await send(event, undefined, provider)).status).toBe(400);
    expect((await send({ hello: 'world' })).status).toBe(400);
    expect(await countEvents()).toBe(before);
    expect((await get(payment_id)).body.status).toBe('processing');
    expect((await send(event)).status).toBe(200);
    await app.runJobs();
    expect((await get(payment_id)).body.status).toBe('succeeded');
  });

  it('are used only for the object id', async () => {
    const { payment_id } = await openCheckout(app, reader);
    const { id } = await app.db
      .selectFrom('sandbox_sessions')
      .select('id')
      .where('payment_id', '=', payment_id)
      .executeTakeFirstOrThrow();
    expect((await send(eventOf(id))).status).toBe(200);
    expect((await get(payment_id)).body.status).toBe('processing');
    for (const other of [eventOf(null, 'balance.available'), eventOf('sbx_unknown')])
      expect((await send(other)).status).toBe(200);
    await app.runJobs();
    const outcomes = await app.db.selectFrom('webhook_events').select(['type', 'outcome']).execute();
    expect(outcomes).toContainEqual({ type: 'balance.available', outcome: 'ignored' });
    // Retried later: a new object may not be visible at the provider yet.
    expect(outcomes).toContainEqual({ type: 'payment.paid', outcome: null });
    expect(outcomes).toContainEqual({ type: 'payment.paid', outcome: 'unchanged' });
  });

  it('activate once when twenty of them race with the success page', async () => {
    const { id, payment_id } = await paidWithoutWebhook();
    const event = eventOf(id);
    const responses = await Promise.all([
      ...Array.from({ length: 10 }, () => send(event)),
      ...Array.from({ length: 10 }, () => send(eventOf(id))),
      ...Array.from({ length: 10 }, () => status(payment_id)),
    ]);
    await Promise.all([app.runJobs(), app.runJobs(), app.runJobs()]);
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    expect((await status(payment_id)).body.subscription_activated).toBe(true);
    expect(await listHistoryActions(app, reader)).toEqual(['created', 'activated']);
    expect((await app.call('getMySubscription', { as: reader })).body.days_remaining).toBe(30);
    const ledger = await app.db
      .selectFrom('entitlement_ledger')
      .selectAll()
      .where('payment_id', '=', payment_id)
      .execute();
    expect(ledger).toHaveLength(1);
    const same = await app.db
      .selectFrom('webhook_events')
      .selectAll()
      .where('event_key', '=', event.id)
      .execute();
    expect(same).toHaveLength(1);
    expect(await findInvariantViolations(app)).toEqual([]);
  });

  it('may be lost: the success page queries the provider', async () => {
    const { payment_id } = await paidWithoutWebhook();
    expect((await status(payment_id)).body).toMatchObject({
      status: 'succeeded',
      subscription_activated: true,
    });
  });

  it('return 413 for a large body and 404 for a NUL in the provider', async () => {
    expect((await send({ ...eventOf('x'), padding: 'x'.repeat(256 * 1024) })).status).toBe(413);
    expect((await send(eventOf('x'), undefined, '%00')).status).toBe(404);
  });
});

describe('refund', () => {
  const refund = (id: number | string, body: object, as = staff) =>
    app.call('refundPayment', { as, params: { id }, body });

  it('of the full amount ends subscription and pin', async () => {
    const { payment_id } = await subscribe(app, reader);
    const post = await app.createPost(reader);
    await app.call('pinPost', { as: reader, body: { post_id: post.id } });
    const { status: code, body } = await refund(payment_id, { amount: '299.00', reason: ' По просьбе ' });
    expect(code).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      payment: payment_id,
      payment_info: {
        id: payment_id,
        amount: '299.00',
        currency: 'RUB',
        status: 'refunded',
        user: reader.user.username,
      },
      amount: '299.00',
      reason: 'По просьбе',
      status: 'succeeded',
      is_partial: false,
      created_by: staff.user.id,
      created_by_info: { id: staff.user.id, username: staff.user.username },
      created_at: expect.any(String),
      processed_at: expect.any(String),
    });
    expect((await get(payment_id)).body).toMatchObject({
      status: 'refunded',
      is_successful: false,
      can_be_refunded: false,
      subscription_info: { status: 'cancelled' },
    });
    expect((await app.call('getPin', { as: reader })).status).toBe(404);
    expect(await listHistoryActions(app, reader)).toEqual([
      'created',
      'activated',
      'post_pinned',
      'post_unpinned',
      'cancelled',
    ]);
    expect((await app.call('getRefund', { as: staff, params: { id: body.id } })).body).toEqual(body);
    expect(await findInvariantViolations(app)).toEqual([]);
  });

  it('in parts keeps the subscription until the last part', async () => {
    const { payment_id } = await subscribe(app, reader);
    expect((await refund(payment_id, { amount: 100.5 })).body).toMatchObject({
      amount: '100.50',
      is_partial: true,
    });
    expect((await get(payment_id)).body).toMatchObject({
      status: 'succeeded',
      can_be_refunded: true,
      refunded_amount: '100.50',
    });
    expect((await refund(payment_id, { amount: '198.51' })).body).toEqual({
      amount: ['Сумма больше, чем осталось вернуть.'],
    });
    expect((await app.call('getMySubscription', { as: reader })).body.status).toBe('active');
    expect((await refund(payment_id, { amount: '198,50' })).status).toBe(201);
    expect((await app.call('getMySubscription', { as: reader })).body.status).toBe('cancelled');
  });

  it('keeps a subscription bought afterwards', async () => {
    const { payment_id } = await subscribe(app, reader);
    await app.call('cancelSubscription', { as: reader });
    await subscribe(app, reader);
    await refund(payment_id, { amount: '299.00' });
    expect((await get(payment_id)).body.status).toBe('refunded');
    expect((await app.call('getMySubscription', { as: reader })).body).toMatchObject({
      status: 'active',
      days_remaining: 30,
    });
  });

  it('validates permission, payment and amount', async () => {
    const { payment_id } = await subscribe(app, reader);
    expect((await refund(payment_id, { amount: '1' }, reader)).status).toBe(403);
    for (const id of [999_999, 'x']) expect((await refund(id, { amount: '1' })).status).toBe(404);
    const invalid = ['Укажите сумму числом, например 299 или 299,50.'];
    const cases: Array<[object, object]> = [
      [{}, { amount: ['Укажите сумму возврата.'] }],
      [{ amount: null }, { amount: ['Укажите сумму возврата.'] }],
      [{ amount: 'много' }, { amount: invalid }],
      [{ amount: '1.234' }, { amount: invalid }],
      [{ amount: -1 }, { amount: invalid }],
      [{ amount: '0.00' }, { amount: invalid }],
      [{ amount: {} }, { amount: invalid }],
      [{ amount: '1', reason: 'x'.repeat(251) }, { reason: ['Не больше 250 символов.'] }],
    ];
    for (const [body, expected] of cases) {
      const response = await refund(payment_id, body);
      expect([response.status, response.body]).toEqual([400, expected]);
    }
    const { payment_id: unpaid } = await openCheckout(app, await app.createUser());
    expect((await refund(unpaid, { amount: '1' })).body).toEqual({
      error: 'This payment cannot be refunded',
      detail: 'По этому платежу нельзя вернуть деньги.',
    });
  });

  it('never refunds more than the payment in concurrent requests', async () => {
    const { payment_id } = await subscribe(app, reader);
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => refund(payment_id, { amount: '100.00' })),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([201, 201, ...Array(10).fill(400)]);
    await Promise.all(Array.from({ length: 5 }, () => refund(payment_id, { amount: '99.00' })));
    const sums = await app.db
      .selectFrom('payments')
      .select(['state', 'refunded_kopecks', 'reserved_kopecks'])
      .where('id', '=', payment_id)
      .executeTakeFirstOrThrow();
    expect(sums).toEqual({ state: 'refunded', refunded_kopecks: 29_900, reserved_kopecks: 29_900 });
    const session = await app.db
      .selectFrom('sandbox_sessions')
      .select('refunded_kopecks')
      .where('payment_id', '=', payment_id)
      .executeTakeFirstOrThrow();
    expect(session.refunded_kopecks).toBe(29_900);
    expect((await listHistoryActions(app, reader)).filter((action) => action === 'cancelled')).toHaveLength(
      1,
    );
    expect(await findInvariantViolations(app)).toEqual([]);
  });

  it('is listed for staff only', async () => {
    await refund((await subscribe(app, reader)).payment_id, { amount: '1' });
    const { body } = await app.call('listRefunds', { as: staff, query: { page_size: 1 } });
    expect(body.results).toMatchObject([{ amount: '1.00', payment_info: { user: reader.user.username } }]);
    expect(JSON.stringify(body)).not.toContain('@');
    expect((await app.call('listRefunds', { as: staff, query: { page: 99 } })).status).toBe(404);
    for (const id of [999_999, 'x'])
      expect((await app.call('getRefund', { as: staff, params: { id } })).status).toBe(404);
    expect((await app.call('listRefunds', { as: reader })).status).toBe(403);
    expect((await app.call('getRefund', { as: reader, params: { id: 1 } })).status).toBe(403);
  });
});

it('returns payment analytics to staff', async () => {
  const emptyApp = await createTestApp();
  try {
    const editor = await emptyApp.createUser({ isStaff: true });
    const analytics = async () => (await emptyApp.call('getPaymentAnalytics', { as: editor })).body;
    const empty = { total_payments: 0, success_rate: 0, total_revenue: 0, average_payment: 0 };
    expect(await analytics()).toMatchObject({ ...empty, active_subscriptions: 0 });
    const buyers = await Promise.all([1, 2, 3].map(() => emptyApp.createUser()));
    const [first, second] = [
      await subscribe(emptyApp, buyers[0] as TestUser),
      await subscribe(emptyApp, buyers[1] as TestUser),
    ];
    await pressSandboxButton(emptyApp, await openCheckout(emptyApp, buyers[2] as TestUser), 'decline');
    await emptyApp.call('refundPayment', {
      as: editor,
      params: { id: first.payment_id },
      body: { amount: '99.50' },
    });
    const old = new Date(Date.now() - 31 * 86_400_000);
    await emptyApp.db
      .updateTable('payments')
      .set({ processed_at: old })
      .where('id', '=', second.payment_id)
      .execute();
    const body = await analytics();
    expect(body).toEqual({
      total_payments: 3,
      successful_payments: 2,
      success_rate: 66.67,
      total_revenue: 498.5,
      monthly_revenue: 199.5,
      monthly_payments: 1,
      average_payment: 249.25,
      active_subscriptions: 2,
      period: { from: expect.any(String), to: expect.any(String) },
    });
    expect(Date.parse(body.period.to) - Date.parse(body.period.from)).toBe(30 * 86_400_000);
    expect((await emptyApp.call('getPaymentAnalytics', { as: buyers[0] })).status).toBe(403);
  } finally {
    await emptyApp.stop();
  }
});
