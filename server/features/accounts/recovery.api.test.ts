import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let now = new Date('2026-03-01T09:00:00Z');
let mailFailures = 0;
const sent: MailMessage[] = [];
const hour = 3600;
const day = 24 * hour;
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

beforeAll(async () => {
  app = await createTestApp({
    clock: { now: () => now },
    mail: {
      async send(message) {
        sent.push(message);
        if (mailFailures > 0) {
          mailFailures -= 1;
          throw new Error('mail server unavailable');
        }
      },
      close: () => undefined,
    },
  });
});
beforeEach(async () => {
  await app.runJobs();
  sent.length = 0;
});
afterAll(() => app.stop());

const newPassword = 'Совсем другой пароль 7';
const invalid = [400, { token: ['Ссылка недействительна или устарела. Запросите новую.'] }];
const readResponse = async (response: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await response;
  return [status, body];
};
const extractToken = (mail: MailMessage | undefined) =>
  /token=([\w-]+)"/.exec(mail?.body.markup ?? '')?.[1] ?? '';
const verify = (token: string) => app.call('verifyEmail', { body: { token } });
const requestReset = (email: string) => app.call('requestPasswordReset', { body: { email } });
const confirm = (token: string, new_password = newPassword) =>
  app.call('confirmPasswordReset', { body: { token, new_password } });
