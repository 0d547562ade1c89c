import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { createFakeProvider } from '#tests/support/fake-provider.ts';
import { findInvariantViolations, listHistoryActions, openCheckout } from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { ProviderRefusedError } from './provider.ts';
import { nextRetryAt } from './webhook.ts';

/** Each event in the inbox is applied exactly once, despite faults. */
let app: TestApp;
let reader: TestUser;
let fake: ReturnType<typeof createFakeProvider>;
let now: Date;
let errorMessages: string[];
let session: string;
let paymentId: number;

const log = createLog('error', { write: (line) => void errorMessages.push(JSON.parse(line).msg) });

beforeEach(async () => {
  now = new Date('2026-11-20T10:00:00Z');
  errorMessages = [];
  fake = createFakeProvider({ refusal: (reason) => new ProviderRefusedError(reason) });
  app = await createTestApp({ paymentProviders: [fake.provider], clock: { now: () => now }, log });
  reader = await app.createUser();
  paymentId = (await openCheckout(app, reader)).payment_id;
  session = fake.findSessions(paymentId)[0]?.providerId ?? '';
});
afterEach(() => app.stop());

const send = (id = 'evt-1', sessionId = session) =>
  app.call('receiveWebhook', {
    params: { provider: 'stripe' },
    body: { id, type: 'paid', session: sessionId },
  });
const events = () => app.db.selectFrom('webhook_events').selectAll().orderBy('event_key').execute();
const state = async () =>
  (await app.db.selectFrom('payments').select('state').where('id', '=', paymentId).executeTakeFirstOrThrow())
    .state;
const sweep = () => app.runJob('payments.reconcile');
const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

it('responds before querying the provider, and processes the event afterwards', async () => {
  fake.set(session, { status: 'paid' });
  fake.setUnavailable(true);
  expect((await send()).status).toBe(200);
  expect(await events()).toMatchObject([{ attempts: 0, processed_at: null, object_id: session }]);
  fake.setUnavailable(false);
  await app.runJobs();
  expect(await events()).toMatchObject([{ attempts: 1, outcome: 'applied', locked_until: null }]);
  expect([await state(), await listHistoryActions(app, reader)]).toEqual(['paid', ['created', 'activated']]);
});

it('passes a form to the provider as it was sent', async () => {
  fake.set(session, { status: 'paid' });
  fake.provider.parseWebhook = ({ text }) => {
    const form = new URLSearchParams(text);
    return { key: String(form.get('id')), type: 'paid', objectId: form.get('session') };
  };
  const body = new URLSearchParams({ id: 'evt-1', session });
  const response = await app.fetch('/api/v1/payment/webhooks/stripe/', { method: 'POST', body });
  expect(response.status).toBe(200);
  expect(await events()).toMatchObject([{ event_key: 'evt-1', payload: String(body) }]);
  await app.runJobs();
  expect(await state()).toBe('paid');
});

it('stores a repeated webhook once and does not process it again', async () => {
  fake.set(session, { status: 'paid' });
  const responses = await Promise.all(Array.from({ length: 20 }, () => send()));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  await Promise.all([app.runJobs(), app.runJobs()]);
  await send();
  await app.runJobs();
  expect(await events()).toMatchObject([{ attempts: 1, outcome: 'applied' }]);
});

