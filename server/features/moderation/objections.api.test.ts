import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { objectionDays } from '#contract/moderation.ts';
import { objectionsPerDay } from '#contract/objections.ts';
import type { Role } from '#contract/permissions.ts';
import { createTestApp, type TestApp, type TestResponse, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let first: TestUser;
let second: TestUser;
let author: TestUser;
let now = new Date('2026-03-02T09:00:00Z');
const dayMs = 86_400_000;
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  [first, second, author] = [
    await app.createUser({ role: 'moderator' }),
    await app.createUser({ role: 'moderator' }),
    await app.createUser(),
  ];
});

const text = 'Это не реклама, а объявление о бесплатном концерте.';
const why = { rule: 'spam', reason: 'Реклама' };
/** Access tokens expire. */
const relogin = async (user: TestUser): Promise<TestUser> => {
  const { body } = await app.call('login', { body: { email: user.user.email, password: user.password } });
  return { ...body, password: user.password };
};
const hidePost = async (): Promise<{ id: number; slug: string }> => {
  const post = await app.createPost(author);
  await app.call('hidePost', { as: first, params: { id: post.id }, body: why });
  return post;
};
const sanction = (body: object, { as = first, of = author } = {}) =>
  app.call('sanctionAccount', { as, params: { id: of.user.id }, body: { ...why, ...body } });
const decisionsOf = async (as = author) => (await app.call('listMyDecisions', { as })).body.results;
const object = async (as = author, body: object = { text }) => {
  const [{ id }] = await decisionsOf();
  return app.call('createObjection', { as, params: { id }, body });
};
const queue = async (as = second, query: Record<string, string | number> = {}) => {
  const { results } = (await app.call('listObjections', { as, query: { page_size: 100, ...query } })).body;
  return results.filter((found: { author: { id: number } }) => found.author.id === author.user.id);
};
const decide = async (outcome: string, as = second): Promise<TestResponse> => {
  const [{ id }] = [...(await queue()), ...(await queue(second, { state: 'closed' }))];
  return app.call('decideObjection', {
    as,
    params: { id },
    body: { outcome, reason: 'Мы проверили ещё раз' },
  });
};
const statusOf = async ({ slug }: { slug: string }) =>
  (await app.call('getPost', { params: { slug } })).status;
const notificationsOf = async (as = author): Promise<string[]> => {
  await app.runJobs();
  const { results } = (await app.call('listNotices', { as })).body;
  return results.map(({ kind }: { kind: string }) => kind);
};
const lastMailTo = ({ user }: TestUser) => app.mails.filter(({ to }) => to === user.email).at(-1);

