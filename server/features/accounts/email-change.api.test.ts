import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let now = new Date('2026-03-01T09:00:00Z');
const advance = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
});
beforeEach(() => advance(86_400));
afterAll(() => app.stop());

const newAddress = () => `new-${randomUUID().slice(0, 8)}@example.com`;
const lastMail = (to: string) => app.mails.findLast((mail) => mail.to === to);
const lastToken = (to: string) => /token=([\w-]+)/.exec(lastMail(to)?.body.markup ?? '')?.[1];
const confirm = (token: string | undefined) => app.call('confirmEmailChange', { body: { token } });
const getChange = async (as: TestUser) => (await app.call('getSecurity', { as })).body.email_change;
const getProfile = async (as: TestUser) => (await app.call('getProfile', { as })).body;

async function createUser({ isVerified = true } = {}): Promise<TestUser> {
  const user = await app.createUser();
  if (!isVerified) return user;
  await app.runJobs();
  await app.call('verifyEmail', { body: { token: lastToken(user.user.email) } });
  return user;
}
async function request(as: TestUser, email: string) {
  const response = await app.call('requestEmailChange', { as, body: { email } });
  await app.runJobs();
  return response;
}

describe('a change of the address', () => {
  it('is made when both addresses have confirmed it, in either order', async () => {
    for (const isOldFirst of [true, false]) {
      const user = await createUser();
      const [old, email] = [user.user.email, newAddress()];
      expect((await request(user, email)).status).toBe(200);
      expect(await getChange(user)).toMatchObject({
        new_email: email,
        old_confirmed: false,
        new_confirmed: false,
      });
      const tokens = [lastToken(old), lastToken(email)];
      if (!isOldFirst) tokens.reverse();
      expect((await confirm(tokens[0])).body).toEqual({ is_changed: false });
      expect((await getProfile(user)).email).toBe(old);
      expect(await getChange(user)).toMatchObject({ old_confirmed: isOldFirst, new_confirmed: !isOldFirst });
      expect((await confirm(tokens[0])).status).toBe(400);
      expect((await confirm(tokens[1])).body).toEqual({ is_changed: true });
      expect(await getProfile(user)).toMatchObject({ email, email_verified: true });
      expect(await getChange(user)).toBeNull();
      await app.runJobs();
      expect(lastMail(old)?.subject).toBe('Адрес почты изменён: News Site');
      const login = (address: string) =>
        app.call('login', { body: { email: address, password: user.password } });
      expect([(await login(old)).status, (await login(email)).status]).toEqual([400, 200]);
      for (const token of tokens) expect((await confirm(token)).status).toBe(400);
    }
  });

  it('needs only the new address if the present one was never confirmed', async () => {
    const user = await createUser({ isVerified: false });
    await app.runJobs();
    const verification = lastToken(user.user.email);
    const email = newAddress();
    await request(user, email);
    expect(lastMail(user.user.email)?.body.markup).toContain(email);
    expect(lastToken(user.user.email)).toBeUndefined();
    expect((await confirm(lastToken(email))).body).toEqual({ is_changed: true });
    // The earlier link stood for the former address.
    expect((await app.call('verifyEmail', { body: { token: verification } })).status).toBe(400);
  });

  it('ends the reset links that were sent to the former address', async () => {
    const user = await createUser({ isVerified: false });
    await app.call('requestPasswordReset', { body: { email: user.user.email } });
    await app.runJobs();
    const reset = lastToken(user.user.email);
    const email = newAddress();
    await request(user, email);
    await confirm(lastToken(email));
    const body = { token: reset, new_password: 'Another456!' };
    expect((await app.call('confirmPasswordReset', { body })).status).toBe(400);
  });

  it('is cancelled by a new password', async () => {
    const user = await createUser({ isVerified: false });
    const email = newAddress();
    await request(user, email);
    const body = { old_password: user.password, new_password: 'Another456!' };
    expect((await app.call('changePassword', { as: user, body })).status).toBe(200);
    expect(await getChange(user)).toBeNull();
    expect((await confirm(lastToken(email))).status).toBe(400);
  });

  it('is confirmed once by five concurrent requests', async () => {
    const user = await createUser({ isVerified: false });
    const email = newAddress();
    await request(user, email);
    const token = lastToken(email);
    const responses = await Promise.all(Array.from({ length: 5 }, () => confirm(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it('expires after an hour, and a new request or a cancellation ends its links', async () => {
    const user = await createUser({ isVerified: false });
    const email = newAddress();
    await request(user, email);
    const first = lastToken(email);
    await request(user, email);
    expect((await confirm(first)).status).toBe(400);
    const second = lastToken(email);
    expect((await app.call('cancelEmailChange', { as: user })).status).toBe(204);
    expect((await app.call('cancelEmailChange', { as: user })).status).toBe(404);
    expect((await confirm(second)).status).toBe(400);
    await request(user, email);
    const third = lastToken(email);
    advance(3_600);
    expect((await confirm(third)).status).toBe(400);
    expect((await getProfile(await loginAgain(user))).email).toBe(user.user.email);
    advance(86_401);
    await app.runJob('accounts.sweep');
    expect(
      await app.db.selectFrom('email_changes').select('id').where('account_id', '=', user.user.id).execute(),
    ).toEqual([]);
  });

  async function loginAgain(user: TestUser): Promise<TestUser> {
    const { body } = await app.call('login', { body: { email: user.user.email, password: user.password } });
    app.registerToken(body.access, 'user');
    return { ...user, ...body };
  }

  it('does not reveal that another account has the address', async () => {
    const user = await createUser();
    const other = await createUser();
    const taken = await request(user, other.user.email.toUpperCase());
    const free = await request(user, newAddress());
    expect(taken.status).toBe(200);
    expect(taken.body).toEqual(free.body);
    const mail = lastMail(other.user.email);
    expect(mail?.body.markup).toContain('у вас с ним уже есть своя');
    expect(mail?.body.markup).not.toContain('token=');
  });

  it('is refused when the address was taken meanwhile', async () => {
    const user = await createUser({ isVerified: false });
    const email = newAddress();
    await request(user, email);
    const password = 'TestPassword123!';
    const username = `taker${randomUUID().slice(0, 8)}`;
    expect((await app.call('register', { body: { username, email, password } })).status).toBe(201);
    const { status, body } = await confirm(lastToken(email) ?? firstToken(email));
    expect([status, body]).toEqual([400, { token: ['Пользователь с таким email уже существует.'] }]);
  });
  const firstToken = (to: string) =>
    app.mails.flatMap((mail) =>
      mail.to === to ? (/token=([\w-]+)/.exec(mail.body.markup)?.[1] ?? []) : [],
    )[0];

  it('is refused for the present address and after three requests in an hour', async () => {
    const user = await createUser();
    expect((await request(user, user.user.email.toUpperCase())).body).toEqual({
      email: ['Это и есть ваш нынешний адрес.'],
    });
    for (let count = 0; count < 3; count += 1) expect((await request(user, newAddress())).status).toBe(200);
    expect((await request(user, newAddress())).status).toBe(429);
  });

  it('sends at most four mails an hour to one new mailbox, for all accounts together', async () => {
    const mailbox = randomUUID().slice(0, 8);
    for (let count = 0; count < 6; count += 1) {
      const user = await app.createUser();
      expect((await request(user, `${mailbox}+${count}@example.com`)).status).toBe(200);
      // The present address is always told.
      expect(lastMail(user.user.email)?.body.markup).toContain(`${mailbox}+${count}@example.com`);
    }
    expect(app.mails.filter(({ to }) => to.startsWith(mailbox))).toHaveLength(4);
  });

  it('does nothing for a disabled account', async () => {
    const user = await createUser({ isVerified: false });
    const email = newAddress();
    await request(user, email);
    const staff = await app.createUser({ isStaff: true });
    await app.call('disableAccount', { as: staff, params: { id: user.user.id }, body: { reason: 'Спам' } });
    expect((await confirm(lastToken(email))).status).toBe(400);
  });
});
