import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paymentProviders } from '#contract/payment-providers.ts';
import {
  checkout,
  createPlan,
  findInvariantViolations,
  getDefaultPlan,
  listHistoryActions,
  openCheckout,
  pressSandboxButton,
  setSubscriptionEnd,
  subscribe,
} from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let reader: TestUser;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  reader = await app.createUser();
});

const statusOf = (id: number, as = reader) => app.call('getPaymentStatus', { as, params: { id } });
const payment = async (id: number, as = reader) =>
  (await app.call('getPayment', { as, params: { id } })).body;

describe('create-checkout-session', () => {
  it('opens a session and creates a pending subscription', async () => {
    const { status, body } = await checkout(app, reader);
    expect(status).toBe(201);
    expect(body.checkout_url).toContain('checkout.stripe.com');
    expect(body.checkout_url.startsWith('http://localhost:8000/')).toBe(true);
    expect(body.session_id).toMatch(/^cs_/);
    expect(await payment(body.payment_id)).toEqual({
      id: body.payment_id,
      user: reader.user.id,
      user_info: { id: reader.user.id, username: reader.user.username, email: reader.user.email },
      subscription: expect.any(Number),
      subscription_info: expect.objectContaining({ plan_name: 'Premium Monthly', status: 'pending' }),
      plan: (await getDefaultPlan(app)).id,
      plan_name: 'Premium Monthly',
      amount: '299.00',
      refunded_amount: '0.00',
      currency: 'RUB',
      status: 'processing',
      payment_method: 'sandbox',
      description: 'Subscription to Premium Monthly',
      is_successful: false,
      is_pending: true,
      can_be_refunded: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      processed_at: null,
    });
    const state = (await app.call('getSubscriptionState', { as: reader })).body;
    expect(state).toMatchObject({ has_subscription: true, is_active: false, can_pin_posts: false });
    expect(state.subscription).toMatchObject({ status: 'pending', is_active: false, days_remaining: 0 });
    expect(await listHistoryActions(app, reader)).toEqual(['created']);
  });

  it('reports an unknown plan before any other error', async () => {
    const withdrawn = await createPlan(app, { is_active: false });
    const bad = { payment_method: 'gold', success_url: 'javascript:alert(1)' };
    const cases: Array<[object, string]> = [
      [{ subscription_plan_id: undefined }, 'Выберите тариф.'],
      [{ subscription_plan_id: null }, 'Выберите тариф.'],
      [{ subscription_plan_id: 'x' }, 'Такого тарифа нет.'],
      [{ subscription_plan_id: 999_999 }, 'Такого тарифа нет.'],
      [{ subscription_plan_id: -1 }, 'Такого тарифа нет.'],
      [{ subscription_plan_id: withdrawn.id }, 'Такого тарифа нет.'],
    ];
    for (const [body, text] of cases) {
      const response = await checkout(app, reader, { ...bad, ...body });
      expect([response.status, response.body]).toEqual([400, { subscription_plan_id: [text] }]);
    }
  });

  it('returns 400 for unknown methods and foreign return URLs', async () => {
    const invalid = 'Нужен адрес, который начинается с http:// или https://.';
    const foreign = 'Вернуться после оплаты можно только на этот сайт.';
    const cases: Array<[object, object]> = [
      [{ payment_method: 'gold' }, { payment_method: ['Этот способ оплаты недоступен.'] }],
      [{ success_url: 'https://evil.example/' }, { success_url: [foreign] }],
      [{ success_url: 'http://localhost:8000@evil.example/' }, { success_url: [foreign] }],
      [{ success_url: 'http://localhost.evil.example/' }, { success_url: [foreign] }],
      [{ cancel_url: '//evil.example' }, { cancel_url: [invalid] }],
      [{ cancel_url: 'javascript:alert(1)' }, { cancel_url: [invalid] }],
      [{ cancel_url: `http://localhost/${'x'.repeat(2_048)}` }, { cancel_url: [invalid] }],
    ];
    for (const [body, expected] of cases) {
      const response = await checkout(app, reader, body);
      expect([response.status, response.body]).toEqual([400, expected]);
    }
    expect((await app.call('listPayments', { as: reader })).body.count).toBe(0);
  });

  it.each(paymentProviders)('returns the method %s, served by the sandbox', async (method) => {
    const { payment_id } = await openCheckout(app, reader, { payment_method: method });
    expect((await payment(payment_id)).payment_method).toBe(method);
  });

  it('accepts the aliases of the plan id, also for staff', async () => {
    const { id } = await getDefaultPlan(app);
    const staff = await app.createUser({ isStaff: true });
    for (const body of [{ plan_id: String(id) }, { plan: id }])
      expect((await app.call('createCheckoutSession', { as: staff, body })).status).toBe(201);
  });

  it('returns the open session for the same plan and a new one for another plan', async () => {
    const first = await openCheckout(app, reader);
    expect(await openCheckout(app, reader)).toEqual(first);
    const other = await createPlan(app);
    const second = await openCheckout(app, reader, { subscription_plan_id: other.id });
    expect(second.payment_id).not.toBe(first.payment_id);
    expect((await payment(first.payment_id)).status).toBe('cancelled');
    expect((await payment(second.payment_id)).subscription_info.status).toBe('pending');
    // The earlier page, still open in another tab, no longer takes money.
    expect((await pressSandboxButton(app, first, 'pay')).headers.get('location')).toBe(
      'http://localhost:8000/subscription/cancel',
    );
    expect((await statusOf(first.payment_id)).body.status).toBe('cancelled');
  });

  it('opens another session after the first has expired', async () => {
    const first = await openCheckout(app, reader);
    const past = new Date(Date.now() - 1000);
    await app.db
      .updateTable('checkouts')
      .set({ expires_at: past })
      .where('payment_id', '=', first.payment_id)
      .execute();
    await app.db
      .updateTable('sandbox_sessions')
      .set({ expires_at: past })
      .where('payment_id', '=', first.payment_id)
      .execute();
    expect((await app.fetch(new URL(first.checkout_url).pathname)).body).toContain('Платёж отменён');
    const second = await openCheckout(app, reader);
    expect(second.payment_id).not.toBe(first.payment_id);
    expect((await payment(first.payment_id)).status).toBe('cancelled');
  });

  it('creates one payment for fifty concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => checkout(app, reader)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const sessions = await app.db
      .selectFrom('sandbox_sessions')
      .selectAll()
      .where('payment_id', '=', responses[0]?.body.payment_id)
      .execute();
    expect(sessions).toHaveLength(1);
    expect((await app.call('listPayments', { as: reader })).body.count).toBe(1);
  });

  it('refuses a purchase with more than a week left, and extends the term after that', async () => {
    await subscribe(app, reader);
    const refused = await checkout(app, reader);
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['non_field_errors']]);
    await setSubscriptionEnd(app, reader, 6);
    const before = (await app.call('getMySubscription', { as: reader })).body;
    const session = await openCheckout(app, reader);
    expect((await app.call('getMySubscription', { as: reader })).body).toMatchObject({
      status: 'active',
      end_date: before.end_date,
    });
    await pressSandboxButton(app, session, 'pay');
    const after = (await app.call('getMySubscription', { as: reader })).body;
    expect(after).toMatchObject({ status: 'active', start_date: before.start_date, days_remaining: 36 });
    expect(Date.parse(after.end_date) - Date.parse(before.end_date)).toBe(30 * 86_400_000);
    expect(await listHistoryActions(app, reader)).toEqual(['created', 'activated', 'renewed']);
  });

  it('allows a new purchase after cancellation and after expiry', async () => {
    await subscribe(app, reader);
    await app.call('cancelSubscription', { as: reader });
    await subscribe(app, reader);
    expect((await app.call('getMySubscription', { as: reader })).body).toMatchObject({ days_remaining: 30 });
    await setSubscriptionEnd(app, reader, -1);
    await subscribe(app, reader);
    expect((await app.call('getMySubscription', { as: reader })).body).toMatchObject({
      status: 'active',
      days_remaining: 30,
    });
    expect(await listHistoryActions(app, reader)).toEqual([
      'created',
      'activated',
      'cancelled',
      'renewed',
      'expired',
      'renewed',
    ]);
    expect(await findInvariantViolations(app)).toEqual([]);
  });
});

