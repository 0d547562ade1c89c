import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPasskey, codeAt, enableTotp, signChallenge } from '#tests/support/second-factors.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** A site that requires a second factor of staff. */
let app: TestApp;
let now = new Date('2026-03-01T09:00:00Z');
const advance = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
beforeAll(async () => {
  app = await createTestApp({
    clock: { now: () => now },
    env: { STAFF_SECOND_FACTOR: 'required', TRUST_PROXY: 'true', RATE_LIMIT_FACTOR: '1' },
  });
});
// A day further on, every limit is full again.
beforeEach(() => advance(86_400));
afterAll(() => app.stop());

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

async function login(user: TestUser, headers: Record<string, string> = {}): Promise<TestUser> {
  const { status, body } = await app.call('login', {
    body: { email: user.user.email, password: user.password },
    headers,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  app.registerToken(body.access, 'user');
  return { ...user, ...body };
}
const listSessions = async (as: TestUser) => (await app.call('listSessions', { as })).body;
const statusOf = async (as: TestUser) => (await app.call('getProfile', { as })).status;
const mailsTo = async (user: TestUser, subject: string) => {
  await app.runJobs();
  return app.mails.filter((mail) => mail.to === user.user.email && mail.subject.startsWith(subject));
};

describe('the list of sessions', () => {
  it('names device, login and last use, the present session first', async () => {
    const user = await app.createUser();
    advance(60);
    const second = await login(user, { 'user-agent': phone });
    advance(60);
    await app.call('refreshToken', { body: { refresh: user.refresh } });
    const { count, results } = await listSessions(second);
    expect(count).toBe(2);
    const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
    expect(results).toEqual([
      {
        id: expect.any(String),
        device: 'Safari, iOS',
        is_current: true,
        created_at: minutesAgo(1),
        last_used_at: minutesAgo(1),
      },
      {
        id: expect.any(String),
        device: 'Firefox, Linux',
        is_current: false,
        created_at: minutesAgo(2),
        last_used_at: minutesAgo(0),
      },
    ]);
  });

  it('ends one session at once for its tokens, and leaves the others open', async () => {
    const user = await app.createUser();
    const second = await login(user);
    const third = await login(user);
    const { results } = await listSessions(second);
    await app.call('endSession', { as: user, params: { id: results[0].id } });
    expect([await statusOf(user), await statusOf(second), await statusOf(third)]).toEqual([200, 401, 200]);
    expect((await app.call('refreshToken', { body: { refresh: second.refresh } })).status).toBe(401);
    expect((await listSessions(user)).count).toBe(2);
  });

  it('returns 404 for a session of somebody else, an ended one and nonsense', async () => {
    const user = await app.createUser();
    const other = await app.createUser();
    const { id } = (await listSessions(other)).results[0];
    for (const unknown of [id, randomUUID(), 'nonsense'])
      expect((await app.call('endSession', { as: user, params: { id: unknown } })).status).toBe(404);
    expect(await statusOf(other)).toBe(200);
    await app.call('endOtherSessions', { as: user });
    const ended = await login(user);
    const endedId = (await listSessions(ended)).results[0].id;
    await app.call('logout', { as: ended, body: {} });
    expect((await app.call('endSession', { as: user, params: { id: endedId } })).status).toBe(404);
  });

  it('ends all other sessions', async () => {
    const user = await app.createUser();
    const others = [await login(user), await login(user)];
    expect((await app.call('endOtherSessions', { as: user })).status).toBe(200);
    for (const other of others) expect(await statusOf(other)).toBe(401);
    expect((await listSessions(user)).count).toBe(1);
    expect(await statusOf(user)).toBe(200);
  });

  it('has pages, and leaves out what cannot be used any more', async () => {
    const user = await app.createUser();
    for (let count = 0; count < 3; count += 1) await login(user);
    const page = (await app.call('listSessions', { as: user, query: { page_size: 2, page: 2 } })).body;
    expect([page.count, page.results.length, page.next]).toEqual([4, 2, null]);
    advance(8 * 86_400);
    const again = await login(user);
    expect((await listSessions(again)).count).toBe(1);
  });
});

describe('a login from a new device or network', () => {
  const network = (last: number) => ({ 'x-forwarded-for': `198.51.100.${last}` });

  it('is told by mail, one from a known one is not', async () => {
    const user = await app.createUser();
    await login(user);
    expect(await mailsTo(user, 'Вход с нового устройства')).toEqual([]);
    await login(user, { 'user-agent': phone });
    const [mail] = await mailsTo(user, 'Вход с нового устройства');
    expect(mail?.body.markup).toContain('Устройство: Safari, iOS');
    expect(mail?.body.markup).toContain('2026');
    expect(mail?.body.markup).toContain('/security');
    await login(user, { 'user-agent': phone });
    await login(user, network(1));
    expect(await mailsTo(user, 'Вход с нового устройства')).toHaveLength(2);
    await login(user, network(1));
    expect(await mailsTo(user, 'Вход с нового устройства')).toHaveLength(2);
  });

  it('fills nobody’s mailbox', async () => {
    const user = await app.createUser();
    for (let last = 10; last < 15; last += 1) await login(user, network(last));
    expect(await mailsTo(user, 'Вход с нового устройства')).toHaveLength(3);
  });
});

it('tells the owner of a changed password', async () => {
  const user = await app.createUser();
  const body = { old_password: user.password, new_password: 'Another456!' };
  expect((await app.call('changePassword', { as: user, body })).status).toBe(200);
  expect(await mailsTo(user, 'Пароль изменён')).toHaveLength(1);
});

describe('half an hour after the login', () => {
  const confirm = (as: TestUser, body: object) => app.call('confirmIdentity', { as, body });
  const start = (as: TestUser) => app.call('startTotp', { as, body: {} });

  it('a sensitive operation needs the password again, and then works for half an hour', async () => {
    const user = await app.createUser();
    advance(30 * 60 - 1);
    const [refreshed = user] = await refreshAll([user]);
    expect((await start(refreshed)).status).toBe(200);
    advance(1);
    const refused = await start(refreshed);
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({
      detail: 'Подтвердите, что это вы: после входа прошло больше получаса.',
      code: 'confirmation_required',
    });
    expect((await confirm(refreshed, {})).body).toEqual({ password: ['Введите пароль.'] });
    expect((await confirm(refreshed, { password: 'Wrong' })).body).toEqual({
      password: ['Текущий пароль указан неверно.'],
    });
    const confirmed = await confirm(refreshed, { password: user.password });
    expect(confirmed.body).toEqual({ confirmed_until: new Date(now.getTime() + 1_800_000).toISOString() });
    expect((await start(refreshed)).status).toBe(200);
    expect((await app.call('listSessions', { as: refreshed })).status).toBe(200);
  });

  it('a confirmation of one session does not count for another', async () => {
    const user = await app.createUser();
    const other = await login(user);
    advance(1_800);
    const refreshed = await refreshAll([user, other]);
    await confirm(refreshed[0] as TestUser, { password: user.password });
    expect((await start(refreshed[1] as TestUser)).status).toBe(403);
  });

  it('limits guesses of the password', async () => {
    const user = await app.createUser();
    for (let guess = 0; guess < 10; guess += 1)
      expect((await confirm(user, { password: 'Wrong' })).status).toBe(400);
    expect((await confirm(user, { password: user.password })).status).toBe(429);
  });

  it('an account with a second factor needs that factor, not the password', async () => {
    const user = await app.createUser();
    const { secret, codes } = await enableTotp({ app, as: user, at: now });
    const { device } = await addPasskey({ app, as: user });
    const foreign = (await addPasskey({ app, as: await app.createUser() })).device;
    advance(1_800);
    const [as = user] = await refreshAll([user]);
    expect((await confirm(as, { password: user.password })).body).toHaveProperty('second_factor_code');
    const code = codeAt(secret, now);
    expect((await confirm(as, { second_factor_code: code })).status).toBe(200);
    expect((await confirm(as, { second_factor_code: code })).status).toBe(400);
    expect((await confirm(as, { second_factor_code: codes[0] })).status).toBe(200);
    const signed = await signChallenge({ app }, device);
    expect((await confirm(as, { passkey: signed })).status).toBe(200);
    expect((await confirm(as, { passkey: signed })).status).toBe(400);
    expect((await confirm(as, { passkey: await signChallenge({ app }, foreign) })).status).toBe(400);
  });

  async function refreshAll(users: TestUser[]): Promise<TestUser[]> {
    const refreshed: TestUser[] = [];
    for (const user of users) {
      const { body } = await app.call('refreshToken', { body: { refresh: user.refresh } });
      app.registerToken(body.access, 'user');
      refreshed.push({ ...user, ...body });
    }
    return refreshed;
  }
});

describe('a member of staff without the required second factor', () => {
  it('has the rights of a user, and is told what to do, until one is set up', async () => {
    const staff = await app.createUser({ isStaff: true });
    const author = await app.createUser();
    const draft = await app.createPost(author, { status: 'draft' });
    app.registerToken(staff.access, 'user');
    const profile = (await app.call('getProfile', { as: staff })).body;
    expect(profile).toMatchObject({ is_staff: false, lacks_second_factor: true, has_second_factor: false });
    for (const id of ['listStaffPayments', 'listModeratedPosts', 'getSiteHealth'] as const) {
      const { status, body } = await app.call(id, { as: staff });
      expect([status, body.code]).toEqual([403, 'second_factor_setup_required']);
    }
    const params = { slug: draft.slug };
    expect((await app.call('getPost', { as: staff, params })).status).toBe(404);
    const body = { content: 'Правка.' };
    expect((await app.call('updatePost', { as: staff, params, body })).status).toBe(404);
    // A caller who is no member of staff gets the usual refusal.
    expect((await app.call('listStaffPayments', { as: author })).body).not.toHaveProperty('code');

    await enableTotp({ app, as: staff, at: now });
    app.registerToken(staff.access, 'staff');
    expect((await app.call('getProfile', { as: staff })).body).toMatchObject({
      is_staff: true,
      lacks_second_factor: false,
    });
    expect((await app.call('listStaffPayments', { as: staff })).status).toBe(200);
    expect((await app.call('updatePost', { as: staff, params, body })).status).toBe(200);
    await app.call('disableTotp', { as: staff });
    app.registerToken(staff.access, 'user');
    expect((await app.call('updatePost', { as: staff, params, body })).status).toBe(404);
  });

  it('includes superusers', async () => {
    const user = await app.createUser();
    await app.db.updateTable('accounts').set({ is_superuser: true }).where('id', '=', user.user.id).execute();
    expect((await app.call('listModeratedPosts', { as: user })).body.code).toBe(
      'second_factor_setup_required',
    );
  });
});
