import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    env: {
      FEEDBACK_EMAIL: 'editors@news.example',
      SOCIAL_LINKS: 'https://t.me/news, https://vk.com/news',
      RATE_LIMIT_FACTOR: '2',
    },
  });
});
afterAll(() => app.stop());

const letter = {
  name: 'Вера',
  email: 'vera@example.com',
  kind: 'correction',
  message: 'В статье ошибка:\n<b>трамвай</b> № 5.',
};

it('tells the pages which networks to point to', async () => {
  const { body } = await app.call('getSite');
  expect(body).toEqual({ social_links: ['https://t.me/news', 'https://vk.com/news'] });
});

describe('a letter to the editorial office', () => {
  it('goes by mail, answers go to its writer, and nothing of it is kept', async () => {
    expect((await app.call('sendFeedback', { body: letter })).status).toBe(202);
    expect(app.mails).toEqual([]);
    await app.runJobs();
    const [mail] = app.mails.splice(0);
    expect(mail).toMatchObject({
      to: 'editors@news.example',
      replyTo: 'vera@example.com',
      subject: 'News Site: Ошибка в тексте, Вера',
    });
    expect(mail?.body.html).toContain('&lt;b&gt;трамвай&lt;/b&gt; № 5.');
    expect(await app.db.selectFrom('feedback').selectAll().execute()).toEqual([]);
  });

  it('names the account of a user', async () => {
    const as = await app.createUser();
    await app.call('sendFeedback', { as, body: letter });
    await app.runJobs();
    const texts = app.mails.splice(0).map(({ body }) => body.html);
    expect(texts.some((text) => text.includes(as.user.username))).toBe(true);
  });

  it('of a robot goes nowhere, and the robot does not notice', async () => {
    const answer = await app.call('sendFeedback', { body: { ...letter, website: 'https://spam.example' } });
    expect(answer.status).toBe(202);
    expect(await app.db.selectFrom('feedback').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['name', { name: ' ' }, 'Укажите имя'],
    ['email', { email: 'vera@' }, expect.stringMatching(/[а-я]/)],
    ['kind', { kind: 'spam' }, expect.stringMatching(/[а-я]/)],
    ['message', { message: '' }, 'Напишите сообщение'],
    ['message', { message: 'о'.repeat(5_001) }, expect.stringMatching(/5000/)],
  ])('is refused for its %s: %o', async (field, change, text) => {
    const { status, body } = await app.call('sendFeedback', { body: { ...letter, ...change } });
    expect([status, body]).toEqual([400, { [field]: [text] }]);
  });

  it('cannot put a header of its own into the mail', async () => {
    await app.call('sendFeedback', { body: { ...letter, name: 'Вера\nBcc: all@example.com' } });
    await app.runJobs();
    expect(app.mails.splice(0).map(({ subject }) => subject)).toEqual([
      'News Site: Ошибка в тексте, Вера Bcc: all@ example. com',
    ]);
  });

  it('is one of a few in an hour', async () => {
    const statuses: number[] = [];
    for (let sent = 0; sent < 11; sent += 1)
      statuses.push((await app.call('sendFeedback', { body: letter })).status);
    expect(statuses.at(-1)).toBe(429);
    // Three of the ten were taken above.
    expect(statuses.filter((status) => status === 202)).toHaveLength(7);
  });
});
