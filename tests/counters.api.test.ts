import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wrongCounters } from '#tests/support/recount.ts';
import { createTestApp, patientAdmission, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Every maintained counter equals a fresh count after any sequence of operations, also concurrent ones. */
let app: TestApp;
let users: TestUser[];
let staff: TestUser;

beforeAll(async () => {
  app = await createTestApp({ admission: patientAdmission() });
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
] as const;
type Step = { kind: (typeof kinds)[number]; who: number; which: number; where: number };

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.nat(2),
  which: fc.nat(1000),
  where: fc.nat(1000),
});

const pick = async (table: 'posts' | 'comments' | 'categories', index: number): Promise<number> => {
  const ids = (await app.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);
  return ids[index % Math.max(1, ids.length)] ?? 999_999;
};

async function take({ kind, who, which, where }: Step): Promise<number> {
  const as = users[who] ?? staff;
  const change = async (body: object) =>
    app.call('updatePost', { as: staff, params: { slug: await pick('posts', which) }, body });
  const comment = async (parent: number | null) =>
    app.call('createComment', { as, body: { post: await pick('posts', which), content: 'Слово', parent } });
  const work = {
    createPost: async () =>
      app.call('createPost', {
        as,
        body: { title: 'Т', content: 'т', category: where % 3 ? await pick('categories', where) : null },
      }),
    createDraft: async () =>
      app.call('createPost', {
        as,
        body: { title: 'Ч', content: 'ч', status: 'draft', category: await pick('categories', where) },
      }),
    publish: () => change({ status: 'published' }),
    withdraw: () => change({ status: 'draft' }),
    move: async () => change({ category: where % 3 ? await pick('categories', where) : null }),
    rename: () => change({ title: `Имя ${where % 5}` }),
    deletePost: async () =>
      app.call('deletePost', { as: staff, params: { slug: await pick('posts', which) } }),
    comment: () => comment(null),
    reply: async () => {
      const parent = await pick('comments', where);
      const { post_id: post = 999_999 } =
        (await app.db.selectFrom('comments').select('post_id').where('id', '=', parent).executeTakeFirst()) ??
        {};
      return app.call('createComment', { as, body: { post, content: 'Ответ', parent } });
    },
    deleteComment: async () =>
      app.call('deleteComment', { as: staff, params: { id: await pick('comments', which) } }),
    hidePost: async () => app.call('hidePost', { as: staff, params: { id: await pick('posts', which) } }),
    restorePost: async () =>
      app.call('restorePost', { as: staff, params: { id: await pick('posts', which) } }),
    hideComment: async () =>
      app.call('hideComment', { as: staff, params: { id: await pick('comments', which) } }),
    restoreComment: async () =>
      app.call('restoreComment', { as: staff, params: { id: await pick('comments', which) } }),
    createCategory: () => app.call('createCategory', { as: staff, body: { name: `Раздел ${where % 8}` } }),
    deleteCategory: async () =>
      app.call('deleteCategory', { as: staff, params: { slug: await pick('categories', which) } }),
  };
  return (await work[kind]()).status;
}

it('keeps the counters correct after random sequences', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (history) => {
      for (const each of history) expect(await take(each)).toBeLessThan(500);
      expect(await wrongCounters(app.db)).toEqual([]);
    }),
    { numRuns: 8, seed: 20_260_301, endOnFailure: true },
  );
});

it('keeps the counters correct after concurrent sequences', { timeout: 60_000 }, async () => {
  const histories = fc.sample(fc.array(step, { minLength: 12, maxLength: 12 }), { numRuns: 25, seed: 7 });
  const statuses = await Promise.all(
    histories.map(async (history) => {
      const seen: number[] = [];
      for (const each of history) seen.push(await take(each));
      return seen;
    }),
  );
  // Overload may answer 503; every other failure is a bug.
  expect(statuses.flat().filter((status) => status >= 500 && status !== 503)).toEqual([]);
  expect(await wrongCounters(app.db)).toEqual([]);
});
