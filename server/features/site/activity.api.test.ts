import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let now = new Date();
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
});
afterAll(() => app.stop());

it('counts the activity by day in Moscow, and posts to be published within a day', async () => {
  // 22:30 UTC is the next day in Moscow.
  now = new Date('2026-03-01T22:30:00Z');
  const author = await app.createUser();
  const { id: post } = await app.createPost(author);
  await app.createPost(author, { status: 'draft' });
  await app.createPost(author, { status: 'draft', publish_at: '2026-03-03T12:00:00Z' });
  now = new Date('2026-03-02T21:00:00Z');
  const moderator = await app.createUser({ role: 'moderator' });
  const comments = [];
  for (const content of ['Да.', 'Нет.'])
    comments.push((await app.call('createComment', { as: moderator, body: { post, content } })).body);
  await app.call('deleteComment', { as: moderator, params: { id: comments[0].id } });
  const reported = { target_kind: 'post', target: post, rule: 'spam' };
  await app.call('createReport', { as: moderator, body: reported });
  const { id } = author.user;
  const sanction = { kind: 'warning', rule: 'spam', reason: 'Реклама' };
  const warning = await app.call('sanctionAccount', { as: moderator, params: { id }, body: sanction });
  const text = 'Это не реклама, а объявление о концерте.';
  const { email } = author.user;
  const session = (await app.call('login', { body: { email, password: author.password } })).body;
  app.registerToken(session.access, 'user');
  await app.call('createObjection', {
    as: { ...author, ...session },
    params: { id: warning.body.id },
    body: { text },
  });
  const { days, ...counts } = (await app.call('getSiteActivity', { as: moderator })).body;
  expect([days.length, days[0].date, days[29].date]).toEqual([30, '2026-02-02', '2026-03-03']);
  expect(days.slice(-2)).toEqual([
    { date: '2026-03-02', posts: 1, comments: 0, registrations: 1, reports: 0 },
    { date: '2026-03-03', posts: 0, comments: 1, registrations: 1, reports: 1 },
  ]);
  expect(counts).toEqual({ scheduled_posts: 1, open_cases: 1, open_objections: 1, waiting_texts: 0 });
});
