import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/index.ts';
import type { EndpointId } from '#contract/paths.ts';
import {
  draftPermissions,
  type Fixtures,
  type Permission,
  permissions,
  type Role,
  roles,
} from './permissions.ts';
import { createTestApp, type TestApp, type TestUser } from './support/test-app.ts';

/** Calls every operation of the permission table in every role. */
let app: TestApp;
let category: Fixtures['category'];
let owner: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  category = await app.createCategory();
  owner = await app.createUser();
});
afterAll(() => app.stop());

const grants: Partial<Record<Role, object>> = {
  subscriber: { subscriber_until: new Date(Date.now() + 86_400_000) },
  superuser: { is_superuser: true },
  disabled: { is_active: false },
};

async function createCaller(role: Role): Promise<TestUser | undefined> {
  if (role === 'guest') return undefined;
  const user = await app.createUser({ isStaff: role === 'staff' });
  const grant = grants[role];
  if (grant) await app.db.updateTable('accounts').set(grant).where('id', '=', user.user.id).execute();
  return user;
}

async function createFixtures(caller: TestUser | undefined, owner: TestUser): Promise<Fixtures> {
  const post = await app.createPost(owner, { category: category.id });
  const draft = await app.createPost(owner, { status: 'draft' });
  const comment = (await app.call('createComment', { as: owner, body: { post: post.id, content: 'Первый' } }))
    .body;
  const picture = await app.db
    .insertInto('media')
    .values({
      owner_id: owner.user.id,
      path: randomUUID(),
      content_type: 'image/webp',
      bytes: 1,
      width: 1,
      height: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { caller, post, draft, category, comment, picture, author: owner };
}

const rows = (table: Partial<Record<EndpointId, Permission>>) =>
  Object.entries(table) as [EndpointId, Permission][];

it('has a row for every operation', () => {
  expect(Object.keys(permissions).sort()).toEqual(Object.keys(endpoints).sort());
});

describe.each([
  ['published posts and everything else', rows(permissions)],
  ['drafts', rows(draftPermissions)],
])('%s', (_, table) => {
  it.each(roles)('return the expected status to %s', { timeout: 60_000 }, async (role) => {
    const responses: Record<string, number> = {};
    const expected: Record<string, number> = {};
    const reusableCaller = role === 'owner' ? owner : await createCaller(role);
    for (const [id, permission] of table) {
      const fixtures = await createFixtures(
        permission.invalidatesSession ? await createCaller(role) : reusableCaller,
        owner,
      );
      const { status } = await app.call(id, { ...permission.input?.(fixtures), as: fixtures.caller });
      responses[id] = status;
      expected[id] = permission[role];
    }
    expect(responses).toEqual(expected);
  });
});
