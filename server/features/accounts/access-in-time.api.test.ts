import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Rights that are taken away end at once for writes and within five seconds for reads (trust S6). */
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

async function editorAtWork() {
  const editor = await app.createUser({ isStaff: true });
  const post = await app.createPost(await app.createUser(), { status: 'draft' });
  const params = { slug: post.slug };
  const read = async () => (await app.call('getPost', { as: editor, params })).status;
  const write = async () =>
    (await app.call('updatePost', { as: editor, params, body: { content: 'Правка.' } })).status;
  expect([await read(), await write()]).toEqual([200, 200]);
  return { editor, read, write };
}

describe('an editor who is one no longer', () => {
  it('reads for five seconds at most', async () => {
    const { editor, read } = await editorAtWork();
    later(1);
    await change(editor, { is_staff: false });
    later(4);
    expect(await read()).toBe(404);
  });

  it('writes nothing from that moment on', async () => {
    const { editor, write } = await editorAtWork();
    await change(editor, { is_staff: false });
    expect([403, 404]).toContain(await write());
  });
});

it('refuses a token of a clock that was ahead, and gives a new one for its refresh token', async () => {
  later(86_400);
  const user = await app.createUser();
  later(-86_400);
  const stale = await app.call('getProfile', { as: user });
  expect(stale.status).toBe(401);
  const { status, body } = await app.call('refreshToken', { body: { refresh: user.refresh } });
  expect(status).toBe(200);
  app.remember(body.access, 'user');
  expect((await app.call('getProfile', { as: { ...user, ...body } })).status).toBe(200);
});

describe('an account that is closed', () => {
  it('reads for five seconds at most', async () => {
    const { editor, read } = await editorAtWork();
    later(1);
    await change(editor, { is_active: false });
    later(4);
    expect(await read()).toBe(401);
  });

  it('writes nothing from that moment on', async () => {
    const { editor, write } = await editorAtWork();
    await change(editor, { is_active: false });
    expect(await write()).toBe(401);
  });
});
