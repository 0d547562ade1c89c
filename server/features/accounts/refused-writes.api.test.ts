import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { createImageForm } from '#tests/support/image-form.ts';
import { addPasskey, enableTotp } from '#tests/support/second-factors.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let now = new Date('2026-03-01T09:00:00Z');
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
});
afterAll(() => app.stop());

const sensitive = Object.values<Endpoint>(endpoints).filter(({ needsConfirmation }) => needsConfirmation);

it('every operation that needs a confirmation refuses a login of half an hour ago', async () => {
  const staff = await app.createUser({ role: 'administrator' });
  now = new Date(now.getTime() + 31 * 60_000);
  const { body } = await app.call('refreshToken', { body: { refresh: staff.refresh } });
  app.registerToken(body.access, 'staff');
  expect(sensitive.length).toBeGreaterThan(10);
  for (const { id } of sensitive) {
    const as = { ...staff, access: body.access };
    const refused = await app.call(id as 'setAccountRole', { as, params: { id: '1' }, body: {} });
    expect([id, refused.status, refused.body.code]).toEqual([id, 403, 'confirmation_required']);
  }
});

it('staff have second factors and sessions of their own', async () => {
  const as = await app.createUser({ isStaff: true });
  await enableTotp({ app, as, at: now });
  await addPasskey({ app, as });
  expect((await app.call('createRecoveryCodes', { as, body: {} })).status).toBe(200);
  const { passkeys } = (await app.call('getSecurity', { as })).body;
  const params = { id: passkeys[0].id };
  expect((await app.call('renamePasskey', { as, params, body: { name: 'Рабочий' } })).status).toBe(204);
  expect((await app.call('deletePasskey', { as, params })).status).toBe(204);
  const [session] = (await app.call('listSessions', { as })).body.results;
  expect((await app.call('endSession', { as, params: { id: session.id } })).status).toBe(204);
});

describe('a read-only account', () => {
  let as: TestUser;
  beforeAll(async () => {
    as = await app.createUser();
    await app.db
      .insertInto('account_restrictions')
      .values({ account_id: as.user.id, kind: 'read-only', until: new Date(now.getTime() + 86_400_000) })
      .execute();
  });

  it('comments nothing, changes nothing and uploads nothing', async () => {
    const post = await app.createPost(await app.createUser());
    const profile = (await app.call('getProfile', { as })).body;
    const refused = [
      await app.call('createComment', { as, body: { post: post.id, content: 'Нет' } }),
      await app.call('updateProfile', { as, body: { bio: 'Нет' } }),
      await app.call('replaceProfile', { as, body: { ...profile, bio: 'Нет' } }),
      await app.call('uploadImage', { as, body: await createImageForm() }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await app.call('getProfile', { as })).body).toEqual(profile);
  });
});
