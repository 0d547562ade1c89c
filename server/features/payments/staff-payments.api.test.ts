import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moscowDay } from '#server/platform/moscow-day.ts';
import {
  createPlan,
  openCheckout,
  pressSandboxButton,
  setSubscriptionEnd,
  subscribe,
} from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { createTickingClock } from '#tests/support/ticking-clock.ts';

let app: TestApp;
const clock = createTickingClock();
let staff: TestUser;
let anna: TestUser;
let boris: TestUser;
let paid: number;
let declined: number;
let open: number;

beforeAll(async () => {
  app = await createTestApp({ clock });
  staff = await app.createUser({ isStaff: true });
  anna = await app.createUser({ username: 'anna_1' });
  boris = await app.createUser({ username: 'boris-2' });
  paid = (await subscribe(app, anna)).payment_id;
  const session = await openCheckout(app, boris);
  await pressSandboxButton(app, session, 'decline');
  declined = session.payment_id;
  const plan = await createPlan(app);
  open = (await openCheckout(app, boris, { subscription_plan_id: plan.id, payment_method: 'stripe' }))
    .payment_id;
});
afterAll(() => app.stop());

const found = async (query: Record<string, string | number>) => {
  const { status, body } = await app.call('listStaffPayments', { as: staff, query });
  expect(status).toBe(200);
  return body.results.map(({ id }: { id: number }) => id);
};
const detail = async (id: number | string, as = staff) => app.call('getStaffPayment', { as, params: { id } });

describe('the list of payments', () => {
  it('contains the payments of all users, newest first, in pages', async () => {
    const { body } = await app.call('listStaffPayments', { as: staff, query: { page_size: 2 } });
    expect(body).toMatchObject({
      count: 3,
      next: 'http://localhost:8000/api/v1/staff/payments/?page_size=2&page=2',
      results: [{ id: open, payment_method: 'stripe', provider: 'sandbox' }, { id: declined }],
    });
    expect(body.results[1]).toMatchObject({
      user_info: { username: 'boris-2', email: 'boris-2@example.com' },
      plan_name: 'Premium Monthly',
      status: 'failed',
      failure_reason: 'declined',
      refunded_amount: '0.00',
      disputed_at: null,
    });
    expect((await app.call('listStaffPayments', { as: staff, query: { page: 9 } })).status).toBe(404);
    expect((await app.call('listStaffPayments', { as: anna })).status).toBe(403);
  });

  it('is searched by username, e-mail address and payment id', async () => {
    expect(await found({ search: 'ANNA' })).toEqual([paid]);
    expect(await found({ search: 'boris-2@example' })).toEqual([open, declined]);
    expect(await found({ search: String(paid) })).toContain(paid);
    expect(await found({ search: 'a_n' })).toEqual([]);
    expect(await found({ search: 'anna boris' })).toEqual([]);
    expect(await found({ search: '%' })).toEqual([]);
  });

  it('is searched by provider id and session id', async () => {
    const { provider_id, session_id } = await app.db
      .selectFrom('checkouts')
      .select(['provider_id', 'session_id'])
      .where('payment_id', '=', declined)
      .executeTakeFirstOrThrow();
    expect(await found({ search: String(provider_id) })).toEqual([declined]);
    expect(await found({ search: session_id })).toEqual([declined]);
    expect(await found({ search: `boris ${session_id}` })).toEqual([declined]);
    expect(await found({ search: session_id.slice(0, -1) })).toEqual([]);
  });

  it('is filtered by status, method, user, plan and date', async () => {
    expect(await found({ status: 'succeeded' })).toEqual([paid]);
    expect(await found({ status: 'processing' })).toEqual([open]);
    expect(await found({ payment_method: 'stripe' })).toEqual([open]);
    expect(await found({ user: anna.user.id })).toEqual([paid]);
    const { plan } = (await detail(open)).body;
    expect(await found({ plan })).toEqual([open]);
    const today = moscowDay(clock.now());
    expect(await found({ from: today, to: today })).toHaveLength(3);
    expect(await found({ from: '2999-12-31' })).toEqual([]);
    expect(await found({ to: '2020-01-01' })).toEqual([]);
    const wrong: Array<Record<string, string>> = [
      { status: 'x' },
      { from: '2026-02-30' },
      { from: '0000-01-01' },
      { plan: 'x' },
    ];
    for (const query of wrong) {
      const response = await app.call('listStaffPayments', { as: staff, query });
      expect([response.status, Object.keys(response.body)]).toEqual([400, Object.keys(query)]);
    }
  });
});

