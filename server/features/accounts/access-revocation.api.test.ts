import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** A revoked role or a disabled account takes effect at once for writes and within a second for reads. */
let app: TestApp;
let now = new Date('2026-03-01T09:00:00Z');
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
});
afterAll(() => app.stop());

const change = (user: TestUser, set: { is_active?: boolean; is_staff?: boolean }) =>
  app.db.updateTable('accounts').set(set).where('id', '=', user.user.id).execute();

async function createActiveEditor() {
  const editor = await app.createUser({ isStaff: true });
  const post = await app.createPost(await app.createUser(), { status: 'draft' });
  const params = { slug: post.slug };
  const read = async () => (await app.call('getPost', { as: editor, params })).status;
  const write = async () =>
    (await app.call('updatePost', { as: editor, params, body: { content: 'Правка.' } })).status;
  expect([await read(), await write()]).toEqual([200, 200]);
  return { editor, read, write };
}

describe('an editor who lost the staff role', () => {
  it('can read for at most a second', async () => {
    const { editor, read } = await createActiveEditor();
    later(1);
    await change(editor, { is_staff: false });
    later(1);
    expect(await read()).toBe(404);
  });

  it('cannot write any more', async () => {
    const { editor, write } = await createActiveEditor();
    await change(editor, { is_staff: false });
    expect([403, 404]).toContain(await write());
  });
});

it('refuses an access token issued while the clock was ahead, but accepts its refresh token', async () => {
  later(86_400);
  const user = await app.createUser();
  later(-86_400);
  const stale = await app.call('getProfile', { as: user });
  expect(stale.status).toBe(401);
  const { status, body } = await app.call('refreshToken', { body: { refresh: user.refresh } });
  expect(status).toBe(200);
  app.registerToken(body.access, 'user');
  expect((await app.call('getProfile', { as: { ...user, ...body } })).status).toBe(200);
});

describe('a disabled account', () => {
  it('can read for at most a second', async () => {
    const { editor, read } = await createActiveEditor();
    later(1);
    await change(editor, { is_active: false });
    later(1);
    expect(await read()).toBe(401);
  });

  it('cannot write any more', async () => {
    const { editor, write } = await createActiveEditor();
    await change(editor, { is_active: false });
    expect(await write()).toBe(401);
  });
});
