import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  findInvariantViolations,
  listHistoryActions,
  openCheckout,
  pressSandboxButton,
  subscribe,
} from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import type { BillingEvent } from './billing-event.ts';

/** Billing events reach the reader by e-mail and the listener, once each. */
let app: TestApp;
let reader: TestUser;
let now: Date;
let publishedEvents: BillingEvent[];

beforeEach(async () => {
  now = new Date('2026-11-20T10:00:00Z');
  publishedEvents = [];
  app = await createTestApp({
    clock: { now: () => now },
    onBillingEvent: async (_tx, event) => void publishedEvents.push(event),
  });
  reader = await app.createUser();
  await app.runJobs();
  app.mails.length = 0;
});
afterEach(() => app.stop());

const listPublishedKinds = () => publishedEvents.map(({ kind }) => kind);
const passDays = (days: number) => {
  now = new Date(now.getTime() + days * 86_400_000);
};
/** Runs the hourly jobs twice, to show that nothing is sent twice. */
async function runHourlyJobs(): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    await app.runJob('subscriptions.remind');
    await app.runJob('subscriptions.expire');
    await app.runJobs();
  }
}
/** The kinds of the reader's notifications, oldest first. */
const listNotificationKinds = async () => {
  const rows = await app.db
    .selectFrom('notifications')
    .select('kind')
    .where('account_id', '=', reader.user.id)
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
};
const listSubjects = () => app.mails.map(({ subject }) => subject);

it('notifies once of the payment, the approaching end and the expiry of a term', async () => {
  await subscribe(app, reader);
  expect(listSubjects()).toEqual(['Подписка оплачена: News Site']);
  expect(app.mails[0]).toMatchObject({ to: reader.user.email });
  const text = app.mails[0]?.body.markup ?? '';
  expect(text).toContain('299\u00a0₽');
  expect(text).toContain('Подписка действует до 20 декабря 2026 года.');
  expect(text).toContain('http://localhost:8000/subscription');
  passDays(26);
  await runHourlyJobs();
  expect(listPublishedKinds()).toEqual(['paid']);
  passDays(1);
  await runHourlyJobs();
  await runHourlyJobs();
  passDays(2);
  await runHourlyJobs();
  passDays(1);
  await runHourlyJobs();
  expect(listPublishedKinds()).toEqual(['paid', 'ending', 'ending', 'expired']);
  expect(listSubjects().slice(1)).toEqual([
    'Подписка скоро закончится: News Site',
    'Подписка заканчивается завтра: News Site',
    'Подписка закончилась: News Site',
  ]);
  expect(new Set(app.mails.map(({ id }) => id)).size).toBe(4);
  expect(await listNotificationKinds()).toEqual([
    'welcome',
    'subscription_activated',
    'subscription_expiring',
    'subscription_expiring',
    'subscription_expired',
  ]);
  const { status } = await app.db.selectFrom('subscriptions').select('status').executeTakeFirstOrThrow();
  expect(status).toBe('expired');
  expect(await findInvariantViolations(app)).toEqual([]);
});

it('reminds of the new end after a term was extended', async () => {
  await subscribe(app, reader);
  passDays(27);
  await runHourlyJobs();
  const again = await app.call('login', { body: { email: reader.user.email, password: reader.password } });
  await subscribe(app, { ...again.body, password: reader.password });
  await runHourlyJobs();
  passDays(29);
  await runHourlyJobs();
  expect(listPublishedKinds()).toEqual(['paid', 'ending', 'paid']);
  passDays(1);
  await runHourlyJobs();
  expect(listPublishedKinds()).toEqual(['paid', 'ending', 'paid', 'ending']);
});

it('sends one reminder after the worker was down for days', async () => {
  await subscribe(app, reader);
  passDays(29.5);
  await runHourlyJobs();
  expect(publishedEvents.slice(1)).toMatchObject([{ kind: 'ending', data: { daysLeft: 1 } }]);
});

it('sends no reminder for a term of two days', async () => {
  await app.db.updateTable('plans').set({ duration_days: 2 }).execute();
  await subscribe(app, reader);
  await runHourlyJobs();
  passDays(1.5);
  await runHourlyJobs();
  expect(listPublishedKinds()).toEqual(['paid']);
});

it('records an expiry and removes the pin in the hourly jobs', async () => {
  await subscribe(app, reader);
  const post = await app.createPost(reader);
  await app.call('pinPost', { as: reader, body: { post_id: post.id } });
  passDays(31);
  await runHourlyJobs();
  const again = await app.call('login', { body: { email: reader.user.email, password: reader.password } });
  expect(await listHistoryActions(app, { ...again.body, password: reader.password })).toEqual([
    'created',
    'activated',
    'post_pinned',
    'post_unpinned',
    'expired',
  ]);
  expect(await app.db.selectFrom('pins').selectAll().execute()).toEqual([]);
});

it('notifies of a failed payment and of each partial refund', async () => {
  await pressSandboxButton(app, await openCheckout(app, reader), 'decline');
  expect(listSubjects()).toEqual(['Оплата не прошла: News Site']);
  const { payment_id } = await subscribe(app, reader);
  const staff = await app.createUser({ isStaff: true });
  for (const amount of ['100.00', '199.00'])
    await app.call('refundPayment', { as: staff, params: { id: payment_id }, body: { amount } });
  await app.runJobs();
  expect(publishedEvents).toMatchObject([
    { kind: 'payment_failed', data: { amount: '299.00', currency: 'RUB' } },
    { kind: 'paid', accountId: reader.user.id, data: { paymentId: payment_id } },
    { kind: 'refunded', data: { amount: '100.00', isWhole: false } },
    { kind: 'refunded', data: { amount: '199.00', isWhole: true } },
  ]);
  const ofReader = app.mails.filter(({ to }) => to === reader.user.email);
  expect(ofReader.map(({ subject }) => subject)).toEqual([
    'Оплата не прошла: News Site',
    'Подписка оплачена: News Site',
    'Деньги возвращены: News Site',
    'Деньги возвращены: News Site',
  ]);
  expect(await listNotificationKinds()).toEqual([
    'welcome',
    'payment_failed',
    'subscription_activated',
    'payment_refunded',
    'subscription_cancelled',
    'payment_refunded',
  ]);
  const bodies = app.mails.map(({ body }) => body.markup);
  expect(bodies.some((body) => body.includes('Платёж возвращён частично'))).toBe(true);
  expect(bodies.some((body) => body.includes('Платёж возвращён полностью'))).toBe(true);
});

it('sends nothing when the transaction is rolled back', async () => {
  const session = await openCheckout(app, reader);
  await app.stop();
  now = new Date('2026-11-20T10:00:00Z');
  publishedEvents = [];
  app = await createTestApp({
    clock: { now: () => now },
    onBillingEvent: async () => {
      throw new Error('the listener fails');
    },
  });
  reader = await app.createUser();
  const other = await openCheckout(app, reader);
  expect(other.session_id).not.toBe(session.session_id);
  await app.runJobs();
  app.mails.length = 0;
  await pressSandboxButton(app, other, 'pay');
  expect(await app.db.selectFrom('billing_events').selectAll().execute()).toEqual([]);
  expect(app.mails).toEqual([]);
  expect(await findInvariantViolations(app)).toEqual([]);
});

it('sends no e-mail to a disabled account', async () => {
  const session = await openCheckout(app, reader);
  await app.db.updateTable('accounts').set({ is_active: false }).where('id', '=', reader.user.id).execute();
  await pressSandboxButton(app, session, 'pay');
  expect([listPublishedKinds(), listSubjects()]).toEqual([['paid'], []]);
});
