import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Of each race. */
const runs = Number(process.env.MODEL_RUNS ?? 6);
const seed = Number(process.env.MODEL_SEED ?? 20_261_123);

let app: TestApp;
let administrator: TestUser;
let reader: TestUser;
let queueing: TestUser[];
beforeAll(async () => {
  // The clock stands still, so that no session ends in a long run.
  const now = new Date();
  app = await createTestApp({
    clock: { now: () => now },
    env: { RATE_LIMIT_FACTOR: '0' },
  });
  administrator = await app.createUser({ role: 'administrator' });
  reader = await app.createUser();
  queueing = [await app.createUser({ role: 'moderator' }), await app.createUser({ role: 'moderator' })];
});
afterAll(() => app.stop());

type Actor = 0 | 1;
/** One of several concurrent requests about a post of an author. */
type Request =
  | { kind: 'report' | 'delete' | 'withdraw' | 'publish' | 'sanction' | 'demote' }
  | { kind: 'hide' | 'leave'; by: Actor };
type Sent = Request & { status: number };
type World = { author: TestUser; post: { id: number; slug: string }; caseId: number };

const reason = () => ({ rule: 'spam', reason: 'Спам' });

async function send(request: Request, { author, post, caseId }: World): Promise<Sent> {
  const call = () => {
    switch (request.kind) {
      case 'report':
        return app.call('createReport', {
          as: administrator,
          body: { target_kind: 'post', target: post.id, rule: 'spam' },
        });
      case 'delete':
        return app.call('deletePost', { as: author, params: { slug: post.slug } });
      case 'withdraw':
        return app.call('updatePost', { as: author, params: { slug: post.slug }, body: { status: 'draft' } });
      case 'publish':
        return app.call('createPost', { as: author, body: { title: randomUUID(), content: 'Текст.' } });
      case 'sanction':
        return app.call('sanctionAccount', {
          as: administrator,
          params: { id: author.user.id },
          body: { kind: 'publishing', ...reason() },
        });
      case 'demote':
        return app.call('setAccountRole', {
          as: administrator,
          params: { id: queueing[1]?.user.id ?? 0 },
          body: { role: 'author' },
        });
      default:
        return app.call('decideReportCase', {
          as: queueing[request.by],
          params: { id: caseId },
          body: { outcome: request.kind, ...reason() },
        });
    }
  };
  return { ...request, status: (await call()).status };
}

async function createWorld(): Promise<World> {
  const author = await app.createUser();
  const post = await app.createPost(author);
  const body = { target_kind: 'post', target: post.id, rule: 'spam' };
  // The limit of reports counts each reader on its own.
  await app.db.deleteFrom('reports').execute();
  await app.call('createReport', { as: reader, body });
  await app.db
    .updateTable('accounts')
    .set({ role: 'moderator' })
    .where('id', '=', queueing[1]?.user.id ?? 0)
    .execute();
  const { id } = await app.db
    .selectFrom('report_cases')
    .select('id')
    .where('target_id', '=', post.id)
    .executeTakeFirstOrThrow();
  return { author, post, caseId: id };
}