describe('the payment page of the sandbox', () => {
  const pageOf = (url: string) => app.fetch(new URL(url).pathname);

  it('renders a form without a script', async () => {
    const session = await openCheckout(app, reader, { success_url: 'http://localhost:5173/done' });
    const { status, body, headers } = await pageOf(session.checkout_url);
    expect(status).toBe(200);
    expect(body).toContain('<html lang="ru">');
    expect(body).toContain('Оплатить 299\u00a0₽');
    expect(body).not.toContain('<script');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:5173");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('redirects back with the session id after activating the subscription', async () => {
    const session = await openCheckout(app, reader, {
      success_url: 'http://localhost:5173/done?id={CHECKOUT_SESSION_ID}&x=1',
    });
    const response = await pressSandboxButton(app, session, 'pay');
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `http://localhost:5173/done?id=${session.session_id}&x=1`,
    ]);
    expect((await app.call('getSubscriptionState', { as: reader })).body).toMatchObject({
      is_active: true,
      can_pin_posts: true,
    });
    expect((await pageOf(session.checkout_url)).body).toContain('Оплачено');
    expect((await pressSandboxButton(app, session, 'decline')).headers.get('location')).toContain('/done');
    expect((await statusOf(session.payment_id)).body).toEqual({
      payment_id: session.payment_id,
      status: 'succeeded',
      message: 'Payment successful and subscription activated',
      subscription_activated: true,
    });
  });

  it('redirects to the pages of the site without return URLs', async () => {
    const session = await openCheckout(app, reader);
    expect((await pressSandboxButton(app, session, 'close')).headers.get('location')).toBe(
      'http://localhost:8000/subscription/cancel',
    );
    expect((await statusOf(session.payment_id)).body.status).toBe('processing');
    expect((await pressSandboxButton(app, session, 'pay')).headers.get('location')).toBe(
      `http://localhost:8000/subscription/success?session_id=${session.session_id}`,
    );
  });

  it('returns 404 for a link with a wrong signature', async () => {
    const session = await openCheckout(app, reader);
    const path = new URL(session.checkout_url).pathname;
    const [id = ''] = path.split('/').at(-1)?.split('.') ?? [];
    for (const forged of [
      path.slice(0, -1),
      `${path}0`,
      path.replace(/\.[^./]*$/, '.'),
      path.replace(id, 'sbx_x'),
    ]) {
      const page = await app.fetch(forged);
      expect([page.status, page.body.includes('Ссылка не действует')]).toEqual([404, true]);
      const form = new URLSearchParams({ action: 'pay' });
      expect((await app.fetch(forged, { method: 'POST', body: form })).status).toBe(404);
    }
    expect((await statusOf(session.payment_id)).body.status).toBe('processing');
  });

  it('escapes the name of a plan', async () => {
    const plan = await createPlan(app, { name: '<script>alert(1)</script>' });
    const session = await openCheckout(app, reader, { subscription_plan_id: plan.id });
    const { body } = await pageOf(session.checkout_url);
    expect(body).toContain('&lt;script&gt;');
    expect(body).not.toContain('<script');
  });
});