describe('an objection', () => {
  it('is stored beside the decision, and shown to its author and to moderators', async () => {
    const post = await hidePost();
    const [before] = await decisionsOf();
    const until = new Date(now.getTime() + objectionDays * dayMs).toISOString();
    expect(before).toMatchObject({ decided_by: 'moderator', objection: null, objection_until: until });
    const made = await object();
    expect(made.body).toMatchObject({
      id: before.id,
      objection: { text, decided: null },
      objection_until: null,
    });
    const [found] = await queue();
    expect(found).toMatchObject({
      text,
      author: { id: author.user.id },
      decision: { id: before.id, moderator: { id: first.user.id }, target: { id: post.id } },
      target_text: expect.stringContaining('Текст'),
      target_slug: post.slug,
      obstacle: null,
    });
  });

  it('is one for each decision, also when it is sent twenty times at once', async () => {
    await hidePost();
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await object()).status));
    expect(statuses.filter((status) => status === 201).length).toBe(1);
    expect(statuses.filter((status) => status === 400).length).toBe(19);
    expect((await queue()).length).toBe(1);
    await decide('upheld');
    expect((await object()).body.detail).toContain('уже возразили');
  });

  it('is refused for decisions about others, for an empty or short text, and for a text that stayed', async () => {
    const other = await app.createUser();
    await hidePost();
    expect((await object(other)).status).toBe(404);
    expect((await object(author, { text: 'Нет' })).body.text).toEqual([expect.stringContaining('20 знаков')]);
    expect((await object(author, {})).body.text).toEqual([expect.stringContaining('не согласны')]);
    const post = await app.createPost(author);
    const body = { target_kind: 'post', target: post.id, rule: 'spam' };
    await app.call('createReport', { as: other, body });
    const { results } = (await app.call('listReportCases', { as: first, query: { page_size: 100 } })).body;
    const { id } = results.find(({ target }: { target: { id: number } }) => target.id === post.id);
    await app.call('decideReportCase', { as: first, params: { id }, body: { outcome: 'leave' } });
    expect((await object()).body.detail).toContain('нельзя');
  });

  it('is possible while the decision is in effect, for thirty days', async () => {
    await sanction({ kind: 'comments', days: 1 });
    const [short] = await decisionsOf();
    expect(short.objection_until).toBe(short.until);
    await hidePost();
    const [{ target }] = await decisionsOf();
    await app.call('restorePost', { as: first, params: { id: target.id } });
    expect((await object()).status).toBe(400);
    await hidePost();
    const start = now;
    now = new Date(start.getTime() + objectionDays * dayMs);
    author = await relogin(author);
    expect((await decisionsOf())[0].objection_until).toBeNull();
    expect((await object()).body.detail).toContain('30 дней');
    now = start;
  });

  it('is refused above the limit of a day', async () => {
    for (let index = 0; index < objectionsPerDay; index += 1) {
      await sanction({ kind: 'warning' });
      expect((await object()).status).toBe(201);
    }
    await sanction({ kind: 'warning' });
    expect((await object()).body.detail).toContain('завтра');
  });

  it('never changes in the database, and its outcome is final', async () => {
    await hidePost();
    await object();
    const change = (values: object) =>
      app.db
        .updateTable('moderation_objections')
        .set(values)
        .where('account_id', '=', author.user.id)
        .execute();
    await expect(change({ text: 'Другое' })).rejects.toThrow('append-only');
    await decide('upheld');
    await expect(change({ outcome: 'overturned' })).rejects.toThrow('append-only');
  });
});

