import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { accessTokenTtlSeconds } from './access-token.ts';

let app: TestApp;
let now = new Date('2026-03-01T09:00:00Z');
const clock = { now: () => now };
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const day = 24 * 3600;

beforeAll(async () => {
  app = await createTestApp({ clock });
});
afterAll(() => app.stop());

const identity = { username: 'Анна.П', email: 'Anna@Example.com', password: 'TestPassword123!' };
const profileOf = (access: string) =>
  app.call('getProfile', { headers: { authorization: `Bearer ${access}` } });
const refresh = (token: string) => app.call('refreshToken', { body: { refresh: token } });
const login = (email: string, password: string) => app.call('login', { body: { email, password } });

describe('register', () => {
  it('opens a session and returns the whole profile', async () => {
    const { status, body } = await app.call('register', {
      body: { ...identity, first_name: ' Анна ', last_name: '' },
    });
    expect(status).toBe(201);
    expect(body.message).toBe('User registered successfully');
    expect(body.user).toMatchObject({
      username: 'Анна.П',
      email: 'Anna@Example.com',
      full_name: 'Анна',
      avatar: null,
      posts_count: 0,
      is_staff: false,
    });
    expect(body.user.created_at).toBe(body.user.updated_at);
    expect((await profileOf(body.access)).body).toEqual(body.user);
  });

  it.each([
    ['username', { username: 'аННА.п' }, 'Пользователь с таким именем уже существует.'],
    ['email', { email: 'ANNA@example.COM ' }, 'Пользователь с таким email уже существует.'],
  ])('refuses a taken %s in any letter case', async (field, change, message) => {
    const fresh = { username: 'other', email: 'other@example.com', password: identity.password };
    const { status, body } = await app.call('register', { body: { ...fresh, ...change } });
    expect([status, body]).toEqual([400, { [field]: [message] }]);
  });

  it.each([
    [{ username: '' }, { username: ['Имя пользователя обязательно'] }],
    [{ username: 'ab' }, { username: ['Имя пользователя должно содержать минимум 3 символа'] }],
    [{ username: 'a b c' }, { username: ['Недопустимые символы в имени пользователя'] }],
    [{ username: 'аdmin' }, { username: ['В имени пользователя нельзя смешивать кириллицу и латиницу'] }],
    [{ username: 'nul\u0000l' }, { username: ['Текст содержит недопустимые символы.'] }],
    [{ email: 'nobody' }, { email: ['Некорректный email адрес'] }],
    [{ email: 'a@b.ru\r\nBcc: x@y.ru' }, { email: ['Некорректный email адрес'] }],
    [{ email: 7 }, { email: ['Недопустимое значение.'] }],
    [{ password: undefined }, { password: ['Пароль обязателен'] }],
    [{ password: 'short' }, { password: ['Пароль должен содержать минимум 8 символов'] }],
    [{ password: '8273645182' }, { password: ['Пароль не может состоять только из цифр'] }],
    [{ first_name: 'x'.repeat(31) }, { first_name: ['Не больше 30 символов.'] }],
    [{ password2: 'another' }, { password: ['Пароли не совпадают'], password2: ['Пароли не совпадают'] }],
    [
      { password_confirm: 'x' },
      { password: ['Пароли не совпадают'], password_confirm: ['Пароли не совпадают'] },
    ],
    [
      { password_confirmation: '' },
      { password: ['Пароли не совпадают'], password_confirmation: ['Пароли не совпадают'] },
    ],
  ])('refuses %j', async (change, expected) => {
    const fresh = { username: 'fresh', email: 'fresh@example.com', password: identity.password };
    const { status, body } = await app.call('register', { body: { ...fresh, ...change } });
    expect([status, body]).toEqual([400, expected]);
  });

  it('accepts form data and ignores read-only fields', async () => {
    const form = new URLSearchParams({
      username: 'former',
      email: 'f@example.com',
      password: identity.password,
      is_staff: 'true',
      id: '1',
    });
    const { status, body } = await app.call('register', { body: form });
    expect([status, body.user.is_staff]).toEqual([201, false]);
  });

  it.each([
    ['username', (index: number) => ({ username: 'twin', email: `twin${index}@example.com` })],
    ['email', (index: number) => ({ username: `double${index}`, email: 'double@example.com' })],
  ])('accepts one of thirty concurrent registrations with the same %s', async (field, twin) => {
    const register = (_: unknown, index: number) =>
      app.call('register', { body: { ...twin(index), password: identity.password } });
    const responses = await Promise.all(Array.from({ length: 30 }, register));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(29).fill(400)]);
    for (const { status, body } of responses) if (status === 400) expect(Object.keys(body)).toEqual([field]);
  });
});