describe('one payment', () => {
  it('contains its complete history without provider ids', async () => {
    const refund = { as: staff, params: { id: paid }, body: { amount: '99.00', reason: 'Сбой' } };
    await app.call('refundPayment', refund);
    await app.runJobs();
    const { status, body } = await detail(paid);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: paid,
      status: 'succeeded',
      refunded_amount: '99.00',
      refundable_amount: '200.00',
      checkouts: [
        {
          attempt: 1,
          session_id: expect.stringMatching(/^cs_/),
          settled_at: expect.any(String),
          receipt: null,
        },
      ],
      refunds: [
        { amount: '99.00', reason: 'Сбой', created_by: staff.user.id, receipt: null, is_excess: false },
      ],
      notices: [
        { kind: 'paid', mailed_at: expect.any(String) },
        { kind: 'refunded', mailed_at: expect.any(String) },
      ],
    });
    expect(body.events).toMatchObject([
      { type: 'payment.paid', attempts: 1, outcome: 'applied', given_up_at: null },
      { type: 'refund.succeeded', outcome: 'unchanged' },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/sbx_|sbr_|evt_/);
    const { provider_id } = await app.db
      .selectFrom('refunds')
      .select('provider_id')
      .executeTakeFirstOrThrow();
    expect(await found({ search: String(provider_id) })).toEqual([paid]);
  });

  it('returns 403 to readers and 404 for unknown ids', async () => {
    expect((await detail(paid, anna)).status).toBe(403);
    for (const id of ['x', 999_999]) expect((await detail(id)).status).toBe(404);
  });
});

/** One month before `2026-01` is `2025-12`. */
function monthBefore(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - count);
  return date.toISOString().slice(0, 7);
}

it('reports revenue by day, by month and by plan, and churn', async () => {
  const now = new Date();
  const emptyApp = await createTestApp({ clock: { now: () => now } });
  try {
    const editor = await emptyApp.createUser({ isStaff: true });
    const report = async (query: Record<string, number> = {}) =>
      (await emptyApp.call('getMoneyReport', { as: editor, query })).body;
    const empty = await report();
    expect(empty).toMatchObject({
      revenue: 0,
      active_subscriptions: 0,
      churn: { at_start: 0, lost: 0, rate: 0, ended: 0 },
      plans: [{ name: 'Premium Monthly', payments: 0, revenue: 0, active_subscriptions: 0 }],
    });
    expect(empty.days).toHaveLength(31);
    const readers = await Promise.all([1, 2, 3, 4].map(() => emptyApp.createUser()));
    const payments = [];
    for (const reader of readers) payments.push((await subscribe(emptyApp, reader)).payment_id);
    const [first, second] = payments as [number, number];
    await emptyApp.call('refundPayment', { as: editor, params: { id: first }, body: { amount: '100.00' } });
    const old = new Date(now.getTime() - 10 * 86_400_000);
    await emptyApp.db.updateTable('payments').set({ processed_at: old }).where('id', '=', second).execute();
    await emptyApp.db.updateTable('entitlement_ledger').set({ starts_at: old }).execute();
    await emptyApp.call('cancelSubscription', { as: readers[1] as TestUser });
    await setSubscriptionEnd(emptyApp, readers[2] as TestUser, -1);
    const body = await report();
    expect(body).toMatchObject({
      revenue: 1_196,
      refunded: 100,
      active_subscriptions: 2,
      plans: [{ payments: 4, revenue: 1_096, active_subscriptions: 2 }],
      churn: { at_start: 0, lost: 0, ended: 2 },
    });
    const { months } = body;
    expect([months.length, months.at(-1).month]).toEqual([12, body.days.at(-1).date.slice(0, 7)]);
    expect(months[0].month).toBe(monthBefore(months.at(-1).month, 11));
    const sum = (field: string) =>
      months.reduce((total: number, month: Record<string, number>) => total + (month[field] ?? 0), 0);
    expect([sum('payments'), sum('revenue'), sum('refunded')]).toEqual([4, 1_196, 100]);
    // Payments in another currency are excluded.
    await emptyApp.db.updateTable('payments').set({ currency: 'USD' }).where('id', '=', second).execute();
    expect(await report()).toMatchObject({ currency: 'RUB', revenue: 897, plans: [{ payments: 3 }] });
    await emptyApp.db.updateTable('payments').set({ currency: 'RUB' }).where('id', '=', second).execute();
    const days = body.days.filter(({ payments: count }: { payments: number }) => count > 0);
    expect(days).toMatchObject([
      { payments: 1, revenue: 299, refunded: 0 },
      { payments: 3, revenue: 897, refunded: 100 },
    ]);
    const week = await report({ days: 7 });
    expect(week).toMatchObject({ revenue: 897, churn: { at_start: 4, lost: 2, rate: 50, ended: 2 } });
    expect(week.days).toHaveLength(8);
    expect((await emptyApp.call('getMoneyReport', { as: editor, query: { days: 0 } })).status).toBe(400);
    expect((await emptyApp.call('getMoneyReport', { as: readers[0] as TestUser })).status).toBe(403);
  } finally {
    await emptyApp.stop();
  }
});
