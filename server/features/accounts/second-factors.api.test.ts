import { Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/db/database.ts';
import { createPasskeyDevice } from '#tests/support/passkey-device.ts';
import { addPasskey, codeAt, enableTotp, signChallenge, startTotp } from '#tests/support/second-factors.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { countWaitingQueries } from '#tests/support/waiting-queries.ts';
import { createTotpVault } from './totp-vault.ts';

/** The secret that the one of this site has replaced. */
const formerSecret = 'f'.repeat(64);
let app: TestApp;
let now = new Date('2026-03-01T09:00:00Z');
const advance = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now }, previousJwtSecret: { secret: formerSecret } });
});
// A day further on, every limit is full again.
beforeEach(() => advance(86_400));
afterAll(() => app.stop());

const login = (user: TestUser, code?: string) =>
  app.call('login', {
    body: { email: user.user.email, password: user.password, second_factor_code: code },
  });
const getSecurity = async (as: TestUser) => (await app.call('getSecurity', { as })).body;
const mailSubjects = async (user: TestUser) => {
  await app.runJobs();
  return app.mails.filter(({ to }) => to === user.user.email).map(({ subject }) => subject);
};

/** The token of the last mail to a user about something. */
function tokenOf({ user }: TestUser, subject: string): string | undefined {
  const mail = app.mails.findLast((sent) => sent.to === user.email && sent.subject.startsWith(subject));
  return /token=([\w-]+)/.exec(mail?.body.markup ?? '')?.[1];
}

async function resetPassword(user: TestUser): Promise<TestUser> {
  await app.call('requestPasswordReset', { body: { email: user.user.email } });
  await app.runJobs();
  const password = 'Another456!';
  const body = { token: tokenOf(user, 'Восстановление'), new_password: password };
  expect((await app.call('confirmPasswordReset', { body })).status).toBe(200);
  return { ...user, password };
}

async function createUserWithTotp() {
  const user = await app.createUser();
  const totp = await enableTotp({ app, as: user, at: now });
  // The code that enabled the app has been used.
  advance(30);
  return { user, ...totp };
}