/** What must hold after any requests, in whatever order they were served. */
async function check(sent: Sent[], { author, post, caseId }: World): Promise<void> {
  expect(sent.filter(({ status }) => status >= 500)).toEqual([]);
  const isDone = (kind: Request['kind']) =>
    sent.filter((request) => request.kind === kind && request.status < 300).length;
  const cases = await app.db
    .selectFrom('report_cases')
    .selectAll()
    .where('target_id', '=', post.id)
    .orderBy('id')
    .execute();
  const decisions = await app.db
    .selectFrom('moderation_decisions')
    .select(['action', 'target_id'])
    .where('account_id', '=', author.user.id)
    .where('action', 'in', ['hide', 'leave'])
    .execute();
  const row = await app.db.selectFrom('posts').select('status').where('id', '=', post.id).executeTakeFirst();
  const first = cases.find(({ id }) => id === caseId);
  // One moderator decides, and the decision is the outcome of the case.
  expect(isDone('hide') + isDone('leave')).toBeLessThanOrEqual(1);
  const expected = { hidden: ['hide'], left: ['leave'], gone: [], sanctioned: [] };
  const outcome = (first?.outcome ?? 'gone') as keyof typeof expected;
  expect(decisions.map(({ action }) => action)).toEqual(expected[outcome]);
  if (outcome === 'left') expect(row?.status).not.toBe('hidden');
  if (row?.status === 'hidden') expect(outcome).toBe('hidden');
  expect(cases.filter(({ closed_at }) => closed_at === null).length).toBeLessThanOrEqual(1);
  // Once all is served, a case without a text closes, and the restricted author and the former moderator do nothing.
  await app.runJob('moderation.closeGone');
  const open = await app.db
    .selectFrom('report_cases')
    .select('id')
    .where('target_id', '=', post.id)
    .where('closed_at', 'is', null)
    .execute();
  if (row?.status !== 'published' && row?.status !== 'hidden') expect(open).toEqual([]);
  if (isDone('sanction') > 0)
    expect((await send({ kind: 'publish' }, { author, post, caseId })).status).toBe(403);
  if (isDone('demote') > 0)
    expect((await send({ kind: 'leave', by: 1 }, { author, post, caseId })).status).toBe(403);
}

const decisionBy = (by: fc.Arbitrary<Actor>) => fc.record({ kind: fc.constantFrom('hide', 'leave'), by });
const change = (...kinds: Array<'report' | 'delete' | 'withdraw' | 'publish' | 'sanction' | 'demote'>) =>
  fc.record({ kind: fc.constantFrom(...kinds) });
const request: fc.Arbitrary<Request> = fc.oneof(
  decisionBy(fc.constantFrom<Actor>(0, 1)),
  change('report', 'delete', 'withdraw', 'publish', 'sanction', 'demote'),
);
const [first, second] = [decisionBy(fc.constant<Actor>(0)), decisionBy(fc.constant<Actor>(1))];
/** The requests that meet in every run of a race, in any order and among others. */
const races: Array<[string, fc.Arbitrary<Request[]>]> = [
  ['a report and the deletion of its post', fc.tuple(change('report'), change('delete'))],
  ['two moderators on one case', fc.tuple(first, second)],
  ['a sanction and a publication', fc.tuple(change('sanction'), change('publish'))],
  ['a role that is taken while it is used', fc.tuple(change('demote'), second)],
];
const mixed = (required: fc.Arbitrary<Request[]>) =>
  fc
    .tuple(required, fc.array(request, { maxLength: 4 }))
    .map((parts) => parts.flat())
    .chain((requests) => fc.shuffledSubarray(requests, { minLength: requests.length }));

it.each(races)('keeps cases, decisions and texts consistent: %s', async (_, required) => {
  const property = fc.asyncProperty(mixed(required), async (requests) => {
    const world = await createWorld();
    await check(await Promise.all(requests.map((each) => send(each, world))), world);
  });
  await fc.assert(property, { numRuns: runs, seed });
});

/** One of several concurrent requests about a hidden post and the objection to its decision. */
type ObjectionRequest =
  | { kind: 'object' | 'restore' | 'delete' | 'demote' }
  | { kind: 'uphold' | 'overturn'; by: Actor | 'administrator' };
type SentObjection = ObjectionRequest & { status: number };
type ObjectionWorld = World & { decisionId: number; objectionId: number | undefined };

const objection = { text: 'Это не реклама, а объявление о концерте.' };
const outcomes = { uphold: 'upheld', overturn: 'overturned' } as const;

