import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findWrongCounters } from '#tests/support/counters.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Every maintained counter equals a fresh count after any sequence of operations, also concurrent ones. */
let app: TestApp;
let users: TestUser[];
let staff: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  users = [await app.createUser(), await app.createUser(), await app.createUser()];
  staff = await app.createUser({ isStaff: true });
});
afterAll(() => app.stop());

const kinds = [
  'createPost',
  'createDraft',
  'publish',
  'withdraw',
  'move',
  'rename',
  'deletePost',
  'comment',
  'comment',
  'reply',
  'reply',
  'deleteComment',
  'hidePost',
  'restorePost',
  'hideComment',
  'restoreComment',
  'createCategory',
  'deleteCategory',
  'view',
  'view',
  'countViews',
] as const;
type Step = { kind: (typeof kinds)[number]; userIndex: number; objectIndex: number; targetIndex: number };

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  userIndex: fc.nat(2),
  objectIndex: fc.nat(1000),
  targetIndex: fc.nat(1000),
});

const pick = async (table: 'posts' | 'comments' | 'categories', index: number): Promise<number> => {
  const ids = (await app.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);
  return ids[index % Math.max(1, ids.length)] ?? 999_999;
};

async function execute({ kind, userIndex, objectIndex, targetIndex }: Step): Promise<number> {
  const as = users[userIndex] ?? staff;
  const change = async (body: object) =>
    app.call('updatePost', { as: staff, params: { slug: await pick('posts', objectIndex) }, body });
  const comment = async (parent: number | null) =>
    app.call('createComment', {
      as,
      body: { post: await pick('posts', objectIndex), content: 'Слово', parent },
    });
  const operations = {
    createPost: async () =>
      app.call('createPost', {
        as,
        body: {
          title: 'Т',
          content: 'т',
          category: targetIndex % 3 ? await pick('categories', targetIndex) : null,
        },
      }),
    createDraft: async () =>
      app.call('createPost', {
        as,
        body: { title: 'Ч', content: 'ч', status: 'draft', category: await pick('categories', targetIndex) },
      }),
    publish: () => change({ status: 'published' }),
    withdraw: () => change({ status: 'draft' }),
    move: async () => change({ category: targetIndex % 3 ? await pick('categories', targetIndex) : null }),
    rename: () => change({ title: `Имя ${targetIndex % 5}` }),
    deletePost: async () =>
      app.call('deletePost', { as: staff, params: { slug: await pick('posts', objectIndex) } }),
    comment: () => comment(null),
    reply: async () => {
      const parent = await pick('comments', targetIndex);
      const { post_id: post = 999_999 } =
        (await app.db.selectFrom('comments').select('post_id').where('id', '=', parent).executeTakeFirst()) ??
        {};
      return app.call('createComment', { as, body: { post, content: 'Ответ', parent } });
    },
    deleteComment: async () =>
      app.call('deleteComment', { as: staff, params: { id: await pick('comments', objectIndex) } }),
    hidePost: async () =>
      app.call('hidePost', { as: staff, params: { id: await pick('posts', objectIndex) } }),
    restorePost: async () =>
      app.call('restorePost', { as: staff, params: { id: await pick('posts', objectIndex) } }),
    hideComment: async () =>
      app.call('hideComment', { as: staff, params: { id: await pick('comments', objectIndex) } }),
    restoreComment: async () =>
      app.call('restoreComment', { as: staff, params: { id: await pick('comments', objectIndex) } }),
    createCategory: () =>
      app.call('createCategory', { as: staff, body: { name: `Раздел ${targetIndex % 8}` } }),
    deleteCategory: async () =>
      app.call('deleteCategory', { as: staff, params: { slug: await pick('categories', objectIndex) } }),
    view: async () => {
      const params = { slug: await pick('posts', objectIndex) };
      if (targetIndex % 3 === 0) await app.call('finishPost', { as, params });
      return app.call('viewPost', { as, params, body: { referrer: `host-${targetIndex % 70}.example` } });
    },
    countViews: async () => {
      await app.posts.rankViews();
      return { status: 204 };
    },
  };
  return (await operations[kind]()).status;
}

it('keeps the counters correct after random sequences', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (history) => {
      for (const current of history) expect(await execute(current)).toBeLessThan(500);
      expect(await findWrongCounters(app.db)).toEqual([]);
    }),
    { numRuns: 8, seed: 20_260_301, endOnFailure: true },
  );
});

it('keeps the counters correct after concurrent sequences', async () => {
  const histories = fc.sample(fc.array(step, { minLength: 12, maxLength: 12 }), { numRuns: 25, seed: 7 });
  const statuses = await Promise.all(
    histories.map(async (history) => {
      const seen: number[] = [];
      for (const current of history) seen.push(await execute(current));
      return seen;
    }),
  );
  // Overload may return 503; every other failure is a bug.
  expect(statuses.flat().filter((status) => status >= 500 && status !== 503)).toEqual([]);
  expect(await findWrongCounters(app.db)).toEqual([]);
});