describe('login', () => {
  it.each(['anna@example.com', ' ANNA@EXAMPLE.COM ', 'анна.п'])('accepts %s', async (email) => {
    const { status, body } = await login(email, identity.password);
    expect([status, body.message]).toEqual([200, 'User login successfully']);
  });

  it.each([
    ['a wrong password', 'anna@example.com', 'WrongPassword1!'],
    ['an unknown address', 'nobody@example.com', identity.password],
  ])('responds to %s with 400 and the same message', async (_, email, password) => {
    const { status, body } = await login(email, password);
    expect([status, body]).toEqual([400, { non_field_errors: ['Неверный email или пароль.'] }]);
  });

  it('ignores an access token in the request', async () => {
    const headers = { authorization: 'Bearer stale' };
    const body = { username: 'анна.п', password: identity.password };
    expect((await app.call('login', { body, headers })).status).toBe(200);
  });

  it('refuses a disabled account, whose tokens stop working too', async () => {
    const user = await app.createUser();
    await app.db.updateTable('accounts').set({ is_active: false }).where('id', '=', user.user.id).execute();
    expect((await login(user.user.email, user.password)).status).toBe(400);
    expect((await refresh(user.refresh)).status).toBe(401);
    later(6);
    expect((await profileOf(user.access)).status).toBe(401);
  });
});

describe('refresh', () => {
  let user: TestUser;
  beforeEach(async () => {
    user = await app.createUser();
  });

  it('works for seven days for a client that stores only its first token', async () => {
    for (let hours = 0; hours < 7 * 24 - 1; hours += 12) {
      expect((await refresh(user.refresh)).status).toBe(200);
      later(12 * 3600);
    }
    later(12 * 3600);
    expect((await refresh(user.refresh)).status).toBe(401);
  });

  it('rotates: the new token works, and an older token revokes the session', async () => {
    const second = (await refresh(user.refresh)).body.refresh;
    const third = (await refresh(second)).body.refresh;
    later(31);
    expect((await refresh(user.refresh)).body).toEqual({
      detail: 'Токен недействителен или истёк.',
      code: 'token_not_valid',
    });
    expect((await refresh(third)).status).toBe(401);
  });

  it('accepts concurrent refreshes of several tabs', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(user.refresh)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const tokens = responses.map(({ body }) => body.refresh);
    expect((await refresh(tokens[0])).status).toBe(200);
    expect((await refresh(tokens[1])).status).toBe(200);
  });

  it('stops after thirty days even for an active session', async () => {
    let token = user.refresh;
    for (let days = 0; days < 30; days += 6) {
      const response = await refresh(token);
      expect(response.status).toBe(200);
      token = response.body.refresh;
      later(6 * day);
    }
    expect((await refresh(token)).status).toBe(401);
  });

  it.each([
    [{}, 400, { refresh: ['Не передан refresh-токен.'] }],
    [{ refresh_token: '' }, 400, { refresh_token: ['Не передан refresh-токен.'] }],
    [{ refresh: 'garbage' }, 401, { detail: 'Токен недействителен или истёк.', code: 'token_not_valid' }],
  ])('responds to %j with an error', async (sent, status, body) => {
    const response = await app.call('refreshToken', { body: sent });
    expect([response.status, response.body]).toEqual([status, body]);
  });

  it('stores the token only as a hash', async () => {
    const rows = await app.db.selectFrom('refresh_tokens').select('hash').execute();
    const stored = rows.map(({ hash }) => hash.toString('hex'));
    expect(stored).toContain(createHash('sha256').update(user.refresh).digest('hex'));
    expect(stored).not.toContain(Buffer.from(user.refresh).toString('hex'));
  });
});

