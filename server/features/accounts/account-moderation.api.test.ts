import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkout, pressSandboxButton } from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let staff: TestUser;
let superuser: TestUser;
let now = new Date();

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
  staff = await app.createUser({ isStaff: true });
  superuser = await createSuperuser();
});
afterAll(() => app.stop());

async function createSuperuser(): Promise<TestUser> {
  const user = await app.createUser();
  await app.db.updateTable('accounts').set({ is_superuser: true }).where('id', '=', user.user.id).execute();
  app.registerToken(user.access, 'staff');
  return user;
}
const getParams = ({ user }: TestUser) => ({ id: user.id });
const disable = (target: TestUser, reason: unknown = 'Реклама в комментариях', as = staff) =>
  app.call('disableAccount', { as, params: getParams(target), body: { reason } });
const enable = (target: TestUser, as = staff, body: object = {}) =>
  app.call('enableAccount', { as, params: getParams(target), body });
const show = (target: TestUser, as = staff) =>
  app.call('getModeratedAccount', { as, params: getParams(target) });
const login = ({ user, password }: TestUser, other = password) =>
  app.call('login', { body: { email: user.email, password: other } });
const actions = (target: TestUser) =>
  app.db
    .selectFrom('moderation_actions')
    .select(['action', 'moderator_id', 'reason', 'created_at'])
    .where('account_id', '=', target.user.id)
    .orderBy('id')
    .execute();
const disabledResponse = (reason: string) => [
  400,
  {
    non_field_errors: [
      `Учётная запись отключена редакцией. Причина: «${reason}». Если это ошибка, напишите нам через «Обратную связь».`,
    ],
  },
];
const wrongCredentials = [400, { non_field_errors: ['Неверный email или пароль.'] }];
const readResponse = async (response: ReturnType<typeof login>) => {
  const { status, body } = await response;
  return [status, body];
};

describe('disabling an account', () => {
  it('shows staff who did it, when and why, and records it', async () => {
    const spammer = await app.createUser();
    expect((await show(spammer)).body).toMatchObject({ is_active: true, can_change: true, disabled: null });
    const { status, body } = await disable(spammer, '  Реклама казино  ');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: spammer.user.id,
      username: spammer.user.username,
      is_active: false,
      disabled: { at: now.toISOString(), reason: 'Реклама казино', by: { username: staff.user.username } },
    });
    expect((await show(spammer, superuser)).body).toEqual(body);
    expect(JSON.stringify(body)).not.toContain(spammer.user.email);
    expect(await actions(spammer)).toEqual([
      {
        action: 'disable-account',
        moderator_id: staff.user.id,
        reason: 'Реклама казино',
        created_at: expect.any(Date),
      },
    ]);
  });

  it('keeps the first reason when repeated', async () => {
    const spammer = await app.createUser();
    await disable(spammer, 'Первая');
    expect((await disable(spammer, 'Вторая', superuser)).body.disabled.reason).toBe('Первая');
    expect(await actions(spammer)).toHaveLength(1);
  });

  it.each([
    ['no reason', undefined, 'Укажите причину.'],
    ['a blank reason', '   ', 'Укажите причину.'],
  ])('requires a reason: %s', async (_, reason, text) => {
    const reader = await app.createUser();
    const { status, body } = await app.call('disableAccount', {
      as: staff,
      params: getParams(reader),
      body: { reason },
    });
    expect([status, body]).toEqual([400, { reason: [text] }]);
    expect((await disable(reader, 'я'.repeat(501))).status).toBe(400);
    expect((await show(reader)).body.is_active).toBe(true);
  });

  it('ends writes at once and reads within a second, in this process and in others', async () => {
    const spammer = await app.createUser();
    const read = async () => (await app.call('getProfile', { as: spammer })).status;
    expect(await read()).toBe(200);
    // Disabled by another process: this one gets no notification.
    await app.db
      .updateTable('accounts')
      .set({ is_active: false })
      .where('id', '=', spammer.user.id)
      .execute();
    expect((await app.call('updateProfile', { as: spammer, body: { bio: 'x' } })).status).toBe(401);
    await app.db.updateTable('accounts').set({ is_active: true }).where('id', '=', spammer.user.id).execute();
    expect(await read()).toBe(200);
    await disable(spammer);
    expect(await read()).toBe(401);
    expect((await app.call('refreshToken', { body: { refresh: spammer.refresh } })).status).toBe(401);
  });

  it('keeps the published posts of the account and goes on processing its payments', async () => {
    const author = await app.createUser();
    const post = await app.createPost(author);
    const session = (await checkout(app, author)).body;
    await disable(author);
    await pressSandboxButton(app, session, 'pay');
    expect((await app.call('getPost', { params: { slug: post.slug } })).status).toBe(200);
    const payment = await app.call('getStaffPayment', { as: staff, params: { id: session.payment_id } });
    expect(payment.body.status).toBe('succeeded');
    const refund = await app.call('refundPayment', {
      as: staff,
      params: { id: session.payment_id },
      body: { amount: '299.00' },
    });
    expect(refund.status).toBe(201);
  });
});