describe('the decision about an objection', () => {
  it('leaves the decision in force, and is told by the bell and by mail', async () => {
    const post = await hidePost();
    await object();
    expect((await decide('upheld')).body).toMatchObject({
      decided: { outcome: 'upheld', reason: 'Мы проверили ещё раз' },
      decided_by: { id: second.user.id },
    });
    expect(await statusOf(post)).toBe(404);
    expect((await decisionsOf())[0]).toMatchObject({
      is_active: true,
      objection: { decided: { outcome: 'upheld', reason: 'Мы проверили ещё раз' } },
    });
    expect((await notificationsOf())[0]).toBe('objection_upheld');
    const { subject, body } = lastMailTo(author) ?? {};
    expect([subject, body?.markup]).toEqual([
      expect.stringContaining('оставлено в силе'),
      expect.stringContaining('Мы проверили ещё раз'),
    ]);
  });

  it('takes the decision back, and tells it once', async () => {
    const post = await hidePost();
    await object();
    expect((await decide('overturned')).status).toBe(200);
    expect(await statusOf(post)).toBe(200);
    expect((await decisionsOf())[0]).toMatchObject({
      is_active: false,
      ended: { reason: 'Мы проверили ещё раз' },
      objection: { decided: { outcome: 'overturned' } },
    });
    expect((await notificationsOf()).filter((kind) => kind !== 'welcome')).toEqual([
      'objection_overturned',
      'moderation_decision',
    ]);
  });

  it.each([
    ['comments', 'createComment'],
    ['publishing', 'createPost'],
  ] as const)('ends a sanction of the kind %s', async (kind, operation) => {
    const post = await app.createPost(author);
    await sanction({ kind });
    await object();
    const body = { post: post.id, title: 'Заголовок', content: 'Текст.' };
    expect((await app.call(operation, { as: author, body })).status).toBe(403);
    await decide('overturned');
    expect((await app.call(operation, { as: author, body })).status).toBe(201);
  });

  it('brings back all texts of an account, also later than the moderators could by themselves', async () => {
    const posts = [await app.createPost(author), await app.createPost(author)];
    await app.call('hideAccountTexts', { as: first, params: { id: author.user.id }, body: why });
    expect(await Promise.all(posts.map(statusOf))).toEqual([404, 404]);
    await object();
    const start = now;
    now = new Date(start.getTime() + 40 * dayMs);
    second = await relogin(second);
    app.registerToken(second.access, 'staff');
    expect((await decide('overturned')).status).toBe(200);
    expect(await Promise.all(posts.map(statusOf))).toEqual([200, 200]);
    now = start;
  });

  it('takes a decision back whose text its author has deleted', async () => {
    const post = await hidePost();
    await object();
    await app.call('deletePost', { as: author, params: { slug: post.slug } });
    expect((await queue())[0]).toMatchObject({ target_text: '', target_slug: null });
    expect((await decide('overturned')).status).toBe(200);
    expect((await decisionsOf())[0].ended).not.toBeNull();
  });

  it.each(['moderator', 'administrator'] as const)(
    'never comes from the %s who decided first',
    async (role: Role) => {
      first = await app.createUser({ role });
      await hidePost();
      await object();
      expect((await queue(first))[0].obstacle).toBe('first');
      const refused = await decide('upheld', first);
      expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('приняли вы')]);
      expect((await decide('overturned', first)).status).toBe(403);
      expect((await queue()).length).toBe(1);
    },
  );

  it('never comes from the person concerned, nor from a moderator about a colleague', async () => {
    const administrator = await app.createUser({ role: 'administrator' });
    author = await app.createUser({ role: 'moderator' });
    await sanction({ kind: 'warning' }, { as: administrator });
    await object();
    expect((await queue(author))[0].obstacle).toBe('own');
    expect((await decide('overturned', author)).body.detail).toContain('о вас');
    expect((await decide('overturned')).body.detail).toContain('администратор');
    expect((await decide('upheld', await app.createUser({ role: 'administrator' }))).status).toBe(200);
  });

  it('counts once: the first of two moderators, and not after the decision has ended', async () => {
    const third = await app.createUser({ role: 'moderator' });
    await hidePost();
    await object();
    const both = await Promise.all([decide('upheld'), decide('overturned', third)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    await hidePost();
    await object();
    const [{ target }] = await decisionsOf();
    await app.call('restorePost', { as: first, params: { id: target.id } });
    expect((await decisionsOf())[0].objection.decided.outcome).toBe('ended');
    const [{ id }] = await queue(second, { state: 'closed' });
    const params = { id };
    const body = { outcome: 'upheld', reason: 'Поздно' };
    const late = await app.call('decideObjection', { as: second, params, body });
    expect([late.status, late.body.detail]).toEqual([400, expect.stringContaining('рассмотрено')]);
  });
});

it('tells a moderator who is alone that somebody else must decide', async () => {
  await app.db
    .updateTable('accounts')
    .set({ role: 'author', is_staff: false, is_superuser: false })
    .execute();
  first = await app.createUser({ role: 'moderator' });
  await hidePost();
  await object();
  expect((await queue(first))[0].obstacle).toBe('nobody-else');
  await app.createUser({ role: 'administrator' });
  expect((await queue(first))[0].obstacle).toBe('first');
});

it('tells the owner of a disabled account by mail whom to ask without a login', async () => {
  await sanction({ kind: 'disable' });
  await app.runJobs();
  const body = lastMailTo(author)?.body.markup;
  expect(body).toContain('Войти на сайт сейчас нельзя');
  expect(body).toContain('/feedback');
  expect(body).not.toContain('/decisions');
});
