import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import type { EndpointId } from '#contract/paths.ts';
import { permissionsOf } from '#contract/permissions.ts';
import type { PaymentProvider } from '#server/features/payments/index.ts';
import { AppError } from '#server/platform/errors.ts';
import { createFakeProvider } from './fake-provider.ts';
import { createTestApp } from './test-app.ts';

/** Thrown by every statement of a killed process. */
class SimulatedCrashError extends Error {
  override name = 'KilledError';
}

const start = new Date('2026-03-01T09:00:00Z');
const minuteMs = 60_000;

/**
 * The app with a fake provider, a settable clock and simulated crashes between two statements: after a crash nothing is
 * written and open transactions roll back. Calls bypass the network, so that a test can make thousands of them.
 */
export async function createPaymentHarness({ refusal }: { refusal: (reason: string) => Error }) {
  let now = start;
  let statementsLeft = Number.POSITIVE_INFINITY;
  const crashPlugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (statementsLeft <= 0) throw new SimulatedCrashError('the process is dead');
      statementsLeft -= 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const fake = createFakeProvider({ refusal });
  const app = await createTestApp({
    paymentProviders: [fake.provider as PaymentProvider],
    clock: { now: () => now },
    wrapDb: (db) => db.withPlugin(crashPlugin),
  });
  const operations = [app.posts, app.payments, app.subscriptions].flatMap((feature) => feature.operations);
  const plans = [
    await app.db.selectFrom('plans').selectAll().executeTakeFirstOrThrow(),
    await app.db
      .insertInto('plans')
      .values({ name: 'Квартал', price_kopecks: 79_900, duration_days: 90 })
      .returningAll()
      .executeTakeFirstOrThrow(),
  ];
  const staffId = await insertAccount();

  async function insertAccount(): Promise<number> {
    const name = randomUUID();
    const address = `${name}@example.com`;
    const row = {
      username: name,
      username_key: name,
      email: address,
      email_key: address,
      password_hash: 'x',
    };
    return (await app.db.insertInto('accounts').values(row).returning('id').executeTakeFirstOrThrow()).id;
  }

  async function insertPost(authorId: number): Promise<number> {
    const row = {
      author_id: authorId,
      title: 'Пост',
      slug: randomUUID(),
      content: 'Текст',
      content_html: '<p>Текст</p>',
      content_text: 'Текст',
      excerpt: 'Текст',
      reading_time_minutes: 1,
      renderer_version: 1,
      status: 'published',
      created_at: now,
      updated_at: now,
    };
    const counted = { posts_count: 1, published_posts_count: 1 };
    await app.db.updateTable('accounts').set(counted).where('id', '=', authorId).execute();
    return (await app.db.insertInto('posts').values(row).returning('id').executeTakeFirstOrThrow()).id;
  }

  /** Ignores refusals and simulated crashes; every other error is a bug. */
  async function attempt(action: () => Promise<unknown>): Promise<unknown> {
    try {
      return await action();
    } catch (error) {
      if (error instanceof AppError || error instanceof SimulatedCrashError) return undefined;
      throw error;
    }
  }

  const call = (
    id: EndpointId,
    accountId: number,
    { params = {}, body = {} }: { params?: Record<string, string>; body?: object } = {},
  ) =>
    attempt(async () => {
      const operation = operations.find(({ endpoint }) => endpoint.id === id);
      const isStaff = accountId === staffId;
      const permissions = permissionsOf({ role: 'author', isStaff, isSuperuser: false });
      const actor = { kind: 'user', id: accountId, permissions } as never;
      return operation?.run({ actor, params, query: {}, body, origin: null, rawRequest: null });
    });

  /** Delivers a webhook for a session. */
  const deliverWebhook = (session: string, key: string) =>
    attempt(async () => {
      const operation = operations.find(({ endpoint }) => endpoint.id === 'receiveWebhook');
      const text = JSON.stringify({ id: key, type: 'payment', session });
      const rawRequest = { headers: {}, address: '127.0.0.1', text };
      const actor = { kind: 'guest' } as const;
      return operation?.run({
        actor,
        params: { provider: 'stripe' },
        query: {},
        body: {},
        origin: null,
        rawRequest,
      });
    });

  const runJob = (name: string, payload: object = {}) =>
    attempt(async () => app.jobHandlers.find((job) => job.name === name)?.run(payload));

  /** Runs the jobs for all unprocessed webhooks and pending refunds. */
  async function runPendingJobs(): Promise<void> {
    const events = await app.db
      .selectFrom('webhook_events')
      .select(['provider', 'event_key'])
      .where('processed_at', 'is', null)
      .execute();
    const refunds = await app.db.selectFrom('refunds').select('id').where('status', '=', 'pending').execute();
    await Promise.all([
      ...events.map(({ provider, event_key: key }) => runJob('payments.webhook', { provider, key })),
      ...refunds.map(({ id }) => runJob('payments.refund', { id })),
    ]);
  }

  /** Runs the reconciliation over a few days without faults until nothing is pending. */
  async function reconcileAll(): Promise<void> {
    fake.clearFaults();
    statementsLeft = Number.POSITIVE_INFINITY;
    for (let hour = 0; hour < 60; hour += 3) {
      // All open sessions expire without payment.
      for (const [id, { status, isStillPayable }] of fake.sessions)
        if (status === 'open' || isStillPayable) fake.set(id, { status: 'cancelled', isStillPayable: false });
      now = new Date(now.getTime() + 3 * 60 * minuteMs);
      await runJob('payments.reconcile');
      // Paid sessions are checked again only after a day.
      if (hour >= 30 && (await countOpen()) === 0) break;
    }
    await runJob('subscriptions.expire');
  }

  async function countOpen(): Promise<number> {
    const [checkouts, refunds, events] = await Promise.all([
      app.db.selectFrom('checkouts').select('attempt').where('settled_at', 'is', null).execute(),
      app.db.selectFrom('refunds').select('id').where('status', '=', 'pending').execute(),
      app.db.selectFrom('webhook_events').select('type').where('processed_at', 'is', null).execute(),
    ]);
    return checkouts.length + refunds.length + events.length;
  }

  /** Deletes all payment data and returns a new account. */
  async function reset(): Promise<number> {
    now = start;
    statementsLeft = Number.POSITIVE_INFINITY;
    fake.reset();
    await app.db.deleteFrom('pins').execute();
    await app.db.deleteFrom('billing_events').execute();
    await app.db.deleteFrom('entitlement_ledger').execute();
    await app.db.deleteFrom('refunds').execute();
    await app.db.deleteFrom('webhook_events').execute();
    await app.db.deleteFrom('checkouts').execute();
    await app.db.deleteFrom('payments').execute();
    await app.db.deleteFrom('subscription_history').execute();
    await app.db.deleteFrom('subscriptions').execute();
    await app.db.updateTable('accounts').set({ subscriber_until: null }).execute();
    return insertAccount();
  }

  return {
    app,
    fake,
    plans,
    staffId,
    call,
    deliverWebhook,
    runJob,
    runPendingJobs,
    reconcileAll,
    reset,
    insertPost,
    now: () => now,
    advanceClock: (minutes: number) => {
      now = new Date(now.getTime() + minutes * minuteMs);
    },
    /** Simulates a crash after this many statements; `restart` ends it. */
    crashAfter: (statements: number) => {
      statementsLeft = statements;
    },
    restart: () => {
      statementsLeft = Number.POSITIVE_INFINITY;
    },
  };
}
