import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  const now = new Date();
  app = await createTestApp({
    clock: { now: () => now },
    env: {
      SITE_NAME: 'Вести',
      SITE_EMAIL: 'hello@news.example',
      SITE_COLOR: '#a31414',
      FEEDBACK_EMAIL: 'editors@news.example',
      SOCIAL_LINKS: 'https://t.me/news, https://vk.com/news',
      RATE_LIMIT_FACTOR: '2',
    },
  });
});
afterAll(() => app.stop());

const feedback = {
  name: 'Вера',
  email: 'vera@example.com',
  kind: 'correction',
  message: 'В статье ошибка:\n<b>трамвай</b> № 5.',
};

it('returns the identity of the site, the links to social networks and the categories by name', async () => {
  const social_links = ['https://t.me/news', 'https://vk.com/news'];
  expect((await app.call('getSite')).body).toEqual({
    name: 'Вести',
    description: expect.stringContaining('Новости'),
    email: 'hello@news.example',
    mark_color: '#a31414',
    social_links,
    are_social_links_examples: false,
    verification_marks: [],
    offline_reading: true,
    categories: [],
  });
  await app.createCategory('Ямы');
  await app.createCategory('Дороги');
  const { body } = await app.call('getSite');
  expect(body.categories).toMatchObject([
    { name: 'Дороги', color: 'amber' },
    { name: 'Ямы', color: 'brick' },
  ]);
});

describe('feedback', () => {
  it('is sent by email with the sender in Reply-To, and then deleted', async () => {
    expect((await app.call('sendFeedback', { body: feedback })).status).toBe(202);
    expect(app.mails).toEqual([]);
    await app.runJobs();
    const [mail] = app.mails.splice(0);
    expect(mail).toMatchObject({
      to: 'editors@news.example',
      replyTo: 'vera@example.com',
      subject: 'Вести: Ошибка в тексте, Вера',
    });
    expect(mail?.body.markup).toContain('&lt;b&gt;трамвай&lt;/b&gt; № 5.');
    expect(await app.db.selectFrom('feedback').selectAll().execute()).toEqual([]);
  });

  it('includes the username of a user', async () => {
    const as = await app.createUser();
    await app.call('sendFeedback', { as, body: feedback });
    await app.runJobs();
    const texts = app.mails.splice(0).map(({ body }) => body.markup);
    expect(texts.some((text) => text.includes(as.user.username))).toBe(true);
  });

  it('of a bot is not stored, and the bot gets the usual response', async () => {
    const response = await app.call('sendFeedback', {
      body: { ...feedback, website: 'https://spam.example' },
    });
    expect(response.status).toBe(202);
    expect(await app.db.selectFrom('feedback').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['name', { name: ' ' }, 'Укажите имя'],
    ['email', { email: 'vera@' }, expect.stringMatching(/[а-я]/)],
    ['kind', { kind: 'spam' }, expect.stringMatching(/[а-я]/)],
    ['message', { message: '' }, 'Напишите сообщение'],
    ['message', { message: 'о'.repeat(5_001) }, expect.stringMatching(/5000/)],
  ])('is refused for its %s: %o', async (field, change, text) => {
    const { status, body } = await app.call('sendFeedback', { body: { ...feedback, ...change } });
    expect([status, body]).toEqual([400, { [field]: [text] }]);
  });

  it('cannot inject a header into the email', async () => {
    await app.call('sendFeedback', { body: { ...feedback, name: 'Вера\nBcc: all@example.com' } });
    await app.runJobs();
    expect(app.mails.splice(0).map(({ subject }) => subject)).toEqual([
      'Вести: Ошибка в тексте, Вера Bcc: all@ example. com',
    ]);
  });

  it('is limited to a few messages an hour', async () => {
    const statuses: number[] = [];
    for (let sent = 0; sent < 11; sent += 1)
      statuses.push((await app.call('sendFeedback', { body: feedback })).status);
    expect(statuses.at(-1)).toBe(429);
    // The tests above have used three of the ten.
    expect(statuses.filter((status) => status === 202)).toHaveLength(7);
  });
});