describe('cancel', () => {
  const cancel = (id: number | string, as = reader) => app.call('cancelPayment', { as, params: { id } });

  it('cancels an unfinished payment', async () => {
    const { payment_id } = await openCheckout(app, reader);
    const { status, body } = await cancel(payment_id);
    expect([status, body]).toEqual([200, { message: 'Payment cancelled successfully' }]);
    expect(await payment(payment_id)).toMatchObject({
      status: 'cancelled',
      subscription_info: { status: 'cancelled' },
    });
    expect((await cancel(payment_id)).body).toMatchObject({ error: 'Can only cancel pending payments' });
    const staff = await app.createUser({ isStaff: true });
    expect((await cancel((await openCheckout(app, staff)).payment_id, staff)).status).toBe(200);
  });

  it('keeps an active subscription', async () => {
    await subscribe(app, reader);
    await setSubscriptionEnd(app, reader, 3);
    const { payment_id } = await openCheckout(app, reader);
    expect((await cancel(payment_id)).status).toBe(200);
    expect((await app.call('getMySubscription', { as: reader })).body.status).toBe('active');
  });

  it('returns 400 for a payment that was paid meanwhile', async () => {
    const session = await openCheckout(app, reader);
    await app.db
      .updateTable('sandbox_sessions')
      .set({ status: 'paid' })
      .where('payment_id', '=', session.payment_id)
      .execute();
    expect((await cancel(session.payment_id)).status).toBe(400);
    expect((await payment(session.payment_id)).status).toBe('succeeded');
  });

  it('ends paid and active, or cancelled and unpaid, when cancellation and payment race', async () => {
    for (let round = 0; round < 10; round += 1) {
      const racer = await app.createUser();
      const session = await openCheckout(app, racer);
      await Promise.all([cancel(session.payment_id, racer), pressSandboxButton(app, session, 'pay')]);
      const { status } = await payment(session.payment_id, racer);
      const { is_active } = (await app.call('getSubscriptionState', { as: racer })).body;
      expect([
        ['succeeded', true],
        ['cancelled', false],
      ]).toContainEqual([status, is_active]);
    }
    expect(await findInvariantViolations(app)).toEqual([]);
  });
});

