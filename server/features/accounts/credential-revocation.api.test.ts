import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { codeAt, startTotp } from '#tests/support/second-factors.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { countWaitingQueries } from '#tests/support/waiting-queries.ts';

/** For every event that changes credentials: which credentials still give access to the account afterwards. */
let app: TestApp;
let staff: TestUser;
let now = new Date('2026-03-01T09:00:00Z');
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
  staff = await app.createUser({ isStaff: true });
});
beforeEach(async () => {
  await app.runJobs();
  app.mails.length = 0;
});
afterAll(() => app.stop());

const newPassword = 'Совсем другой пароль 7';
const extractToken = (mail: MailMessage | undefined) =>
  /token=([\w-]+)"/.exec(mail?.body.markup ?? '')?.[1] ?? '';
const mailTo = (user: TestUser, subject: string) =>
  app.mails.findLast(({ to, subject: text }) => to === user.user.email && text.startsWith(subject));
const login = (user: TestUser, password = user.password) =>
  app.call('login', { body: { email: user.user.email, password } });
const refresh = (token: string) => app.call('refreshToken', { body: { refresh: token } });
const requestReset = (user: TestUser) =>
  app.call('requestPasswordReset', { body: { email: user.user.email } });
const confirmReset = (token: string) =>
  app.call('confirmPasswordReset', { body: { token, new_password: 'Ещё один пароль 8' } });

type World = {
  /** The session that makes the change. */
  own: TestUser;
  ownChild: string;
  other: TestUser;
  otherChild: string;
  resetTokens: [string, string];
  confirmation: string;
};

/** An account with two sessions, unused refresh tokens, two reset links, a requested one and a confirmation link. */
async function createWorld(): Promise<World> {
  const own = await app.createUser();
  const other = { ...(await login(own)).body, password: own.password };
  const [ownChild, otherChild] = [
    (await refresh(own.refresh)).body.refresh,
    (await refresh(other.refresh)).body.refresh,
  ];
  await app.runJobs();
  const confirmation = extractToken(mailTo(own, 'Подтвердите'));
  const resetTokens: string[] = [];
  for (let link = 0; link < 2; link += 1) {
    await requestReset(own);
    await app.runJobs();
    resetTokens.push(extractToken(mailTo(own, 'Восстановление')));
  }
  app.mails.length = 0;
  // A third reset is requested, but its email is not sent yet.
  await requestReset(own);
  later(1);
  return { own, ownChild, other, otherChild, resetTokens: resetTokens as [string, string], confirmation };
}

/** Each function returns whether the credential still works. Those that use a credential up come last. */
const credentials: Record<string, (world: World) => Promise<boolean>> = {
  'own access token, reading': async ({ own }) => (await app.call('getProfile', { as: own })).status === 200,
  'own access token, writing': async ({ own }) =>
    (await app.call('updateProfile', { as: own, body: { bio: 'x' } })).status === 200,
  'own refresh token': async ({ own }) => (await refresh(own.refresh)).status === 200,
  'own refresh token not used yet': async ({ ownChild }) => (await refresh(ownChild)).status === 200,
  'other access token, reading': async ({ other }) =>
    (await app.call('getProfile', { as: other })).status === 200,
  'other access token, writing': async ({ other }) =>
    (await app.call('updateProfile', { as: other, body: { bio: 'x' } })).status === 200,
  'other refresh token': async ({ other }) => (await refresh(other.refresh)).status === 200,
  'other refresh token not used yet': async ({ otherChild }) => (await refresh(otherChild)).status === 200,
  'reset that was requested before': async ({ own }) => {
    app.mails.length = 0;
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db);
    await app.runJobs();
    return mailTo(own, 'Восстановление') !== undefined;
  },
  'old password': async ({ own }) => (await login(own)).status === 200,
  'first reset link': async ({ resetTokens }) => (await confirmReset(resetTokens[0])).status === 200,
  'second reset link': async ({ resetTokens }) => (await confirmReset(resetTokens[1])).status === 200,
};

const own = [
  'own access token, reading',
  'own access token, writing',
  'own refresh token',
  'own refresh token not used yet',
];
const other = [
  'other access token, reading',
  'other access token, writing',
  'other refresh token',
  'other refresh token not used yet',
];
const reset = ['reset that was requested before', 'first reset link'];