async function sendObjection(request: ObjectionRequest, world: ObjectionWorld): Promise<SentObjection> {
  const { author, post, decisionId, objectionId } = world;
  const call = () => {
    switch (request.kind) {
      case 'object':
        return app.call('createObjection', { as: author, params: { id: decisionId }, body: objection });
      case 'restore':
        return app.call('restorePost', { as: administrator, params: { id: post.id } });
      case 'delete':
      case 'demote':
        return send({ kind: request.kind }, world);
      default:
        return app.call('decideObjection', {
          as: request.by === 'administrator' ? administrator : queueing[request.by],
          params: { id: objectionId ?? 999_999 },
          body: { outcome: outcomes[request.kind], reason: 'Проверено ещё раз' },
        });
    }
  };
  return { ...request, status: (await call()).status };
}

/** A post that the first moderator has hidden; its author has objected unless the requests do it. */
async function createObjectionWorld(hasObjection: boolean): Promise<ObjectionWorld> {
  const world = await createWorld();
  const { author, post, caseId } = world;
  await send({ kind: 'hide', by: 0 }, world);
  const { body } = await app.call('listMyDecisions', { as: author });
  const decisionId = body.results[0].id;
  if (hasObjection) await sendObjection({ kind: 'object' }, { ...world, decisionId, objectionId: undefined });
  const row = await app.db
    .selectFrom('moderation_objections')
    .select('id')
    .where('decision_id', '=', decisionId)
    .executeTakeFirst();
  return { author, post, caseId, decisionId, objectionId: row?.id };
}

async function checkObjection(sent: SentObjection[], { post, decisionId }: ObjectionWorld): Promise<void> {
  expect(sent.filter(({ status }) => status >= 500)).toEqual([]);
  const done = sent.filter(({ status }) => status < 300);
  const rulings = done.filter((request) => request.kind === 'uphold' || request.kind === 'overturn');
  // One decision counts, and it never comes from the moderator who decided first.
  expect(rulings.length).toBeLessThanOrEqual(1);
  expect(rulings.filter((ruling) => 'by' in ruling && ruling.by === 0)).toEqual([]);
  const rows = await app.db
    .selectFrom('moderation_objections')
    .selectAll()
    .where('decision_id', '=', decisionId)
    .execute();
  expect(rows.length).toBeLessThanOrEqual(1);
  const outcome = rows[0]?.outcome ?? null;
  const [ruling] = rulings;
  if (ruling) expect(outcome).toBe(outcomes[ruling.kind as keyof typeof outcomes]);
  else expect(outcome === null || outcome === 'ended').toBe(true);
  const { ended_at: endedAt } = await app.db
    .selectFrom('moderation_decisions')
    .select('ended_at')
    .where('id', '=', decisionId)
    .executeTakeFirstOrThrow();
  if (outcome === 'overturned' || outcome === 'ended') expect(endedAt).not.toBeNull();
  if (endedAt !== null && rows.length > 0) expect(outcome).not.toBeNull();
  const text = await app.db.selectFrom('posts').select('status').where('id', '=', post.id).executeTakeFirst();
  if (text) expect(text.status).toBe(endedAt === null ? 'hidden' : 'published');
}

const objectionRequest: fc.Arbitrary<ObjectionRequest> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('uphold', 'overturn'),
    by: fc.constantFrom<Actor | 'administrator'>(0, 1, 'administrator'),
  }),
  fc.record({ kind: fc.constantFrom('object', 'restore', 'delete', 'demote') }),
);

it('keeps objections, decisions and texts consistent whatever is sent at once', async () => {
  const property = fc.asyncProperty(
    fc.boolean(),
    fc.array(objectionRequest, { minLength: 2, maxLength: 6 }),
    async (hasObjection, requests) => {
      const world = await createObjectionWorld(hasObjection);
      const sent = await Promise.all(requests.map((each) => sendObjection(each, world)));
      await checkObjection(sent, world);
    },
  );
  await fc.assert(property, { numRuns: runs, seed });
});
