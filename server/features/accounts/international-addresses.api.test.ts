import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeMailServer } from '#server/platform/mail/mail-server-store.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { emailKey, emailKeys, hasMixedDomain, hasUnicodeName, mailboxKey } from './email-address.ts';
import { changeEmail } from './email-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const password = 'TestPassword123!';
const register = (email: string) =>
  app.call('register', {
    body: { username: `u${randomUUID().slice(0, 8)}`, email, password, password2: password },
  });
const login = (email: string) => app.call('login', { body: { email, password } });
const requestReset = async (email: string) => {
  // Confirmations of new accounts.
  await app.runJobs();
  const { length } = app.mails;
  await app.call('requestPasswordReset', { body: { email } });
  await app.runJobs();
  return app.mails.slice(length).map(({ to }) => to);
};

describe('an address and its form in Punycode', () => {
  const [unicode, ascii] = ['anna@почта.рф', 'anna@xn--80a1acny.xn--p1ai'];

  it('have one normal form', () => {
    expect(
      [unicode, ascii, 'Anna@ПОЧТА.рф', 'anna@почта。рф', 'ANNA@XN--80A1ACNY.xn--p1ai'].map(emailKey),
    ).toEqual(Array(5).fill(unicode));
    expect(mailboxKey('anna+shop@xn--80a1acny.xn--p1ai')).toBe(unicode);
    expect(emailKeys(ascii)).toEqual([ascii, unicode]);
    for (const other of ['anna@example.com', 'anna@xn--zzzz9.ru', 'anna@1.2', 'anna', 'a@b@[1.2.3.4]'])
      expect(emailKeys(other)).toEqual([other]);
  });

  it('register once, in either order', async () => {
    expect((await register(unicode)).status).toBe(201);
    for (const again of [ascii, unicode, 'ANNA@Почта.рф']) {
      const { status, body } = await register(again);
      expect([status, body.email]).toEqual([400, ['Пользователь с таким email уже существует.']]);
    }
    expect((await register('boris@xn--80a1acny.xn--p1ai')).status).toBe(201);
    expect((await register('boris@почта.рф')).body.email).toEqual([
      'Пользователь с таким email уже существует.',
    ]);
  });

  it('log in and get resets of the password alike', async () => {
    expect([(await login(unicode)).status, (await login(ascii)).status]).toEqual([200, 200]);
    expect(await requestReset(ascii)).toEqual([unicode]);
    expect(await requestReset('boris@почта.рф')).toEqual(['boris@xn--80a1acny.xn--p1ai']);
  });

  it('are no change of the address, and no address for another account', async () => {
    const { body: anna } = await login(unicode);
    const { body } = await app.call('requestEmailChange', {
      as: { ...anna, password },
      body: { email: ascii },
    });
    expect(body.email).toEqual(['Это и есть ваш нынешний адрес.']);
    const other = await app.createUser();
    expect(await changeEmail(app.db, other.user.id, ascii, new Date())).toBe(false);
  });

  it('stay two accounts where they were, each found by its own form', async () => {
    const [first, second] = [await app.createUser(), await app.createUser()];
    const pair = ['vera@почта.рф', 'vera@xn--80a1acny.xn--p1ai'];
    for (const [index, { user }] of [first, second].entries())
      await app.db
        .updateTable('accounts')
        .set({ email: pair[index] ?? '', email_key: pair[index] ?? '' })
        .where('id', '=', user.id)
        .execute();
    for (const [index, { user }] of [first, second].entries()) {
      expect((await login(pair[index] ?? '')).body.user.id).toBe(user.id);
      expect(await requestReset(pair[index] ?? '')).toEqual([pair[index]]);
    }
    expect((await register('vera@почта.рф')).status).toBe(400);
  });

  it('are found if an earlier version has stored the other one', async () => {
    const { user } = await app.createUser();
    const stored = 'gleb@xn--80a1acny.xn--p1ai';
    await app.db
      .updateTable('accounts')
      .set({ email: stored, email_key: stored })
      .where('id', '=', user.id)
      .execute();
    expect((await login('gleb@почта.рф')).body.user.id).toBe(user.id);
    expect((await register('gleb@почта.рф')).status).toBe(400);
  });
});

describe('a domain that mixes alphabets', () => {
  const message = ['После @ в одном слове смешаны русские и латинские буквы. Проверьте адрес.'];

  it.each([
    ['petr@gmail.сom', true],
    ['petr@gmail.xn--om-nmc', true],
    ['petr@gmаil.com', true],
    ['petr@почта.com', false],
    ['petr@почта-1.рф', false],
    ['petr@mail-1.ru', false],
    ['пётр@mail.ru', false],
  ])('%s: %s', (email, isMixed) => expect(hasMixedDomain(email)).toBe(isMixed));

  it('is refused for a new account and a new address, and existing accounts log in', async () => {
    for (const email of ['petr@gmail.сom', 'petr@gmail.xn--om-nmc']) {
      const { status, body } = await register(email);
      expect([status, body.email]).toEqual([400, message]);
    }
    const user = await app.createUser();
    const { status, body } = await app.call('requestEmailChange', {
      as: user,
      body: { email: 'petr@gmail.сom' },
    });
    expect([status, body.email]).toEqual([400, message]);
    await app.db
      .updateTable('accounts')
      .set({ email: 'old@gmail.сom', email_key: 'old@gmail.сom' })
      .where('id', '=', user.user.id)
      .execute();
    expect((await login('old@gmail.сom')).status).toBe(200);
  });
});

describe('an address with letters outside ASCII before the @', () => {
  it.each([
    ['пётр@почта.рф', true],
    ['anna@почта.рф', false],
  ])('%s needs SMTPUTF8: %s', (email, needs) => expect(hasUnicodeName(email)).toBe(needs));

  it('is refused while the mail server does not deliver to it', async () => {
    expect((await register('пётр@почта.рф')).status).toBe(201);
    await storeMailServer(app.db, { acceptsUnicodeNames: false });
    const { status, body } = await register('семён@почта.рф');
    expect([status, body.email]).toEqual([
      400,
      [expect.stringContaining('до @ есть буквы не из латинского алфавита')],
    ]);
    const user = await app.createUser();
    const change = await app.call('requestEmailChange', { as: user, body: { email: 'семён@почта.рф' } });
    expect([change.status, change.body.email]).toEqual([400, body.email]);
    expect((await register('semen@почта.рф')).status).toBe(201);
    expect((await login('пётр@почта.рф')).status).toBe(200);
    await storeMailServer(app.db, { acceptsUnicodeNames: true });
    expect((await register('семён@почта.рф')).status).toBe(201);
  });
});