describe('access tokens', () => {
  it('expire at the end of their lifetime', async () => {
    const user = await app.createUser();
    later(accessTokenTtlSeconds - 1);
    expect((await profileOf(user.access)).status).toBe(200);
    later(1);
    expect((await profileOf(user.access)).status).toBe(401);
  });

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('are refused when forged, unsigned and altered', async () => {
    const { access, user } = await app.createUser();
    const [header = '', payload = '', signature = ''] = access.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const head = JSON.parse(Buffer.from(header, 'base64url').toString());
    const forged = [
      `${part({ ...head, alg: 'none' })}.${payload}.`,
      `${part({ ...head, kid: 'other' })}.${payload}.${signature}`,
      `${part({ ...head, typ: 'refresh' })}.${payload}.${signature}`,
      `${part({ ...head, jwk: { kty: 'oct', k: 'AAAA' } })}.${payload}.${signature}`,
      `${header}.${part({ ...claims, sub: String(user.id + 1) })}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -2)}AA`,
      `${header}.${payload}`,
      'x'.repeat(5000),
    ];
    for (const token of forged) expect((await profileOf(token)).status).toBe(401);
    expect((await profileOf(access)).status).toBe(200);
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic YTpi'])('treat "%s" as an absent token', async (authorization) => {
    expect((await app.call('listPosts', { headers: { authorization } })).status).toBe(200);
  });
});

describe('logout', () => {
  it('ends the session of the token', async () => {
    const user = await app.createUser();
    const { status, body } = await app.call('logout', { as: user, body: { refresh_token: user.refresh } });
    expect([status, body]).toEqual([200, { message: 'Logout successful' }]);
    expect((await refresh(user.refresh)).status).toBe(401);
    expect((await profileOf(user.access)).status).toBe(401);
  });

  it('needs no refresh token, and works for staff', async () => {
    const staff = await app.createUser({ isStaff: true });
    expect((await app.call('logout', { as: staff })).status).toBe(200);
    expect((await profileOf(staff.access)).status).toBe(401);
  });

  it('refuses the token of another account or an invalid one, and ends no session', async () => {
    const [owner, other] = [await app.createUser(), await app.createUser()];
    for (const refresh_token of [owner.refresh, 'garbage']) {
      const { status, body } = await app.call('logout', { as: other, body: { refresh_token } });
      expect([status, body]).toEqual([400, { error: 'Invalid token', detail: 'Неверный refresh-токен.' }]);
    }
    expect((await refresh(owner.refresh)).status).toBe(200);
    expect((await app.call('logout')).status).toBe(401);
  });
});