describe('logging in to a disabled account', () => {
  it('shows the reason only for the right password', async () => {
    const spammer = await app.createUser();
    await disable(spammer, 'Реклама');
    expect(await readResponse(login(spammer))).toEqual(disabledResponse('Реклама'));
    expect(await readResponse(login(spammer, 'WrongPassword1!'))).toEqual(wrongCredentials);
  });

  it('shows no reason when none was recorded', async () => {
    const old = await app.createUser();
    await app.db.updateTable('accounts').set({ is_active: false }).where('id', '=', old.user.id).execute();
    expect((await login(old)).body.non_field_errors[0]).toMatch(/^Учётная запись отключена редакцией\. Если/);
    expect((await show(old)).body).toMatchObject({ is_active: false, disabled: null });
  });

  it('stays impossible after a password reset request', async () => {
    const spammer = await app.createUser();
    await disable(spammer, 'Реклама');
    app.mails.length = 0;
    await app.call('requestPasswordReset', { body: { email: spammer.user.email } });
    await app.runJobs();
    expect(app.mails.filter(({ subject }) => subject.startsWith('Восстановление'))).toEqual([]);
    expect((await login(spammer)).status).toBe(400);
  });
});

describe('enabling an account again', () => {
  it('lets the owner log in, restores no session, and is recorded', async () => {
    const reader = await app.createUser();
    await disable(reader, 'По ошибке');
    const { status, body } = await enable(reader, superuser, { reason: 'Не тот читатель' });
    expect([status, body.is_active, body.disabled]).toEqual([200, true, null]);
    expect((await app.call('getProfile', { as: reader })).status).toBe(401);
    expect((await app.call('refreshToken', { body: { refresh: reader.refresh } })).status).toBe(401);
    expect((await login(reader)).status).toBe(200);
    expect((await enable(reader)).status).toBe(200);
    expect(
      (await actions(reader)).map(({ action, moderator_id: by, reason }) => [action, by, reason]),
    ).toEqual([
      ['disable-account', staff.user.id, 'По ошибке'],
      ['enable-account', superuser.user.id, 'Не тот читатель'],
    ]);
  });
});

describe('permission to disable an account', () => {
  const own = 'Отключить собственную учётную запись нельзя.';
  const colleague = 'Решать об учётных записях редакции может только администратор.';
  const refused = async (target: TestUser, as: TestUser) => {
    for (const change of [disable(target, 'Спам', as), enable(target, as)]) {
      const { status, body } = await change;
      expect(status).toBe(403);
      return body.detail;
    }
  };

  it('is refused to staff for their own account, other staff and superusers', async () => {
    expect(await refused(staff, staff)).toBe(own);
    expect(await refused(await app.createUser({ isStaff: true }), staff)).toBe(colleague);
    expect(await refused(superuser, staff)).toBe(colleague);
    expect((await show(superuser)).body.can_change).toBe(false);
  });

  it('lets superusers disable staff and each other, but not themselves', async () => {
    expect(await refused(superuser, superuser)).toBe(own);
    const [editor, other] = [await app.createUser({ isStaff: true }), await createSuperuser()];
    expect((await disable(editor, 'Уволен', superuser)).status).toBe(200);
    expect((await disable(other, 'Уволен', superuser)).status).toBe(200);
    expect((await enable(editor, superuser)).status).toBe(200);
  });

  it('keeps one superuser active when two disable each other at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await createSuperuser(), await createSuperuser()];
      const responses = await Promise.all([disable(two, 'Спор', one), disable(one, 'Спор', two)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
    }
  });

  it('returns 404 for an unknown account before it requires a reason', async () => {
    for (const id of ['999999', 'x', '1e3', '-1', '9'.repeat(40)])
      for (const call of ['disableAccount', 'enableAccount'] as const)
        expect((await app.call(call, { as: staff, params: { id }, body: {} })).status).toBe(404);
    expect((await app.call('getModeratedAccount', { as: staff, params: { id: 'x' } })).status).toBe(404);
  });
});