describe('an event that cannot be processed', () => {
  it('is retried with growing pauses until the provider responds', async () => {
    fake.set(session, { status: 'paid' });
    // Settled checkouts keep the reconciler from querying the provider.
    await app.db.updateTable('checkouts').set({ settled_at: now }).execute();
    fake.setUnavailable(true);
    await send();
    await app.runJobs();
    expect(await events()).toMatchObject([{ attempts: 1, last_error: 'Error: provider is down' }]);
    await sweep();
    expect((await events())[0]?.attempts).toBe(1);
    wait(10);
    await sweep();
    expect((await events())[0]?.attempts).toBe(2);
    fake.setUnavailable(false);
    wait(19);
    await sweep();
    expect(await state()).toBe('open');
    wait(1);
    await sweep();
    expect(await events()).toMatchObject([{ attempts: 3, outcome: 'applied', last_error: null }]);
    expect(await state()).toBe('paid');
  });

  it('is retried after the clock was set back', async () => {
    fake.set(session, { status: 'paid' });
    await app.db.updateTable('checkouts').set({ settled_at: now }).execute();
    fake.setUnavailable(true);
    wait(86_400);
    await send();
    await app.runJobs();
    fake.setUnavailable(false);
    wait(-86_400);
    await sweep();
    expect(await events()).toMatchObject([{ attempts: 2, outcome: 'applied' }]);
    expect(await state()).toBe('paid');
  });

  it('is marked dead and logged as an error after twenty attempts', async () => {
    await send('evt-2', 'nobody');
    await app.runJobs();
    for (let attempt = 2; attempt <= 20; attempt += 1) {
      wait(3_600);
      await sweep();
    }
    const [event] = await events();
    expect([event?.attempts, event?.dead_at, event?.processed_at]).toEqual([20, now, null]);
    expect(errorMessages).toEqual(['webhook event failed for the last time: check the payment by hand']);
    wait(3_600);
    await sweep();
    expect((await events())[0]?.attempts).toBe(20);
  });

  it('is tried twenty times within about half a day', () => {
    const start = new Date(0);
    const pauses = Array.from(
      { length: 20 },
      (_, index) => nextRetryAt(index + 1, start)?.getTime() ?? Number.NaN,
    );
    expect(pauses.slice(0, 3)).toEqual([10_000, 20_000, 40_000]);
    expect(pauses.slice(0, 19).reduce((sum, pause) => sum + pause, 0) / 3_600_000).toBeCloseTo(11.4, 1);
    expect(pauses[19]).toBeNaN();
  });
});

it('takes over the event of a stalled process and ignores its late result', async () => {
  fake.set(session, { status: 'paid' });
  let releaseProvider: () => void = () => undefined;
  const { fetch } = fake.provider;
  const providerCalled = new Promise<void>((resolve) => {
    fake.provider.fetch = async (id) => {
      const providerState = await fetch(id);
      resolve();
      await new Promise<void>((go) => (releaseProvider = go));
      return providerState;
    };
  });
  await send();
  const slow = app.runJobs();
  await providerCalled;
  fake.provider.fetch = fetch;
  await sweep();
  expect(await events(), 'the event is leased').toMatchObject([{ attempts: 1, processed_at: null }]);
  await app.db.updateTable('checkouts').set({ settled_at: now }).execute();
  wait(31);
  await sweep();
  expect(await events()).toMatchObject([{ attempts: 2, outcome: 'applied' }]);
  // The stalled process now continues with its outdated provider state.
  releaseProvider();
  await slow;
  expect(await events()).toMatchObject([{ attempts: 2, outcome: 'applied' }]);
  expect(await listHistoryActions(app, reader)).toEqual(['created', 'activated']);
  expect(await findInvariantViolations(app)).toEqual([]);
});

it('rolls everything back when the lease is lost', async () => {
  fake.set(session, { status: 'paid' });
  const { fetch } = fake.provider;
  fake.provider.fetch = async (id) => {
    // Another process takes the event over during the query.
    await app.db
      .updateTable('webhook_events')
      .set((row) => ({ attempts: row('attempts', '+', 1) }))
      .execute();
    return fetch(id);
  };
  await send();
  await app.runJobs();
  expect(await state()).toBe('open');
  expect(await listHistoryActions(app, reader)).toEqual(['created']);
});

it('deletes events that were processed a month ago', async () => {
  await send('evt-3');
  await app.runJobs();
  wait(29 * 86_400);
  await app.runJob('payments.delete-old-events');
  expect(await events()).toHaveLength(1);
  wait(2 * 86_400);
  await app.runJob('payments.delete-old-events');
  expect(await events()).toHaveLength(0);
});
