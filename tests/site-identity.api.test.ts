import { afterAll, beforeAll, expect, it } from 'vitest';
import * as defaults from '#locales/ru/site.ts';
import { createTestApp, type TestApp, type TestUser } from './support/test-app.ts';

let app: TestApp;
let author: TestUser;
beforeAll(async () => {
  const env = {
    SITE_NAME: 'Вести «Невы» & Co',
    SITE_DESCRIPTION: 'Всё о реке',
    SITE_EMAIL: 'hello@news.example',
    SITE_COLOR: '#0a5c36',
  };
  app = await createTestApp({ withPages: true, env });
  author = await app.createUser();
});
afterAll(() => app.stop());

it.each(['/', '/about', '/posts', '/login', '/net-takoy', '/api/v1/docs/', '/api/v1/openapi.json'])(
  'names the site by its configuration in %s',
  async (path) => {
    const { body } = await app.fetch(path);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(text).toMatch(/Вести «Невы» &(amp;)? Co/);
    expect(text).not.toContain(defaults.name);
  },
);

it('shows the contact and the colour of the mark', async () => {
  const { body } = await app.fetch('/about');
  expect(body).toContain('mailto:hello@news.example');
  expect(body).toContain('background-color:#0a5c36');
  expect((await app.fetch('/net-takoy')).body).toContain('content="Всё о реке"');
});

it('names the site in e-mails', async () => {
  await app.call('requestPasswordReset', { body: { email: author.user.email } });
  await app.runJobs();
  const subjects = app.mails.map(({ subject }) => subject);
  expect(subjects).toContain('Восстановление пароля: Вести «Невы» & Co');
  expect(JSON.stringify(app.mails)).not.toContain(defaults.name);
});