describe('disabling an account during its requests', () => {
  const rounds = 8;

  it('leaves no session of a concurrent login open', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const spammer = await app.createUser();
      const [opened] = await Promise.all([login(spammer), disable(spammer)]);
      if (opened.status === 200)
        expect((await app.call('refreshToken', { body: { refresh: opened.body.refresh } })).status).toBe(401);
      else expect(opened.status).toBe(400);
      expect(await openSessions(spammer)).toBe(0);
    }
  });

  it('leaves no session with a concurrent refresh open', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const spammer = await app.createUser();
      const refreshes = Array.from({ length: 4 }, () =>
        app.call('refreshToken', { body: { refresh: spammer.refresh } }),
      );
      const [, ...responses] = await Promise.all([disable(spammer), ...refreshes]);
      for (const { status, body } of responses)
        if (status === 200) {
          const next = { ...spammer, access: body.access };
          expect((await app.call('updateProfile', { as: next, body: { bio: 'x' } })).status).toBe(401);
        }
      expect(await openSessions(spammer)).toBe(0);
    }
  });

  // Transactions that write public texts look at the account again; those that save drafts do not.
  it.each([
    { method: 'POST', path: 'posts/', body: { title: 'Реклама', content: 'Купите.' } },
    {
      ...{ method: 'PUT', path: `posts/drafts/new-${'a'.repeat(32)}/` },
      body: { title: 'Реклама', content: 'Купите.', writer: 'one' },
    },
  ])('refuses a write whose body is still being sent: $method $path', async ({ method, path, body }) => {
    const spammer = await app.createUser();
    const text = JSON.stringify(body);
    const sending = request(`${app.origin}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${spammer.access}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      },
    });
    const statusPromise = new Promise<number | undefined>((resolve, reject) => {
      sending.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
    });
    const before = app.queryCount();
    sending.write(text.slice(0, 10));
    // The caller is authenticated as soon as the headers have arrived.
    await expect.poll(() => app.queryCount()).toBeGreaterThan(before);
    await disable(spammer);
    // Later than the second for which an authentication is valid.
    const readTime = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => readTime() + 1_000);
    onTestFinished(() => void vi.restoreAllMocks());
    sending.end(text.slice(10));
    expect(await statusPromise).toBe(401);
    const { id } = spammer.user;
    expect(await app.db.selectFrom('posts').select('id').where('author_id', '=', id).execute()).toEqual([]);
    const drafts = app.db.selectFrom('post_drafts').select('key').where('account_id', '=', id);
    expect(await drafts.execute()).toEqual([]);
  });

  const openSessions = async ({ user }: TestUser) =>
    (
      await app.db
        .selectFrom('session_families')
        .select('id')
        .where('account_id', '=', user.id)
        .where('revoked_at', 'is', null)
        .execute()
    ).length;
});

it('does not publish scheduled posts of a disabled account until it is enabled again', async () => {
  const spammer = await app.createUser();
  const publishAt = new Date(now.getTime() + 60_000).toISOString();
  const post = await app.createPost(spammer, { publish_at: publishAt });
  await disable(spammer);
  now = new Date(now.getTime() + 120_000);
  const read = async () => (await app.call('getPost', { params: { slug: post.slug } })).status;
  await app.runJob('posts.publish');
  expect(await read()).toBe(404);
  await enable(spammer);
  await app.runJob('posts.publish');
  expect(await read()).toBe(200);
});