describe('a login to an account with an authenticator app', () => {
  it('asks for a code only after the right password, in a form that older clients show', async () => {
    const { user } = await createUserWithTotp();
    const { status, body } = await login(user);
    expect(status).toBe(400);
    expect(body).toEqual({
      detail: 'Введите код из приложения, резервный код или войдите с ключом доступа.',
      code: 'second_factor_required',
    });
    const wrong = await login({ ...user, password: 'WrongPassword1' });
    expect(wrong.body).toEqual({ non_field_errors: ['Неверный email или пароль.'] });
  });

  it('accepts a code once', async () => {
    const { user, secret } = await createUserWithTotp();
    const code = codeAt(secret, now);
    expect((await login(user, code)).status).toBe(200);
    const replayed = await login(user, code);
    expect(replayed.status).toBe(400);
    expect(replayed.body).toEqual({ second_factor_code: ['Код неверный или уже использован.'] });
    // Nor a code of an earlier step, though its time has not passed.
    expect((await login(user, codeAt(secret, new Date(now.getTime() - 30_000)))).status).toBe(400);
    advance(30);
    expect((await login(user, codeAt(secret, now))).status).toBe(200);
  });

  it('accepts one of five concurrent logins with the same code', async () => {
    const { user, secret } = await createUserWithTotp();
    // From the network of the registration, whose bucket has room for five attempts.
    const code = codeAt(secret, now);
    const responses = await Promise.all(Array.from({ length: 5 }, () => login(user, code)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it('refuses further guesses for a while, even with the right code', async () => {
    const { user, secret } = await createUserWithTotp();
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await login(user, '000000')).status).toBe(400);
    const { status, headers } = await login(user, codeAt(secret, now));
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    advance(900);
    expect((await login(user, codeAt(secret, now))).status).toBe(200);
  });

  it('accepts each recovery code once, as people type them, and tells the owner', async () => {
    const { user, codes } = await createUserWithTotp();
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    expect((await login(user, first.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await login(user, first)).status).toBe(400);
    expect((await login(user, second)).status).toBe(200);
    expect(await getSecurity(user)).toMatchObject({ recovery_codes_left: 8 });
    expect(await mailSubjects(user)).toContain('Использован резервный код: News Site');
    const replaced = (await app.call('createRecoveryCodes', { as: user, body: {} })).body.recovery_codes;
    expect((await login(user, codes[2])).status).toBe(400);
    expect((await login(user, replaced[0])).status).toBe(200);
  });

  it('needs the code also after the password of a confirmed address was reset', async () => {
    const { user, secret } = await createUserWithTotp();
    await app.runJobs();
    await app.call('verifyEmail', { body: { token: tokenOf(user, 'Подтвердите адрес') } });
    const changed = await resetPassword(user);
    expect((await login(changed)).body.code).toBe('second_factor_required');
    expect((await login(changed, codeAt(secret, now))).status).toBe(200);
  });

  it('needs none after the first reset of an address that nobody had confirmed', async () => {
    const { user, codes } = await createUserWithTotp();
    const { device } = await addPasskey({ app, as: user });
    const owner = await resetPassword(user);
    const { status, body } = await login(owner);
    expect(status).toBe(200);
    app.registerToken(body.access, 'user');
    const security = await getSecurity({ ...owner, ...body });
    expect(security).toMatchObject({ totp_enabled_at: null, passkeys: [], recovery_codes_left: 0 });
    expect((await app.call('refreshToken', { body: { refresh: user.refresh } })).status).toBe(401);
    const passkey = await signChallenge({ app }, device);
    expect((await app.call('loginWithPasskey', { body: { passkey } })).status).toBe(400);
    expect(await mailSubjects(user)).toContain('Второй шаг входа сброшен: News Site');

    // From now on the address is confirmed: a new app stays.
    const own = await enableTotp({ app, as: { ...owner, ...body }, at: now });
    expect(own.codes).not.toEqual(codes);
    expect((await login(await resetPassword(owner))).body.code).toBe('second_factor_required');
  });

  it('is not added by a request that began before its session ended', async () => {
    const user = await app.createUser();
    const { body: creation } = await app.call('getPasskeyOptions', { as: user, body: {} });
    const passkey = createPasskeyDevice().register(creation);
    let adding: ReturnType<typeof app.call> | undefined;
    await inTransaction(app.db, async (tx) => {
      await tx.selectFrom('accounts').select('id').where('id', '=', user.user.id).forUpdate().execute();
      adding = app.call('createPasskey', { as: user, body: { name: 'Чужой', passkey } });
      await expect.poll(() => countWaitingQueries(app.db)).toBeGreaterThan(0);
      await tx
        .updateTable('session_families')
        .set({ revoked_at: now, revoked_reason: 'password reset' })
        .where('account_id', '=', user.user.id)
        .execute();
    });
    expect((await adding)?.status).toBe(401);
    expect((await login(user)).status).toBe(200);
  });

  it('ignores a code for an account without a second factor', async () => {
    expect((await login(await app.createUser(), '123456')).status).toBe(200);
  });
});

describe('setting up an authenticator app', () => {
  it('needs a right code, ends the other sessions and tells the owner', async () => {
    const user = await app.createUser();
    const other = { ...user, ...(await login(user)).body };
    app.registerToken(other.access, 'user');
    const secret = await startTotp({ app, as: user });
    expect((await getSecurity(user)).has_second_factor).toBe(false);
    const wrong = await app.call('enableTotp', { as: user, body: { second_factor_code: '000000' } });
    expect(wrong.body).toEqual({ second_factor_code: ['Код неверный или уже использован.'] });
    const code = codeAt(secret, now);
    const enabled = await app.call('enableTotp', { as: user, body: { second_factor_code: code } });
    expect(enabled.body.recovery_codes).toHaveLength(10);
    expect(await getSecurity(user)).toMatchObject({ has_second_factor: true, recovery_codes_left: 10 });
    expect((await app.call('getProfile', { as: user })).body.has_second_factor).toBe(true);
    expect((await app.call('startTotp', { as: other, body: {} })).status).toBe(401);
    expect((await app.call('startTotp', { as: user, body: {} })).body.detail).toBe(
      'Приложение с кодами уже подключено.',
    );
    expect(await mailSubjects(user)).toContain('Приложение с кодами подключено: News Site');
    // The code that enabled the app cannot open a session.
    expect((await login(user, code)).status).toBe(400);
  });

  it('stops with the last factor, and so do the recovery codes', async () => {
    const { user, codes } = await createUserWithTotp();
    await addPasskey({ app, as: user });
    expect((await app.call('disableTotp', { as: user })).status).toBe(204);
    expect(await getSecurity(user)).toMatchObject({ has_second_factor: true, recovery_codes_left: 10 });
    const { passkeys } = await getSecurity(user);
    await app.call('deletePasskey', { as: user, params: { id: passkeys[0].id } });
    expect(await getSecurity(user)).toMatchObject({ has_second_factor: false, recovery_codes_left: 0 });
    expect((await login(user)).status).toBe(200);
    expect((await login(user, codes[0])).status).toBe(200);
    expect((await app.call('createRecoveryCodes', { as: user, body: {} })).status).toBe(400);
  });

  it('does not open a session for a login that began before', async () => {
    const user = await app.createUser();
    const started = login(user);
    await enableTotp({ app, as: user, at: now });
    const { status, body } = await started;
    // Either it was faster, and its session ended, or it needs a code.
    if (status === 200) {
      const { status: later } = await app.call('refreshToken', { body: { refresh: body.refresh } });
      expect(later).toBe(401);
    } else expect(body.code).toBe('second_factor_required');
  });

  it('stores the secret so that another key, or another account, cannot use it', async () => {
    const { user, secret } = await createUserWithTotp();
    const other = await createUserWithTotp();
    const rows = await app.db.selectFrom('totp_secrets').selectAll().execute();
    expect(rows.some((row) => row.secret.includes(Buffer.from(secret)))).toBe(false);
    const stolen = rows.find((row) => row.account_id === other.user.user.id);
    await app.db
      .updateTable('totp_secrets')
      .set({ secret: stolen?.secret ?? Buffer.alloc(0) })
      .where('account_id', '=', user.user.id)
      .execute();
    expect((await login(user, codeAt(other.secret, now))).status).toBe(400);
  });
});

describe('after the secret of the site was replaced', () => {
  it('an app that was set up before opens a session, and its secret is encrypted again', async () => {
    const { user, secret } = await createUserWithTotp();
    const accountId = user.user.id;
    const former = createTotpVault({ secret: formerSecret, previous: undefined });
    const plain = Buffer.from(Secret.fromBase32(secret).buffer);
    const store = (sealed: Buffer) =>
      app.db
        .updateTable('totp_secrets')
        .set({ secret: sealed })
        .where('account_id', '=', accountId)
        .execute();
    const load = async () =>
      (
        await app.db
          .selectFrom('totp_secrets')
          .select('secret')
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow()
      ).secret;
    await store(former.seal(accountId, plain));
    expect((await login(user, codeAt(secret, now))).status).toBe(200);
    await app.runJob('accounts.renew-totp-secrets');
    expect(former.open(accountId, await load())).toBeUndefined();
    advance(30);
    expect((await login(user, codeAt(secret, now))).status).toBe(200);
    // A second run, on another process, changes nothing.
    const renewed = await load();
    await app.runJob('accounts.renew-totp-secrets');
    expect(await load()).toEqual(renewed);
    // An unknown secret opens nothing.
    await store(createTotpVault({ secret: 'x'.repeat(64), previous: undefined }).seal(accountId, plain));
    await app.runJob('accounts.renew-totp-secrets');
    advance(30);
    expect((await login(user, codeAt(secret, now))).status).toBe(400);
  });
});

describe('a passkey', () => {
  const loginWith = async (passkey: object) => app.call('loginWithPasskey', { body: { passkey } });

  it('opens a session without a password, once for each response', async () => {
    const user = await app.createUser();
    const { device, codes } = await addPasskey({ app, as: user });
    expect(codes).toHaveLength(10);
    const signed = await signChallenge({ app }, device);
    const opened = await loginWith(signed);
    expect(opened.status).toBe(200);
    expect(opened.body).toMatchObject({
      user: { id: user.user.id, has_second_factor: true },
      message: 'User login successfully',
    });
    expect((await loginWith(signed)).body.detail).toBe('Ключ доступа не подошёл. Попробуйте ещё раз.');
    expect((await loginWith(await signChallenge({ app }, device))).status).toBe(200);
    expect((await login(user)).body.code).toBe('second_factor_required');
    expect((await getSecurity(user)).passkeys[0]).toMatchObject({
      name: 'Телефон',
      last_used_at: now.toISOString(),
    });
  });

  it('opens one session when a response is sent five times at once', async () => {
    const { device } = await addPasskey({ app, as: await app.createUser() });
    const signed = await signChallenge({ app }, device);
    const responses = await Promise.all(Array.from({ length: 5 }, () => loginWith(signed)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it('is refused for another site, for an expired or foreign challenge, and without verification', async () => {
    const user = await app.createUser();
    const { device } = await addPasskey({ app, as: user });
    const late = await signChallenge({ app }, device);
    advance(301);
    expect((await loginWith(late)).status).toBe(400);
    const options = (await app.call('getPasskeyLoginOptions', { body: {} })).body;
    const forged = device.authenticate({ ...options, challenge: Buffer.alloc(54).toString('base64url') });
    expect((await loginWith(forged)).status).toBe(400);
    const registration = (await app.call('getPasskeyOptions', { as: user, body: {} })).body;
    const crossed = device.authenticate({ ...options, challenge: registration.challenge });
    expect((await loginWith(crossed)).status).toBe(400);
    const signed = await signChallenge({ app }, device);
    const altered = { ...signed, response: { ...signed.response, signature: 'AAAA' } };
    expect((await loginWith(altered)).status).toBe(400);
    expect((await loginWith(await signChallenge({ app }, createPasskeyDevice()))).status).toBe(400);

    const create = async (options: Parameters<typeof createPasskeyDevice>[0]) => {
      const { body } = await app.call('getPasskeyOptions', { as: user, body: {} });
      const passkey = createPasskeyDevice(options).register(body);
      return (await app.call('createPasskey', { as: user, body: { name: 'Ключ', passkey } })).status;
    };
    expect(await create({ origin: 'http://localhost.evil.example:8000' })).toBe(400);
    expect(await create({ verifiesUser: false })).toBe(400);
    expect(await create({})).toBe(201);
  });

  it('is refused when its counter goes back, as that of a copy does', async () => {
    const user = await app.createUser();
    const { device } = await addPasskey({ app, as: user, counts: true });
    const older = await signChallenge({ app }, device);
    const newer = await signChallenge({ app }, device);
    expect((await loginWith(newer)).status).toBe(200);
    expect((await loginWith(older)).status).toBe(400);
  });

  it('belongs to one account, which alone can rename and remove it', async () => {
    const [user, other] = [await app.createUser(), await app.createUser()];
    const options = (await app.call('getPasskeyOptions', { as: user, body: {} })).body;
    const passkey = createPasskeyDevice().register(options);
    const create = (as: TestUser) => app.call('createPasskey', { as, body: { name: 'Ключ', passkey } });
    // The challenge is of another account.
    expect((await create(other)).status).toBe(400);
    expect((await create(user)).status).toBe(201);
    expect((await create(user)).status).toBe(400);
    const { id } = (await getSecurity(user)).passkeys[0];
    const rename = (as: TestUser, name: string) =>
      app.call('renamePasskey', { as, params: { id }, body: { name } });
    expect((await rename(other, 'Чужой')).status).toBe(404);
    expect((await rename(user, ' Рабочий ')).status).toBe(204);
    expect((await getSecurity(user)).passkeys[0].name).toBe('Рабочий');
    expect((await app.call('deletePasskey', { as: other, params: { id } })).status).toBe(404);
    expect((await app.call('deletePasskey', { as: user, params: { id } })).status).toBe(204);
    expect(await mailSubjects(user)).toEqual(
      expect.arrayContaining(['Добавлен ключ доступа: News Site', 'Ключ доступа удалён: News Site']),
    );
  });

  it('does not open a session for a disabled account, and tells the reason', async () => {
    const user = await app.createUser();
    const { device } = await addPasskey({ app, as: user });
    const staff = await app.createUser({ isStaff: true });
    await app.call('disableAccount', { as: staff, params: { id: user.user.id }, body: { reason: 'Спам' } });
    const { status, body } = await loginWith(await signChallenge({ app }, device));
    expect(status).toBe(400);
    expect(body.non_field_errors[0]).toContain('Спам');
  });

  it('has no more than twenty siblings', async () => {
    const user = await app.createUser();
    for (let count = 0; count < 20; count += 1) await addPasskey({ app, as: user });
    const { status, body } = await app.call('getPasskeyOptions', { as: user, body: {} });
    expect([status, body.detail]).toEqual([
      400,
      'Ключей доступа уже 20. Удалите ненужный, чтобы добавить новый.',
    ]);
  });
});

it('resets the second factor for an owner who has lost it', async () => {
  const { user } = await createUserWithTotp();
  await addPasskey({ app, as: user });
  await app.accounts.resetSecondFactor(user.user.id);
  expect((await app.call('getProfile', { as: user })).status).toBe(401);
  expect((await login(user)).status).toBe(200);
  expect(await mailSubjects(user)).toContain('Второй шаг входа сброшен: News Site');
});
