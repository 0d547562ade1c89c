import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMail } from '#server/platform/mail/mail.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'news-site-names-'));
  const from = 'no-reply@news.example';
  const mail = createMail({ smtpUrl: undefined, from, senderName: 'News Site', folder });
  app = await createTestApp({ mail, env: { FEEDBACK_EMAIL: 'editors@news.example' } });
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

const text = 'Имя пользователя видят все, поэтому адрес почты здесь не подходит: придумайте другое имя';
const register = (username: string, email = `${Math.random()}@example.com`) =>
  app.call('register', { body: { username, email, password: 'TestPassword123!' } });

describe('a username that is an e-mail address', () => {
  it.each(['anna@example.com', 'Anna.K@mail.ru', 'анна@почта.рф'])(
    'is refused for a new account: %s',
    async (name) => {
      const { status, body } = await register(name);
      expect([status, body]).toEqual([400, { username: [text] }]);
    },
  );

  it('stays valid for an existing account, which can log in and has a public page', async () => {
    const user = await app.createUser();
    const name = 'old@example.org';
    await app.db
      .updateTable('accounts')
      .set({ username: name, username_key: name })
      .where('id', '=', user.user.id)
      .execute();
    const body = { email: user.user.email, password: user.password };
    expect((await app.call('login', { body })).body.user.username).toBe(name);
    expect((await app.call('getUser', { params: { username: name } })).status).toBe(200);
    await app.accounts.makeAdministrator(user.user.id);
  });

  it('is refused for accounts created by commands', async () => {
    const account = { username: 'boss@example.com', email: 'boss@example.com', passwordHash: 'x' };
    await expect(
      app.accounts.create(app.db, { ...account, firstName: '', lastName: '' }),
    ).rejects.toMatchObject({
      details: { fields: { username: [{ key: 'auth.usernameIsEmail' }] } },
    });
  });

  it('is reported by an import for a new author and accepted for an existing account', async () => {
    const articles = join(folder, 'articles');
    mkdirSync(join(articles, '_data'), { recursive: true });
    const authors = ['new', 'old'].map((key) => `${key}:\n  name: ${key}\n  username: ${key}@example.org`);
    writeFileSync(join(articles, '_data/authors.yml'), authors.join('\n'));
    for (const author of ['new', 'old']) {
      const front = `---\ntitle: ${author}\ndate: 2026-09-14\nauthor: ${author}\n---\n\nТекст.\n`;
      writeFileSync(join(articles, `${author}-article.md`), front);
    }
    const report = await app.imports.importFrom(articles);
    expect(report.imported.map(({ file }) => file)).toEqual(['old-article.md']);
    expect(report.skipped).toMatchObject([{ file: 'new-article.md', reason: `new: ${text}` }]);
  });
});

/** The header and both parts, text and HTML, of the last sent email. */
async function readLastEmail(): Promise<{ head: string; parts: string[] }> {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.eml'))) rmSync(join(folder, file));
  await app.runJobs();
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  const raw = readFileSync(join(folder, file), 'utf8');
  const [head = ''] = raw.split('\n\n');
  const parts = raw
    .split(/\n--+[^\n]*\n/)
    .filter((part) => part.startsWith('Content-Type: text/'))
    .map((part) => {
      const [headers = '', ...content] = part.split('\n\n');
      const encoded = content.join('\n\n');
      return /base64/i.test(headers)
        ? Buffer.from(encoded, 'base64').toString()
        : decodeURIComponent(
            encoded
              .replace(/=\n/g, '')
              .replace(/%/g, '%25')
              .replace(/=([\dA-F]{2})/g, '%$1'),
          );
    });
  return { head, parts };
}

describe('a name that mail clients turn into a link', () => {
  it.each(['evil.example', 'www.evil.example', '89001234567'])(
    'occurs in no part of an email: %s',
    async (name) => {
      const email = `${Math.random()}@example.com`;
      expect((await register(name, email)).status).toBe(201);
      for (const triggerEmail of [
        async () => undefined,
        () => app.call('requestPasswordReset', { body: { email } }),
      ]) {
        await triggerEmail();
        const { parts } = await readLastEmail();
        expect(parts).toHaveLength(2);
        for (const part of parts) {
          expect(part).toContain('Здравствуйте!');
          expect(part).not.toContain(name);
        }
      }
    },
  );

  it('adds no link and no second header to a feedback email', async () => {
    await app.runJobs();
    const body = {
      name: 'evil.example/login\r\nBcc: x@evil.example',
      email: 'vera@example.com',
      kind: 'question',
      message: 'Где мой трамвай?',
    };
    expect((await app.call('sendFeedback', { body })).status).toBe(202);
    const { head, parts } = await readLastEmail();
    expect(head).toContain('evil=2E_example/_login');
    expect(head).not.toMatch(/^Bcc:/m);
    expect(parts).toHaveLength(2);
    for (const part of parts) expect(part.replace(/\s+/g, ' ')).not.toContain('evil.example');
  });
});
