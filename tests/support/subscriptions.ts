import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TestApp, TestResponse, TestUser } from './test-app.ts';

export type Session = { checkout_url: string; session_id: string; payment_id: number };

/** The plan that every installation starts with. */
export async function getDefaultPlan(app: TestApp): Promise<{ id: number; price: string }> {
  return (await app.call('listPlans')).body.results[0];
}

/** Creates another active plan. */
export async function createPlan(
  app: TestApp,
  changes: Record<string, unknown> = {},
): Promise<{ id: number }> {
  return app.db
    .insertInto('plans')
    .values({
      name: `Plan ${randomUUID().slice(0, 8)}`,
      price_kopecks: 99_900,
      duration_days: 90,
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

export async function checkout(app: TestApp, as: TestUser, body: object = {}): Promise<TestResponse> {
  const { id } = await getDefaultPlan(app);
  return app.call('createCheckoutSession', { as, body: { subscription_plan_id: id, ...body } });
}

export async function openCheckout(app: TestApp, as: TestUser, body: object = {}): Promise<Session> {
  const response = await checkout(app, as, body);
  if (response.status !== 201) throw new Error(`no checkout: ${JSON.stringify(response.body)}`);
  return response.body;
}

/** Presses a button on the sandbox page and processes its webhook. */
export async function pressSandboxButton(
  app: TestApp,
  { checkout_url }: Session,
  action: 'pay' | 'decline' | 'close',
): Promise<TestResponse> {
  const body = new URLSearchParams({ action });
  const response = await app.fetch(new URL(checkout_url).pathname, { method: 'POST', body });
  await app.runJobs();
  return response;
}

/** Makes a user a subscriber by an ordinary purchase. */
export async function subscribe(app: TestApp, as: TestUser, body: object = {}): Promise<Session> {
  const session = await openCheckout(app, as, body);
  await pressSandboxButton(app, session, 'pay');
  return session;
}

const dayMs = 24 * 3_600_000;

/** Moves a subscription so that it ends in `days` days. */
export async function setSubscriptionEnd(app: TestApp, { user }: TestUser, days: number): Promise<void> {
  const endsAt = new Date(Date.now() + days * dayMs);
  const startsAt = new Date(endsAt.getTime() - 30 * dayMs);
  await app.db
    .updateTable('subscriptions')
    .set({ starts_at: startsAt, ends_at: endsAt })
    .where('account_id', '=', user.id)
    .execute();
  await app.db
    .updateTable('accounts')
    .set({ subscriber_until: endsAt })
    .where('id', '=', user.id)
    .where('subscriber_until', 'is not', null)
    .execute();
}

/** The actions of a user's history, oldest first. */
export async function listHistoryActions(app: TestApp, as: TestUser): Promise<string[]> {
  const { body } = await app.call('listSubscriptionHistory', { as, query: { page_size: 100 } });
  return body.results.map(({ action }: { action: string }) => action).reverse();
}

/** Lists violated invariants between pins, access, subscriptions and payments. */
export async function findInvariantViolations({ db }: Pick<TestApp, 'db'>): Promise<unknown[]> {
  const { rows } = await sql`
    select 'pin without access' as what, account_id from pins join accounts on accounts.id = account_id
      where subscriber_until is null
    union all select 'access without subscription', accounts.id from accounts
      left join subscriptions on account_id = accounts.id and status = 'active'
      where subscriber_until is distinct from ends_at
    union all select 'paid without grant', account_id from payments
      where state = 'paid' and reserved_kopecks = 0
        and not exists (select from entitlement_ledger where payment_id = payments.id and kind = 'grant')
    union all select 'pin of a post that is not published', account_id from pins join posts on posts.id = post_id
      where status <> 'published'`.execute(db);
  return rows;
}
