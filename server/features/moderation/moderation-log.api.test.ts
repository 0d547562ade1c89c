import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { logMaxEntries } from '#contract/moderation-log.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let author: TestUser;
let moderator: TestUser;
/** Twenty past midnight in Moscow, on the first day of a month. */
let now = new Date('2026-02-28T21:20:00Z');
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
  author = await app.createUser();
  moderator = await app.createUser({ role: 'moderator' });
});
afterAll(() => app.stop());

const log = async (query: Record<string, string | number> = {}) =>
  (await app.call('listModerationLog', { query })).body;
const why = { rule: 'spam', reason: 'Тайная причина' };

it('shows decisions without names, titles, ids and times', async () => {
  const post = await app.createPost(author, { title: 'Тайный заголовок' });
  const other = await app.createPost(author);
  const reader = await app.createUser();
  const target = { target_kind: 'post', target: post.id, rule: 'spam' };
  await app.call('createReport', { as: reader, body: target });
  await app.call('hidePost', { as: moderator, params: { id: post.id }, body: why });
  await app.call('hidePost', { as: moderator, params: { id: other.id }, body: why });
  await app.call('restorePost', { as: moderator, params: { id: other.id } });
  await app.call('sanctionAccount', {
    as: moderator,
    params: { id: author.user.id },
    body: { ...why, rule: 'insult', kind: 'warning' },
  });
  const { results } = (await app.call('listMyDecisions', { as: author })).body;
  await app.call('createObjection', {
    as: author,
    params: { id: results[0].id },
    body: { text: 'Тайное возражение автора.' },
  });
  const shown = await log();
  const entry = { date: '2026-03-01', source: 'moderator', objection: null, withdrawn: false };
  expect(shown.results).toEqual([
    { ...entry, action: 'warning', target_kind: 'account', rule: 'insult', objection: 'open' },
    { ...entry, action: 'hide', target_kind: 'post', rule: 'spam', withdrawn: true },
    { ...entry, action: 'hide', target_kind: 'post', rule: 'spam', source: 'reports' },
  ]);
  const { username } = author.user;
  for (const secret of ['айн', username, moderator.user.username, '21:20'])
    expect(JSON.stringify(shown)).not.toContain(secret);
});

it('is filtered by kind and rule', async () => {
  expect((await log({ kind: 'account' })).count).toBe(1);
  expect((await log({ rule: 'spam' })).count).toBe(2);
  expect((await log({ kind: 'account', rule: 'spam' })).results).toEqual([]);
  expect((await app.call('listModerationLog', { query: { kind: 'site' } })).status).toBe(400);
  expect((await app.call('listModerationLog', { query: { page: 2 } })).status).toBe(404);
});

it('counts the decisions of twelve months, by the month in Moscow', async () => {
  const { months } = (await app.call('getModerationStats')).body;
  expect(months.length).toBe(12);
  expect([months[0].month, months.at(-1)]).toEqual([
    '2025-04',
    { month: '2026-03', hidden: 2, sanctions: 1, left: 0, objections: 1, overturned: 0, withdrawn: 1 },
  ]);
  now = new Date(now.getTime() + 120_000);
});

it('reads the newest decisions from an index, however many there are', async () => {
  await sql`insert into moderation_decisions
    (action, target_kind, target_id, target_name, account_id, rule, reason, created_at)
    select 'warning', 'account', ${author.user.id}, '', ${author.user.id}, 'other', '', ${now}
    from generate_series(1, 20000)`.execute(app.db);
  await sql`analyze moderation_decisions`.execute(app.db);
  const last = await log({ page: 'last', page_size: 100 });
  expect([last.count, last.results.length, last.next]).toEqual([logMaxEntries, 100, null]);
  for (const where of [sql`true`, sql`rule = 'spam'`, sql`target_kind = 'post' and rule = 'other'`]) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from moderation_decisions where ${where} order by id desc limit 50`.execute(app.db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index.* using/);
    expect(plan).not.toContain('Sort');
  }
});
