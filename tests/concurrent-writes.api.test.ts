import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkout, findInvariantViolations, listHistoryActions, subscribe } from './support/subscriptions.ts';
import { createTestApp, type TestApp, type TestResponse, type TestUser } from './support/test-app.ts';

/** A hundred callers compete for one unique value: one wins, and nobody gets a server error. */
const callers = 100;
let app: TestApp;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp({ env: { PASSWORD_QUEUE: '200' } });
  user = await app.createUser();
});
afterAll(() => app.stop());

const sendConcurrently = (send: (index: number) => Promise<TestResponse>) =>
  Promise.all(Array.from({ length: callers }, (_, index) => send(index)));
const countStatuses = (responses: TestResponse[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const countRows = async (table: 'pins' | 'subscriptions' | 'payments', accountId: number) =>
  (await app.db.selectFrom(table).selectAll().where('account_id', '=', accountId).execute()).length;

/** Unique indexes that enforce a rule of the product, and the test with a hundred concurrent writers. */
const racedIndexes: Record<string, string> = {
  accounts_username_key: 'usernames, below',
  accounts_email_key: 'addresses, below',
  categories_name_key: 'categories.api.test.ts',
  categories_slug_key: 'categories.api.test.ts',
  post_drafts_pkey: 'drafts, below',
  monthly_post_counts_pkey: 'monthly counts, below',
  publication_counts_pkey: 'publication.api.test.ts: limits of a day',
  posts_slug_key: 'post-changes.api.test.ts: equal titles',
  post_slugs_pkey: 'post-changes.api.test.ts: posts renamed to one title',
  idempotency_keys_pkey: 'idempotency keys, below',
  payments_one_unfinished: 'checkouts, below',
  subscriptions_account_key: 'checkouts, below',
  moderation_objections_decision_id_key: 'objections.api.test.ts: twenty objections at once',
  report_cases_open: 'reports.api.test.ts: a hundred reports at once',
  import_uploads_unfinished: 'import-tasks.api.test.ts: twenty uploads at once',
  pins_pkey: 'pins, below',
  pins_post_id_key: 'pins, below',
  webhook_events_pkey: 'payments.api.test.ts',
  notifications_event_key: 'notifications.api.test.ts',
  entitlement_ledger_pkey: 'payments.api.test.ts',
  used_challenges_pkey: 'second-factors.api.test.ts: a response that is sent five times at once',
};
/** Indexes without races: the server generates a sequential or random value for each row. */
const generatedValueIndex = /_(id|hash|session_id|provider_id|idempotency_key)_key$/;
const oneColumnId = /^CREATE UNIQUE INDEX \w+ ON public\.\w+ USING btree \((id|path|shard|key|post_id)\)$/;
/** Indexes that one statement with `on conflict` or a row lock protects. */
const protectedIndexes = [
  'account_restrictions_pkey',
  'email_changes_account',
  // One row, which the migration writes.
  'front_page_layout_pkey',
  'publication_rules_pkey',
  'totp_secrets_pkey',
  // Ten random codes of one account.
  'recovery_codes_pkey',
  'author_daily_views_pkey',
  'author_views_pkey',
  'checkouts_pkey',
  'import_files_pkey',
  'import_task_files_pkey',
  'imported_items_pkey',
  'job_interruptions_pkey',
  'post_daily_sources_pkey',
  'post_daily_views_pkey',
  'post_revisions_pkey',
  'post_pictures_pkey',
  'post_borrowed_pictures_pkey',
  'known_networks_pkey',
  'billing_events_key',
  'refunds_one_excess',
  'schema_migrations_pkey',
  'stats_periods_pkey',
  'search_words_pkey',
  'search_renamed_authors_pkey',
  'mail_server_pkey',
  'maintenance_pkey',
  'moderation_decision_texts_pkey',
  'reports_pkey',
  // The migration inserts the only row.
  'index_now_state_one_row',
];

it('covers every unique index', async () => {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and indexdef like 'CREATE UNIQUE%' order by 1`.execute(app.db);
  const unknown = rows.filter(
    ({ name, definition }) =>
      !(name in racedIndexes) &&
      !generatedValueIndex.test(name) &&
      !oneColumnId.test(definition) &&
      !protectedIndexes.includes(name),
  );
  expect(unknown).toEqual([]);
  const names = rows.map(({ name }) => name);
  for (const name of [...Object.keys(racedIndexes), ...protectedIndexes]) expect(names).toContain(name);
});

it('rejects a second unfinished payment in the database, even without the lock', async () => {
  const reader = await app.createUser();
  const { body } = await checkout(app, reader);
  const second = sql`
    insert into payments overriding system value
    select (jsonb_populate_record(payments, jsonb_build_object('id', id + 1000000))).*
    from payments where id = ${body.payment_id}`.execute(app.db);
  await expect(second).rejects.toMatchObject({ constraint: 'payments_one_unfinished' });
});

describe('a hundred concurrent', () => {
  it.each([
    ['username', (index: number) => ({ username: 'one-name', email: `crowd${index}@example.com` })],
    ['email', (index: number) => ({ username: `crowd${index}`, email: 'one-address@example.com' })],
  ])('registrations with one %s create one account', async (field, twin) => {
    const responses = await sendConcurrently((index) =>
      app.call('register', { body: { ...twin(index), password: 'TestPassword123!' } }),
    );
    expect(countStatuses(responses)).toEqual({ 201: 1, 400: callers - 1 });
    for (const { status, body } of responses) if (status === 400) expect(Object.keys(body)).toEqual([field]);
  });

  it('posts of one month and category are all counted', async () => {
    const { id: category } = await app.createCategory();
    const authors = await Promise.all(Array.from({ length: 10 }, () => app.createUser()));
    const responses = await sendConcurrently((index) =>
      app.call('createPost', {
        as: authors[index % authors.length],
        body: { title: `Месяц ${index}`, content: 'Текст.', category },
      }),
    );
    expect(countStatuses(responses)).toEqual({ 201: callers });
    const { rows } = await sql<{ published: number }>`
      select sum(published)::int as published from monthly_post_counts where category_id = ${category}`.execute(
      app.db,
    );
    expect(rows).toEqual([{ published: callers }]);
  });

  it('saves of one draft by one client leave one draft', async () => {
    const params = { key: `new-${'a'.repeat(32)}` };
    const responses = await sendConcurrently((index) =>
      app.call('saveDraft', { as: user, params, body: { title: '', content: `${index}`, writer: 'one' } }),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const versions = responses.map(({ body }) => body.version).sort((one, other) => one - other);
    expect(versions).toEqual(responses.map((_, index) => index + 1));
    expect((await app.call('listDrafts', { as: user })).body.count).toBe(1);
  });

  it('requests with one Idempotency-Key create one post', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { title: 'Один на всех', content: 'Текст.' };
    const responses = await sendConcurrently(() => app.call('createPost', { as: user, body, headers }));
    for (const { status } of responses) expect([201, 409]).toContain(status);
    const written = responses.filter(({ status }) => status === 201);
    expect(written.length).toBeGreaterThan(0);
    expect(new Set(written.map((response) => response.body.id)).size).toBe(1);
    const { body: list } = await app.call('listMyPosts', { as: user, query: { search: 'Один на всех' } });
    expect(list.count).toBe(1);
  });

  it('checkouts of one user create one unfinished payment and one subscription', async () => {
    const reader = await app.createUser();
    const responses = await sendConcurrently(() => checkout(app, reader));
    expect(countStatuses(responses)).toEqual({ 201: callers });
    expect(new Set(responses.map(({ body }) => body.payment_id)).size).toBe(1);
    expect(await countRows('payments', reader.user.id)).toBe(1);
    expect(await countRows('subscriptions', reader.user.id)).toBe(1);
    expect(await listHistoryActions(app, reader)).toEqual(['created']);
  });

  it('pins of one subscriber leave one pin', async () => {
    const reader = await app.createUser();
    await subscribe(app, reader);
    const posts: Array<{ id: number }> = [];
    for (let index = 0; index < 5; index += 1) posts.push(await app.createPost(reader));
    const responses = await sendConcurrently((index) =>
      app.call('pinPost', { as: reader, body: { post_id: posts[index % posts.length]?.id } }),
    );
    expect(countStatuses(responses)).toEqual({ 201: callers });
    expect(await countRows('pins', reader.user.id)).toBe(1);
    expect((await app.call('getPin', { as: reader })).status).toBe(200);
    expect(await findInvariantViolations(app)).toEqual([]);
  });

  it('uses of one reset link set one password', async () => {
    const reader = await app.createUser();
    await app.runJobs();
    await app.call('requestPasswordReset', { body: { email: reader.user.email } });
    await app.runJobs();
    const token = /token=([\w-]+)/.exec(app.mails.at(-1)?.body.markup ?? '')?.[1];
    const responses = await sendConcurrently((index) =>
      app.call('confirmPasswordReset', { body: { token, new_password: `AnotherPassword${index}!` } }),
    );
    expect(countStatuses(responses)).toEqual({ 200: 1, 400: callers - 1 });
  });
});