describe('profile', () => {
  it('changes the writable fields and returns the whole profile', async () => {
    const user = await app.createUser();
    later(60);
    const body = {
      first_name: 'Пётр',
      last_name: 'Ильин',
      bio: 'Пишу.',
      email: 'x@y.ru',
      is_staff: true,
      avatar: {},
    };
    const response = await app.call('replaceProfile', { as: user, body });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      full_name: 'Пётр Ильин',
      bio: 'Пишу.',
      email: user.user.email,
      is_staff: false,
    });
    expect(response.body.updated_at > response.body.created_at).toBe(true);
    const patched = await app.call('updateProfile', { as: user, body: { bio: '' } });
    expect(patched.body).toMatchObject({ full_name: 'Пётр Ильин', bio: '' });
  });

  it('sets an avatar, keeps it on other changes, and removes it', async () => {
    const staff = await app.createUser({ isStaff: true });
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#b3372b' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('avatar', new Blob([new Uint8Array(picture)]), 'me.png');
    const { body } = await app.call('updateProfile', { as: staff, body: form });
    expect(body.avatar).toMatch(/^http:\/\/localhost:8000\/media\/[0-9a-f]{2}\/[0-9a-f]{40}\.webp$/);
    const kept = await app.call('updateProfile', { as: staff, body: { avatar: body.avatar, bio: 'x' } });
    expect(kept.body.avatar).toBe(body.avatar);
    expect((await app.call('getProfile', { as: staff })).body.avatar).toBe(body.avatar);
    expect((await app.call('replaceProfile', { as: staff, body: { avatar: '' } })).body.avatar).toBeNull();
  });

  it('refuses an avatar that is not an image', async () => {
    const user = await app.createUser();
    const refusals = [
      ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'Можно загружать только изображения'],
      ['%PDF-1.4', 'Можно загружать только изображения'],
      ['GIF89a', 'Файл повреждён и не открывается'],
    ] as const;
    for (const [bytes, message] of refusals) {
      const form = new FormData();
      form.set('avatar', new Blob([bytes]), 'me.png');
      const { status, body } = await app.call('updateProfile', { as: user, body: form });
      expect([status, body]).toEqual([400, { avatar: [expect.stringContaining(message)] }]);
    }
  });

  it('refuses a bio that is too long', async () => {
    const user = await app.createUser();
    const { status, body } = await app.call('updateProfile', { as: user, body: { bio: 'ё'.repeat(501) } });
    expect([status, body]).toEqual([400, { bio: ['Не больше 500 символов.'] }]);
  });
});

describe('change password', () => {
  it('ends the other sessions and keeps the current one', async () => {
    const user = await app.createUser();
    const other = (await login(user.user.email, user.password)).body;
    const body = {
      old_password: user.password,
      new_password: 'Another456!',
      new_password_confirm: 'Another456!',
    };
    const response = await app.call('changePassword', { as: user, body });
    expect([response.status, response.body]).toEqual([200, { message: 'Password changed successfully' }]);
    expect((await refresh(other.refresh)).status).toBe(401);
    expect((await profileOf(other.access)).status).toBe(401);
    expect((await refresh(user.refresh)).status).toBe(200);
    expect((await login(user.user.email, 'Another456!')).status).toBe(200);
    expect((await login(user.user.email, user.password)).status).toBe(400);
  });

  it.each([
    [{ old_password: 'wrong' }, { old_password: ['Текущий пароль указан неверно.'] }],
    [
      { new_password2: 'x' },
      { new_password: ['Пароли не совпадают'], new_password2: ['Пароли не совпадают'] },
    ],
    [{ new_password: '9182736450' }, { new_password: ['Пароль не может состоять только из цифр'] }],
  ])('refuses %j with 400, never 401', async (change, expected) => {
    const staff = await app.createUser({ isStaff: true });
    const body = { old_password: staff.password, new_password: 'Another456!', ...change };
    const response = await app.call('changePassword', { as: staff, body });
    expect([response.status, response.body]).toEqual([400, expected]);
    const right = { old_password: staff.password, new_password: 'Another456!' };
    expect((await app.call('changePassword', { as: staff, body: right })).status).toBe(200);
  });

  it('compares every character of a long password', async () => {
    const user = await app.createUser();
    const long = `${'д'.repeat(127)}A`;
    await app.call('changePassword', { as: user, body: { old_password: user.password, new_password: long } });
    expect((await login(user.user.email, `${'д'.repeat(127)}B`)).status).toBe(400);
    expect((await login(user.user.email, long)).status).toBe(200);
  });
});