describe('retry', () => {
  const retry = (id: number | string, as = reader, body: object = {}) =>
    app.call('retryPayment', { as, params: { id }, body });

  it('opens a new session for a failed payment', async () => {
    const first = await openCheckout(app, reader);
    await pressSandboxButton(app, first, 'decline');
    expect((await statusOf(first.payment_id)).body).toMatchObject({
      status: 'failed',
      subscription_activated: false,
    });
    expect(await payment(first.payment_id)).toMatchObject({ subscription_info: { status: 'cancelled' } });
    expect(
      (await retry(first.payment_id, reader, { success_url: 'https://evil.example' })).body,
    ).toHaveProperty('success_url');
    const { status, body } = await retry(first.payment_id);
    expect([status, body.payment_id]).toEqual([200, first.payment_id]);
    expect(body.session_id).not.toBe(first.session_id);
    expect(await payment(first.payment_id)).toMatchObject({
      status: 'processing',
      subscription_info: { status: 'pending' },
    });
    // A later event of the first session changes nothing.
    await pressSandboxButton(app, first, 'pay');
    expect((await statusOf(first.payment_id)).body.status).toBe('processing');
    await pressSandboxButton(app, body, 'pay');
    expect((await statusOf(first.payment_id)).body.status).toBe('succeeded');
    expect(await listHistoryActions(app, reader)).toEqual(['created', 'payment_failed', 'activated']);
  });

  it('returns 404 for payments of others and for payments that have not failed', async () => {
    const session = await openCheckout(app, reader);
    expect((await retry(session.payment_id)).status).toBe(404);
    await pressSandboxButton(app, session, 'decline');
    const staff = await app.createUser({ isStaff: true });
    for (const id of [session.payment_id, 999_999, 'x']) expect((await retry(id, staff)).status).toBe(404);
    const own = await openCheckout(app, staff);
    await pressSandboxButton(app, own, 'decline');
    expect((await retry(own.payment_id, staff)).status).toBe(200);
  });

  it('is refused with the offer on sale once its plan has another price or term, or is not sold', async () => {
    const { id } = await createPlan(app, { price_kopecks: 29_900, duration_days: 30 });
    const staff = await app.createUser({ isStaff: true });
    const change = (body: object) => app.call('updatePlan', { as: staff, params: { id }, body });
    const session = (await checkout(app, reader, { subscription_plan_id: id })).body;
    await pressSandboxButton(app, session, 'decline');
    const history = await listHistoryActions(app, reader);
    for (const [offer, detail] of [
      [{ price: '349.50' }, /349,50\s₽ за 30\sдней/],
      [{ price: '299.00', duration_days: 7 }, /299\s₽ за 7\sдней/],
    ] as const) {
      const { body: plan } = await change(offer);
      const { status, body } = await retry(session.payment_id);
      expect(status).toBe(400);
      expect(body).toEqual({ error: 'The offer has changed', detail: expect.stringMatching(detail), plan });
    }
    await change({ duration_days: 30, is_active: false });
    expect(await retry(session.payment_id)).toMatchObject({
      status: 400,
      body: { error: 'The offer has changed', plan: null },
    });
    expect((await payment(session.payment_id)).status).toBe('failed');
    expect(await listHistoryActions(app, reader)).toEqual(history);
    await change({ is_active: true });
    expect((await retry(session.payment_id)).status).toBe(200);
  });

  it('creates one session for ten concurrent requests and cancels another open payment', async () => {
    const failed = await openCheckout(app, reader);
    await pressSandboxButton(app, failed, 'decline');
    const other = await openCheckout(app, reader);
    const responses = await Promise.all(Array.from({ length: 10 }, () => retry(failed.payment_id)));
    const urls = responses.filter(({ status }) => status === 200).map(({ body }) => body.checkout_url);
    expect(urls.length).toBeGreaterThan(0);
    expect(new Set(urls).size).toBe(1);
    expect((await payment(other.payment_id)).status).toBe('cancelled');
  });
});

it('refuses checkouts and webhooks if no provider is configured', async () => {
  const closed = await createTestApp({ env: { SANDBOX_PAYMENTS: 'false' } });
  try {
    const user = await closed.createUser();
    for (const body of [{}, { payment_method: 'sandbox' }])
      expect((await checkout(closed, user, body)).body).toHaveProperty('payment_method');
    const response = await closed.call('receiveWebhook', { params: { provider: 'sandbox' }, body: {} });
    expect(response.status).toBe(400);
  } finally {
    await closed.stop();
  }
});