const refresh = (token: string) => app.call('refreshToken', { body: { refresh: token } });
const login = (email: string, password: string) => app.call('login', { body: { email, password } });
const verifiedAt = async (id: number) =>
  (
    await app.db
      .selectFrom('accounts')
      .select('email_verified_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).email_verified_at;
const countQueuedJobs = async () =>
  Number(
    (await sql<{ count: string }>`select count(*) from graphile_worker.jobs`.execute(app.db)).rows[0]?.count,
  );

async function resetToken(user: TestUser): Promise<string> {
  await requestReset(user.user.email);
  sent.length = 0;
  await app.runJobs();
  return extractToken(sent.find(({ subject }) => subject.startsWith('Восстановление')));
}

describe('confirming the address', () => {
  it('starts with a Russian email after registration that links to the site with a token', async () => {
    const user = await app.createUser();
    await app.runJobs();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: user.user.email, subject: 'Подтвердите адрес почты: News Site' });
    expect(sent[0]?.body.markup).toContain(`Здравствуйте, ${user.user.username}!`);
    expect(sent[0]?.body.markup).toMatch(/href="http:\/\/localhost:8000\/verify-email#token=[\w-]{43}"/);
  });

  it('accepts the token once', async () => {
    const user = await app.createUser();
    await app.runJobs();
    expect(await verifiedAt(user.user.id)).toBeNull();
    expect(await readResponse(verify(extractToken(sent[0])))).toEqual([
      200,
      { message: 'Email verified successfully' },
    ]);
    expect(await verifiedAt(user.user.id)).toEqual(now);
    expect(await readResponse(verify(extractToken(sent[0])))).toEqual(invalid);
  });

  it.each([
    ['nothing', undefined, { token: ['Не передан код из письма.'] }],
    ['an empty text', ' ', { token: ['Не передан код из письма.'] }],
    ['a wrong token', 'x'.repeat(43), invalid[1]],
  ])('refuses %s', async (_, token, body) => {
    expect(await readResponse(app.call('verifyEmail', { body: { token } }))).toEqual([400, body]);
  });

  it('refuses the token after seven days', async () => {
    await app.createUser();
    await app.runJobs();
    later(7 * day);
    expect(await readResponse(verify(extractToken(sent[0])))).toEqual(invalid);
  });

  it('is not required for publishing', async () => {
    expect((await app.createPost(await app.createUser())).status).toBe('published');
  });

  it('sends the email again to users and staff until the address is confirmed', async () => {
    for (const isStaff of [false, true]) {
      const user = await app.createUser({ isStaff });
      const resend = () => readResponse(app.call('resendVerification', { as: user }));
      expect(await resend()).toEqual([200, { message: 'Verification email sent' }]);
      await app.runJobs();
      expect(sent.map(({ to }) => to)).toEqual([user.user.email, user.user.email]);
      expect(new Set(sent.map(extractToken)).size).toBe(2);
      await verify(extractToken(sent[1]));
      expect(await readResponse(verify(extractToken(sent[0])))).toEqual(invalid);
      sent.length = 0;
      expect(await resend()).toEqual([200, { message: 'Verification email sent' }]);
      await app.runJobs();
      expect(sent).toEqual([]);
    }
  });

  it('sends at most three emails an hour', async () => {
    const user = await app.createUser();
    const statuses = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await app.call('resendVerification', { as: user })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('sends at most four an hour to one mailbox, whatever stands behind the plus sign of its addresses', async () => {
    const register = async (tag: string) => {
      const body = { username: `plus-${tag}`, email: `Anna+${tag}@example.com`, password: newPassword };
      const { status, body: registered } = await app.call('register', { body });
      return [status, registered.user?.email];
    };
    await register('first');
    mailFailures = 1;
    await app.runJobs();
    // A mail that failed is sent again, and counts once.
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db);
    for (let count = 0; count < 6; count += 1)
      expect(await register(`a${count}`)).toEqual([201, `Anna+a${count}@example.com`]);
    await app.runJobs();
    expect(sent).toHaveLength(5);
    expect(new Set(sent.map(({ to }) => to)).size).toBe(4);
    sent.length = 0;
    later(hour);
    await register('later');
    await app.runJobs();
    expect(sent.map(({ to }) => to)).toEqual(['Anna+later@example.com']);
  });

  it('sends no email when the registration fails', async () => {
    const { user } = await app.createUser();
    await app.runJobs();
    const body = { username: user.username, email: 'new@example.com', password: 'TestPassword123!' };
    expect((await app.call('register', { body })).status).toBe(400);
    expect(await countQueuedJobs()).toBe(0);
  });
});

describe('resetting the password', () => {
  it('responds alike for existing and unknown accounts, and mails only the owner', async () => {
    const user = await app.createUser();
    await app.runJobs();
    sent.length = 0;
    const responses = [];
    for (const email of [user.user.email, 'nobody@example.com']) {
      responses.push(await readResponse(requestReset(email)));
      expect(await countQueuedJobs()).toBe(responses.length);
    }
    const message = 'Password reset email sent if the account exists';
    expect(responses).toEqual([
      [200, { message }],
      [200, { message }],
    ]);
    await app.runJobs();
    expect(sent.map(({ to }) => to)).toEqual([user.user.email]);
    expect(sent[0]?.subject).toBe('Восстановление пароля: News Site');
    expect(sent[0]?.body.markup).toMatch(/href="http:\/\/localhost:8000\/password-reset#token=[\w-]{43}"/);
    expect(await countQueuedJobs()).toBe(0);
  });

  it('mails the stored address, not the entered one', async () => {
    const user = await app.createUser({ username: 'Fiona' });
    await app.runJobs();
    sent.length = 0;
    for (const look of ['FIONA@example.com', 'ﬁona@example.com', 'fiona＠example.com'])
      await requestReset(look);
    await app.runJobs();
    expect(new Set(sent.map(({ to }) => to))).toEqual(new Set([user.user.email]));
  });

  it('ends every session and replaces the old password', async () => {
    const user = await app.createUser();
    const other = (await login(user.user.email, user.password)).body;
    const token = await resetToken(user);
    expect(await readResponse(confirm(token))).toEqual([200, { message: 'Password reset successfully' }]);
    for (const session of [user, other]) expect((await refresh(session.refresh)).status).toBe(401);
    expect((await app.call('getProfile', { as: user })).status).toBe(401);
    expect((await login(user.user.email, user.password)).status).toBe(400);
    expect((await login(user.user.email, newPassword)).status).toBe(200);
    expect(await verifiedAt(user.user.id)).toEqual(now);
  });

  it('accepts a token once and then refuses older ones', async () => {
    const user = await app.createUser();
    const [first, second] = [await resetToken(user), await resetToken(user)];
    expect((await confirm(second)).status).toBe(200);
    expect(await readResponse(confirm(second))).toEqual(invalid);
    expect(await readResponse(confirm(first))).toEqual(invalid);
  });

  it('accepts one of several concurrent requests with the same token', async () => {
    const token = await resetToken(await app.createUser());
    const responses = await Promise.all(Array.from({ length: 8 }, () => confirm(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
  });

  it('refuses the token after an hour', async () => {
    const token = await resetToken(await app.createUser());
    later(hour - 1);
    expect((await confirm(token, '12345678')).body).toHaveProperty('new_password');
    later(1);
    expect(await readResponse(confirm(token))).toEqual(invalid);
  });

  it('refuses a token of another purpose', async () => {
    const user = await app.createUser();
    await app.runJobs();
    const verification = extractToken(sent[0]);
    expect(await readResponse(confirm(verification))).toEqual(invalid);
    expect(await readResponse(verify(await resetToken(user)))).toEqual(invalid);
    expect((await verify(verification)).status).toBe(200);
  });

  it('keeps the token valid when the new password is refused', async () => {
    const user = await app.createUser();
    const token = await resetToken(user);
    const attempt = (body: object) =>
      readResponse(app.call('confirmPasswordReset', { body: { token, ...body } }));
    expect(await attempt({ new_password: 'short' })).toEqual([
      400,
      { new_password: ['Пароль должен содержать минимум 8 символов'] },
    ]);
    expect(await attempt({ new_password: 'baseball' })).toEqual([
      400,
      { new_password: ['Такой пароль слишком часто встречается'] },
    ]);
    expect(await attempt({ new_password: newPassword, new_password_confirm: 'x' })).toEqual([
      400,
      { new_password: ['Пароли не совпадают'], new_password_confirm: ['Пароли не совпадают'] },
    ]);
    expect((await attempt({ new_password: newPassword, new_password2: newPassword }))[0]).toBe(200);
  });

  it('is refused for a disabled account', async () => {
    const user = await app.createUser();
    const token = await resetToken(user);
    await app.db.updateTable('accounts').set({ is_active: false }).where('id', '=', user.user.id).execute();
    expect(await readResponse(confirm(token))).toEqual(invalid);
    expect(await resetToken(user)).toBe('');
  });

  it.each([
    [{}, { email: ['Email обязателен'] }],
    [{ email: 'a@b.ru\r\nBcc: x@y.ru' }, { email: ['Некорректный email адрес'] }],
  ])('refuses %j', async (body, expected) => {
    expect(await readResponse(app.call('requestPasswordReset', { body }))).toEqual([400, expected]);
  });

  it('accepts three requests an hour for one account, existing or not', async () => {
    const { user } = await app.createUser();
    for (const email of [user.email, 'nobody-else@example.com']) {
      const statuses = [];
      for (let count = 0; count < 4; count += 1) statuses.push((await requestReset(email)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
  });

  it('accepts ten requests an hour from one network', async () => {
    const strict = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const statuses = [];
      for (let count = 0; count < 11; count += 1) {
        const body = { email: `reader${count}@example.com` };
        statuses.push((await strict.call('requestPasswordReset', { body })).status);
      }
      expect(statuses).toEqual([...Array(10).fill(200), 429]);
    } finally {
      await strict.stop();
    }
  });
});

it('retries a failed email with the same link, valid for its full lifetime', async () => {
  const user = await app.createUser();
  await app.runJobs();
  sent.length = 0;
  mailFailures = 1;
  await requestReset(user.user.email);
  await app.runJobs();
  later(hour / 2);
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db);
  await app.runJobs();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  await app.runJobs();
  expect(sent).toHaveLength(2);
  later(hour - 1);
  expect((await confirm(extractToken(sent[0]))).status).toBe(200);
});

it('stores only hashes of tokens and deletes them after expiry', async () => {
  const token = await resetToken(await app.createUser());
  const rows = () => app.db.selectFrom('account_tokens').selectAll().execute();
  expect(JSON.stringify(await rows())).not.toContain(token);
  later(8 * day);
  await app.jobHandlers.find(({ name }) => name === 'accounts.sweep')?.run({});
  expect(await rows()).toEqual([]);
});
