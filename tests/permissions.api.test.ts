import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, isWrite, requiredPermission } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import type { EndpointId } from '#contract/paths.ts';
import {
  confirmations,
  draftPermissions,
  type Fixtures,
  type Permission,
  permissions,
  type Role,
  roles,
} from './permissions.ts';
import { openCheckout, pressSandboxButton, subscribe } from './support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from './support/test-app.ts';

/** Calls every operation of the permission table in every role. */
let app: TestApp;
let category: Fixtures['category'];
let owner: TestUser;
let payment: Fixtures['payment'];
let refund: Fixtures['refund'];
/** For reads, which change nothing. */
let sharedFixtures: Fixtures;
beforeAll(async () => {
  app = await createTestApp();
  category = await app.createCategory();
  owner = await app.createUser();
  payment = await createFailedPayment();
  refund = await createRefund();
  sharedFixtures = await createFixtures(undefined);
  await app.call('saveDraft', {
    as: owner,
    params: { key: `post-${sharedFixtures.post.id}` },
    body: { title: 'Иначе', content: 'Иначе.', writer: 'форма' },
  });
});
afterAll(() => app.stop());

const grants: Partial<Record<Role, object>> = {
  subscriber: { subscriber_until: new Date(Date.now() + 86_400_000) },
  superuser: { is_superuser: true },
  disabled: { is_active: false },
  reader: { role: 'reader' },
  moderator: { role: 'moderator' },
  editor: { role: 'editor' },
  administrator: { role: 'administrator' },
};

async function createCaller(role: Role): Promise<TestUser | undefined> {
  if (role === 'guest') return undefined;
  const user = await app.createUser({ isStaff: role === 'staff' });
  const grant = grants[role];
  if (grant) await app.db.updateTable('accounts').set(grant).where('id', '=', user.user.id).execute();
  return user;
}

async function createFailedPayment(): Promise<{ id: number }> {
  const session = await openCheckout(app, owner);
  await pressSandboxButton(app, session, 'decline');
  return { id: session.payment_id };
}

async function createRefund(): Promise<{ id: number }> {
  const { payment_id } = await subscribe(app, await app.createUser());
  const staff = await app.createUser({ isStaff: true });
  return (
    await app.call('refundPayment', { as: staff, params: { id: payment_id }, body: { amount: '1.00' } })
  ).body;
}

async function createFixtures(caller: TestUser | undefined): Promise<Fixtures> {
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
  return { caller, post, draft, category, comment, picture, payment, refund, author: owner };
}

const rows = (table: Partial<Record<EndpointId, Permission>>) =>
  Object.entries(table) as [EndpointId, Permission][];

it('has a row for every operation', () => {
  expect(Object.keys(permissions).sort()).toEqual(Object.keys(endpoints).sort());
});

it('say of every staff write whether it needs a confirmation', () => {
  const isStaffWrite = (endpoint: Endpoint) =>
    requiredPermission(endpoint) !== undefined && isWrite(endpoint);
  const declared = Object.values<Endpoint>(endpoints)
    .filter(isStaffWrite)
    .map(({ id, needsConfirmation = false }) => [id, needsConfirmation]);
  const expected = Object.entries(confirmations).map(([id, confirmation]) => [id, confirmation === 'needed']);
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(expected));
});

describe.each([
  ['published posts and everything else', rows(permissions)],
  ['drafts', rows(draftPermissions)],
])('%s', (_, table) => {
  it.each(roles)('return the expected status to %s', async (role) => {
    const responses: Record<string, number> = {};
    const expected: Record<string, number> = {};
    const reusableCaller = role === 'owner' ? owner : await createCaller(role);
    for (const [id, permission] of table) {
      const caller = permission.invalidatesSession ? await createCaller(role) : reusableCaller;
      const isWrite = endpoints[id].method !== 'GET';
      const fixtures = isWrite ? await createFixtures(caller) : { ...sharedFixtures, caller };
      const { status } = await app.call(id, { ...permission.input?.(fixtures), as: fixtures.caller });
      responses[id] = status;
      expected[id] = permission[role];
    }
    expect(responses).toEqual(expected);
  });
});

describe('by combining requests', () => {
  /** What the account may do, as the site says it. */
  const rightsOf = async (caller: TestUser) => {
    const { body } = await app.call('getProfile', { as: caller });
    return { role: body.role, permissions: body.permissions, is_staff: body.is_staff };
  };

  it.each(['other', 'reader', 'subscriber', 'moderator', 'editor'] as const)(
    '%s gains nothing',
    async (role) => {
      const caller = await createCaller(role);
      if (!caller) expect.unreachable('a guest has no rights to keep');
      const rights = await rightsOf(caller);
      // All requests concern the same objects.
      const fixtures = await createFixtures(caller);
      const operations = rows(permissions).filter(([, permission]) => !permission.invalidatesSession);
      const anyOrder = fc.shuffledSubarray(operations, { minLength: operations.length });
      const [order = []] = fc.sample(anyOrder, 1);
      const refused = operations.filter(([, permission]) => [401, 403].includes(permission[role]));
      const gained: string[] = [];
      for (const [id, permission] of [...order, ...refused]) {
        const { status } = await app.call(id, { ...permission.input?.(fixtures), as: caller });
        if (status < 400 && [401, 403].includes(permission[role])) gained.push(`${id}: ${status}`);
      }
      expect({ gained, rights: await rightsOf(caller) }).toEqual({ gained: [], rights });
    },
  );
});