const events: Array<[name: string, happen: (world: World) => Promise<{ status: number }>, open: string[]]> = [
  [
    'a password change',
    ({ own: as }) =>
      app.call('changePassword', { as, body: { old_password: as.password, new_password: newPassword } }),
    own,
  ],
  [
    'a password reset by email',
    ({ resetTokens: [, token] }) =>
      app.call('confirmPasswordReset', { body: { token, new_password: newPassword } }),
    [],
  ],
  [
    'an account disabled by staff',
    ({ own: { user } }) =>
      app.call('disableAccount', { as: staff, params: { id: user.id }, body: { reason: 'Спам' } }),
    [],
  ],
  [
    'an account disabled and enabled again',
    async ({ own: { user } }) => {
      const params = { id: user.id };
      await app.call('disableAccount', { as: staff, params, body: { reason: 'Спам' } });
      return app.call('enableAccount', { as: staff, params, body: {} });
    },
    ['old password'],
  ],
  [
    // The other session has its own tokens, and the queued reset email goes only to the owner.
    'reuse of a stolen refresh token',
    async ({ own: victim, ownChild }) => {
      await refresh(ownChild);
      later(60);
      const { status } = await refresh(victim.refresh);
      return { status: status === 401 ? 200 : status };
    },
    [...other, 'old password', 'reset that was requested before'],
  ],
  ['a logout', ({ own: as }) => app.call('logout', { as, body: {} }), [...other, ...reset, 'old password']],
  [
    'the end of one session by its owner',
    async ({ own: as }) => {
      const { results } = (await app.call('listSessions', { as })).body;
      const { id } = results.find((session: { is_current: boolean }) => !session.is_current);
      const { status } = await app.call('endSession', { as, params: { id } });
      return { status: status === 204 ? 200 : status };
    },
    [...own, ...reset, 'old password'],
  ],
  [
    'the end of all other sessions by their owner',
    ({ own: as }) => app.call('endOtherSessions', { as }),
    [...own, 'old password'],
  ],
  [
    // The password alone opens no session then.
    'the first second factor',
    async ({ own: as }) => {
      const code = codeAt(await startTotp({ app, as }), now);
      return app.call('enableTotp', { as, body: { second_factor_code: code } });
    },
    own,
  ],
  [
    'a reset of the second factor by the operator',
    async ({ own: { user } }) => {
      await app.accounts.resetSecondFactor(user.id);
      return { status: 200 };
    },
    ['old password'],
  ],
  [
    // Confirms an address and changes no credential.
    'an email confirmation',
    ({ confirmation }) => app.call('verifyEmail', { body: { token: confirmation } }),
    [...own, ...other, ...reset, 'old password'],
  ],
  // The control case: every credential works. The first reset link then revokes the second one.
  ['no event', async () => ({ status: 200 }), [...own, ...other, ...reset, 'old password']],
];

describe.each(events)('after %s', (_, happen, open) => {
  it('only the expected credentials still work', async () => {
    const world = await createWorld();
    // Fills the cache of users, which reads may use for a second.
    await app.call('getProfile', { as: world.own });
    expect((await happen(world)).status).toBe(200);
    const found: string[] = [];
    for (const [name, isAccepted] of Object.entries(credentials))
      if (await isAccepted(world)) found.push(name);
    expect(found.sort()).toEqual([...open].sort());
  });
});

it('opens no session and accepts no new password with a confirmation link', async () => {
  const { confirmation } = await createWorld();
  const response = await app.call('verifyEmail', { body: { token: confirmation } });
  expect([response.status, response.body]).toEqual([200, { message: 'Email verified successfully' }]);
  expect((await confirmReset(confirmation)).status).toBe(400);
});

it.each([
  ['after the change', -3600],
  ['when the clock was set back to before the change', 3600],
])('sends a reset that was requested %s', async (_, seconds) => {
  const { user } = await app.createUser();
  const changedAt = new Date(now.getTime() + seconds * 1000);
  await app.db
    .updateTable('accounts')
    .set({ credentials_changed_at: changedAt })
    .where('id', '=', user.id)
    .execute();
  expect((await app.call('requestPasswordReset', { body: { email: user.email } })).status).toBe(200);
  await app.runJobs();
  expect(app.mails.some(({ to, subject }) => to === user.email && subject.startsWith('Восстановление'))).toBe(
    true,
  );
});

describe('a password change during another request', () => {
  const change = (as: TestUser, to: string) =>
    app.call('changePassword', { as, body: { old_password: as.password, new_password: to } });

  it.each([
    ['the password was changed', { password_hash: 'another' }, 'Неверный email или пароль.'],
    ['the account was disabled', { is_active: false }, 'Учётная запись отключена редакцией.'],
  ])('opens no session for a login during which %s', async (_, change, text) => {
    const user = await app.createUser();
    let hasResponse = false;
    const opened = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('accounts').select('id').where('id', '=', user.user.id).forNoKeyUpdate().execute();
      const response = login(user).finally(() => {
        hasResponse = true;
      });
      // Either the login has verified the password and waits for the lock, or it does not lock and has responded.
      await expect.poll(async () => hasResponse || (await countWaitingQueries(app.db)) > 0).toBe(true);
      await tx.updateTable('accounts').set(change).where('id', '=', user.user.id).execute();
      return { response };
    });
    const { status, body } = await opened.response;
    expect([status, body.non_field_errors?.[0]]).toEqual([400, expect.stringContaining(text)]);
  });

  it('accepts one of two concurrent password changes', async () => {
    const user = await app.createUser();
    const second = { ...(await login(user)).body, password: user.password };
    const responses = await Promise.all([change(user, 'Первый новый 1'), change(second, 'Второй новый 2')]);
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const winner = statuses[0] === 200 ? 'Первый новый 1' : 'Второй новый 2';
    expect((await login(user, winner)).status).toBe(200);
  });

  it('is not overwritten by a login that rehashes an outdated hash', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await app.createUser();
      const { hash } = await import('@node-rs/argon2');
      const outdated = await hash(user.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
      await app.db
        .updateTable('accounts')
        .set({ password_hash: outdated })
        .where('id', '=', user.user.id)
        .execute();
      const [changed] = await Promise.all([change(user, newPassword), login(user)]);
      const validPassword = changed.status === 200 ? newPassword : user.password;
      expect((await login(user, validPassword)).status).toBe(200);
      if (changed.status === 200) expect((await login(user)).status).toBe(400);
    }
  });
});
