import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#contract/permissions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let administrator: TestUser;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db
    .updateTable('accounts')
    .set({ role: 'author', is_staff: false, is_superuser: false })
    .execute();
  administrator = await app.createUser({ role: 'administrator' });
});

const setRole = (as: TestUser, { user: { id } }: TestUser, role: Role) =>
  app.call('setAccountRole', { as, params: { id }, body: { role } });
const countAdministrators = async () => {
  const rows = await app.db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'administrator')
    .where('is_active', '=', true)
    .execute();
  return rows.length;
};

describe('a role', () => {
  it('is effective in an open session at once, and ends there at once', async () => {
    const post = await app.createPost(await app.createUser());
    const colleague = await app.createUser();
    const hide = async () =>
      (await app.call('hidePost', { as: colleague, params: { id: post.id }, body: {} })).status;
    expect(await hide()).toBe(403);
    const given = await setRole(administrator, colleague, 'moderator');
    expect([given.status, given.body.role, given.body.is_superuser]).toEqual([200, 'moderator', true]);
    expect(await hide()).toBe(200);
    expect((await setRole(administrator, colleague, 'author')).status).toBe(200);
    expect(await hide()).toBe(403);
  });

  it('replaces the rights of the flags of older accounts', async () => {
    const colleague = await app.createUser({ isStaff: true });
    expect((await app.call('listStaffPayments', { as: colleague })).status).toBe(200);
    await setRole(administrator, colleague, 'editor');
    expect((await app.call('listStaffPayments', { as: await relogin(colleague) })).status).toBe(403);
    const { body } = await app.call('getProfile', { as: colleague });
    expect([body.role, body.is_staff]).toEqual(['editor', false]);
  });

  it('does not let readers publish', async () => {
    const reader = await app.createUser();
    await setRole(administrator, reader, 'reader');
    const body = { title: 'Заголовок', content: 'Текст.' };
    expect((await app.call('createPost', { as: reader, body })).status).toBe(403);
    const post = await app.createPost(administrator);
    const comment = { post: post.id, content: 'Хорошо.' };
    expect((await app.call('createComment', { as: reader, body: comment })).status).toBe(201);
    // An existing client sends comments to the path of posts.
    expect((await app.call('createPost', { as: reader, body: comment })).status).toBe(201);
  });

  it('is given by administrators only, and only if it exists', async () => {
    const [other, staff] = [await app.createUser(), await app.createUser({ isStaff: true })];
    for (const as of [other, staff, await app.createUser({ role: 'moderator' })])
      expect((await setRole(as, as, 'administrator')).status).toBe(403);
    expect((await setRole(administrator, other, 'chief' as Role)).status).toBe(400);
    const params = { id: 999_999 };
    const unknown = await app.call('setAccountRole', { as: administrator, params, body: { role: 'editor' } });
    expect(unknown.status).toBe(404);
  });
});

describe('the last administrator', () => {
  it('keeps the role, and cannot be disabled', async () => {
    expect((await setRole(administrator, administrator, 'author')).status).toBe(403);
    const superuser = await app.createUser();
    await app.db
      .updateTable('accounts')
      .set({ is_superuser: true })
      .where('id', '=', superuser.user.id)
      .execute();
    const params = { id: administrator.user.id };
    const disable = () => app.call('disableAccount', { as: superuser, params, body: { reason: 'Ошибка' } });
    expect((await disable()).status).toBe(403);
    await app.createUser({ role: 'administrator' });
    expect((await disable()).status).toBe(200);
  });

  it('remains when all administrators take the role of each other and of themselves at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const all = [administrator, ...(await createAdministrators(3))];
      const pairs = all.flatMap((as) => all.map((target) => [as, target] as const));
      const statuses = await Promise.all(
        pairs.map(async ([as, target]) => (await setRole(as, target, 'author')).status),
      );
      expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 403)).toEqual([]);
      expect(await countAdministrators()).toBe(1);
      administrator = await app.createUser({ role: 'administrator' });
    }
  });
});

const createAdministrators = (count: number): Promise<TestUser[]> =>
  Promise.all(Array.from({ length: count }, () => app.createUser({ role: 'administrator' })));

/** Reads use a cached user for a second; a new session has none. */
async function relogin(user: TestUser): Promise<TestUser> {
  const body = { email: user.user.email, password: user.password };
  const { body: session } = await app.call('login', { body });
  app.registerToken(session.access, 'user');
  return { ...user, ...session };
}
