import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointId } from '#contract/paths.ts';
import { permissionsOf } from '#contract/permissions.ts';
import { dateAndTime } from '#locales/format.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { countWaitingQueries } from '#tests/support/waiting-queries.ts';

let app: TestApp;
let moderator: TestUser;
let author: TestUser;
let now = new Date('2026-03-02T09:00:00Z');
const dayMs = 86_400_000;
const jwtSecret = 'a secret of this test only';
/** Access tokens expire: the moderator logs in again. */
async function later(days: number): Promise<void> {
  now = new Date(now.getTime() + days * dayMs);
  moderator = await relogin(moderator);
  app.registerToken(moderator.access, 'staff');
}

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now }, jwtSecret });
});
afterAll(() => app.stop());
beforeEach(async () => {
  moderator = await app.createUser({ role: 'moderator' });
  author = await app.createUser();
});

const post = { title: 'Заголовок', content: 'Текст.' };
const about = ({ user: { id } }: TestUser) => ({ params: { id } });
const sanction = (kind: string, days?: number, target = author) =>
  app.call('sanctionAccount', {
    as: moderator,
    ...about(target),
    body: { kind, rule: 'spam', reason: 'Реклама в каждой статье', days },
  });
const end = (id: number, as = moderator) =>
  app.call('endDecision', { as, params: { id }, body: { reason: 'Разобрались' } });
const relogin = async (user: TestUser): Promise<TestUser> => {
  const { status, body } = await app.call('login', {
    body: { email: user.user.email, password: user.password },
  });
  if (status !== 200) throw new Error(`no login: ${JSON.stringify(body)}`);
  app.registerToken(body.access, 'user');
  return { ...user, ...body };
};
const createComment = async (as: TestUser, postId: number) =>
  app.call('createComment', { as, body: { post: postId, content: 'Сказано.' } });

/** What the author may write, by the status of each operation. */
async function tryWrites(as: TestUser): Promise<Partial<Record<EndpointId, number>>> {
  const other = await app.createPost(moderator);
  const own = await app.db
    .selectFrom('posts')
    .select('slug')
    .where('author_id', '=', as.user.id)
    .executeTakeFirst();
  const ownComment = await app.db
    .selectFrom('comments')
    .select('id')
    .where('author_id', '=', as.user.id)
    .executeTakeFirst();
  const params = { slug: own?.slug ?? '' };
  const comment = { params: { id: ownComment?.id ?? 0 }, body: { content: 'Иначе.' } };
  const calls: Array<[EndpointId, Parameters<TestApp['call']>[1]]> = [
    ['createPost', { body: post }],
    ['replacePost', { params, body: post }],
    ['updatePost', { params, body: { title: 'Иначе' } }],
    ['createCorrection', { params, body: { text: 'Было неверно.' } }],
    ['createDraftLink', { body: { key: 'new-x' } }],
    ['createComment', { body: { post: other.id, content: 'Сказано.' } }],
    ['replaceComment', comment],
    ['updateComment', comment],
    ['replaceProfile', { body: { bio: 'О себе' } }],
    ['updateProfile', { body: { bio: 'О себе' } }],
    ['uploadImage', { body: new FormData() }],
    ['fetchImage', { body: {} }],
  ];
  const statuses: Partial<Record<EndpointId, number>> = {};
  for (const [id, options] of calls) statuses[id] = (await app.call(id, { ...options, as })).status;
  return statuses;
}

describe('a sanction', () => {
  const posts = ['createPost', 'replacePost', 'updatePost', 'createCorrection', 'createDraftLink'];
  const comments = ['createComment', 'replaceComment', 'updateComment'];
  it.each([
    ['warning', []],
    ['publishing', posts],
    ['comments', comments],
    ['read-only', [...posts, ...comments, 'replaceProfile', 'updateProfile', 'uploadImage', 'fetchImage']],
  ])('%s is effective in an open session at once', async (kind, refused) => {
    const own = await app.createPost(author);
    await createComment(author, own.id);
    expect(Object.values(await tryWrites(author))).not.toContain(403);
    expect((await sanction(kind, 3)).status).toBe(201);
    const statuses = Object.entries(await tryWrites(author));
    expect(statuses.filter(([, status]) => status === 403).map(([id]) => id)).toEqual(refused);
    await later(4);
    expect(Object.values(await tryWrites(await relogin(author)))).not.toContain(403);
  });

  it('reaches open sessions in every process, writes at once and reads within a second', async () => {
    const shared = { databaseUrl: app.databaseUrl, db: app.db, jwtSecret };
    const other = await createTestApp({ clock: { now: () => now }, ...shared });
    try {
      const read = async () => (await other.call('getProfile', { as: author })).status;
      const write = async () => (await other.call('createPost', { as: author, body: post })).status;
      expect([await read(), await write()]).toEqual([200, 201]);
      const { body } = await sanction('publishing', 3);
      expect([await read(), await write()]).toEqual([200, 403]);
      expect((await end(body.id)).status).toBe(200);
      expect(await write()).toBe(201);
      await sanction('disable', 3);
      expect(await write()).toBe(401);
      now = new Date(now.getTime() + 1_000);
      expect(await read()).toBe(401);
    } finally {
      await other.stop();
    }
  });

  it('is effective for a write that began before it', async () => {
    const { id, username } = author.user;
    const permissions = permissionsOf({ role: 'author', isStaff: false, isSuperuser: false });
    const user = { kind: 'user' as const, id, username, role: 'author' as const, permissions };
    let write: Promise<unknown> | undefined;
    await inTransaction(app.db, async (tx) => {
      await tx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute();
      write = inTransaction(app.db, async (writing) => {
        await app.accounts.requireStanding(
          writing,
          {
            ...user,
            restrictions: [],
            lacksSecondFactor: false,
            isConfirmed: false,
            subscriberUntil: null,
            sessionId: '',
          },
          'posts.write',
        );
      }).catch((error: unknown) => error);
      await expect.poll(() => countWaitingQueries(app.db)).toBeGreaterThan(0);
      const restriction = { account_id: id, kind: 'publishing', until: null };
      await tx.insertInto('account_restrictions').values(restriction).execute();
    });
    expect(await write).toMatchObject({ details: { code: 'restricted' } });
  });

  it('says until when, and keeps scheduled posts back', async () => {
    const publish_at = new Date(now.getTime() + dayMs).toISOString();
    const scheduled = await app.createPost(author, { status: 'draft', publish_at });
    await sanction('publishing', 3);
    const refused = await app.call('createPost', { as: author, body: post });
    expect(refused.body.code).toBe('restricted');
    expect(refused.body.detail).toContain(dateAndTime(new Date(now.getTime() + 3 * dayMs).toISOString()));
    const isPublished = async () =>
      (await app.call('getPost', { params: { slug: scheduled.slug } })).status === 200;
    await later(2);
    await app.runJob('posts.publish');
    expect(await isPublished()).toBe(false);
    await later(2);
    await app.runJob('posts.publish');
    expect(await isPublished()).toBe(true);
  });

  it('disables an account until its end, and tells why at the login', async () => {
    const { body } = await sanction('disable', 2);
    expect((await app.call('getProfile', { as: author })).status).toBe(401);
    const login = { email: author.user.email, password: author.password };
    const refused = await app.call('login', { body: login });
    expect(JSON.stringify(refused.body)).toContain('Реклама в каждой статье');
    await app.runJob('moderation.endOverdue');
    expect((await app.call('login', { body: login })).status).toBe(400);
    await later(3);
    await app.runJob('moderation.endOverdue');
    await relogin(author);
    const { results } = (await app.call('listAccountDecisions', { as: moderator, ...about(author) })).body;
    expect(results.find(({ id }: { id: number }) => id === body.id).is_active).toBe(false);
  });

  it('is told in the list of the author, by the bell and by mail, and so is its end', async () => {
    const { body } = await sanction('comments', 7);
    await app.runJobs();
    const { results } = (await app.call('listMyDecisions', { as: author })).body;
    expect(results).toMatchObject([
      { id: body.id, action: 'comments', rule: 'spam', reason: 'Реклама в каждой статье', is_active: true },
    ]);
    expect(results[0].until).toBe(new Date(now.getTime() + 7 * dayMs).toISOString());
    const kinds = async () =>
      (await app.call('listNotices', { as: author })).body.results.map(({ kind }: { kind: string }) => kind);
    expect(await kinds()).toEqual(['moderation_decision', 'welcome']);
    const mailOf = () => app.mails.filter(({ to }) => to === author.user.email).map(({ subject }) => subject);
    expect(mailOf().at(-1)).toContain('решение модератора');
    expect((await end(body.id)).body).toMatchObject({ is_active: false, ended: { reason: 'Разобрались' } });
    await app.runJobs();
    expect(await kinds()).toEqual(['moderation_end', 'moderation_decision', 'welcome']);
    expect(mailOf().at(-1)).toContain('отменено');
  });

  it('leaves an overlapping one of the same kind in place when it is ended', async () => {
    const long = await sanction('comments', 30);
    const short = await sanction('comments', 3);
    const { id } = await app.createPost(moderator);
    await end(long.body.id);
    expect((await createComment(author, id)).status).toBe(403);
    await later(4);
    expect((await createComment(await relogin(author), id)).status).toBe(201);
    expect((await end(short.body.id)).status).toBe(200);
    expect((await end(short.body.id)).status).toBe(200);
  });

  it('is refused for colleagues, oneself and unknown accounts', async () => {
    const colleague = await app.createUser({ role: 'editor' });
    expect((await sanction('warning', 1, colleague)).status).toBe(403);
    expect((await sanction('warning', 1, moderator)).status).toBe(403);
    expect((await sanction('warning', 0)).status).toBe(400);
    expect((await sanction('exile', 1)).status).toBe(400);
    const hide = (id: number) =>
      app.call('hideAccountTexts', {
        as: moderator,
        params: { id },
        body: { rule: 'spam', reason: 'Спам' },
      });
    expect((await hide(colleague.user.id)).status).toBe(403);
    expect((await hide(999_999)).status).toBe(404);
    const body = { rule: 'spam', reason: ' ' };
    expect((await app.call('hideAccountTexts', { as: moderator, ...about(author), body })).status).toBe(400);
    for (const id of ['listAccountDecisions', 'listAccountNotes', 'addAccountNote'] as const) {
      const unknown = { as: moderator, params: { id: 999_999 }, body: undefined };
      const options = id === 'addAccountNote' ? { ...unknown, body: { text: 'Заметка' } } : unknown;
      expect((await app.call(id, options)).status).toBe(404);
    }
    const warning = await sanction('warning');
    expect((await end(warning.body.id, author)).status).toBe(403);
  });

  it('never lets a post through that was sent while it was made', async () => {
    for (let round = 0; round < 6; round += 1) {
      const spammer = await app.createUser();
      const sent = Promise.all(
        Array.from({ length: 4 }, () => app.call('createPost', { as: spammer, body: post })),
      );
      const made = await sanction('publishing', 1, spammer);
      const isRefused = (await app.call('createPost', { as: spammer, body: post })).status;
      const statuses = (await sent).map(({ status }) => status);
      expect([made.status, isRefused]).toEqual([201, 403]);
      const { count } = await app.db
        .selectFrom('posts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('author_id', '=', spammer.user.id)
        .executeTakeFirstOrThrow();
      expect(count).toBe(statuses.filter((status) => status === 201).length);
    }
  });
});

describe('all texts of a spammer', () => {
  const hideAll = () =>
    app.call('hideAccountTexts', {
      as: moderator,
      ...about(author),
      body: { rule: 'spam', reason: 'Сплошная реклама' },
    });
  const countVisible = async () => {
    const posts = await app.call('listUserPosts', { params: { username: author.user.username } });
    const comments = await app.call('listComments', { query: { author: author.user.id } });
    return [posts.body.count, comments.body.count];
  };

  it('disappear in one action and come back in one, but not those hidden by somebody else', async () => {
    const first = await app.createPost(author);
    const second = await app.createPost(author);
    await app.createPost(author);
    const draft = await app.createPost(author, { status: 'draft' });
    const other = await app.createPost(moderator);
    for (const { id } of [first, other, other]) await createComment(author, id);
    await app.call('hidePost', { as: moderator, params: { id: first.id }, body: { reason: 'Раньше' } });
    expect(await countVisible()).toEqual([2, 2]);
    const { status, body } = await hideAll();
    expect([status, body.texts_count, body.can_end]).toEqual([201, 5, true]);
    expect(await countVisible()).toEqual([0, 0]);
    // The page that explains a hidden text finds the decision about all texts.
    const explain = async (target: number) =>
      (await app.call('listMyDecisions', { as: author, query: { target_kind: 'post', target } })).body;
    expect(await explain(second.id)).toMatchObject({ count: 1, results: [{ id: body.id }] });
    expect(await explain(first.id)).toMatchObject({ count: 1, results: [{ reason: 'Раньше' }] });
    expect((await explain(draft.id)).count).toBe(0);
    expect((await end(body.id)).status).toBe(200);
    expect(await countVisible()).toEqual([2, 2]);
    expect((await app.call('getPost', { as: author, params: { slug: draft.slug } })).body.status).toBe(
      'draft',
    );
  });

  /** Makes a request fail when it reaches a post, as if its process was killed there. */
  const callWithLockedPost = (postId: number, request: () => Promise<{ status: number }>) =>
    inTransaction(app.db, async (tx) => {
      await tx.selectFrom('posts').select('id').where('id', '=', postId).forUpdate().execute();
      const response = request();
      await expect.poll(() => countWaitingQueries(app.db)).toBe(1);
      await sql`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
      expect((await response).status).toBe(503);
    });

  it('are hidden and brought back by jobs when the request could not finish', async () => {
    const { id: postId } = await app.createPost(author);
    await callWithLockedPost(postId, hideAll);
    expect(await countVisible()).toEqual([1, 0]);
    await app.runJobs();
    expect(await countVisible()).toEqual([0, 0]);
    const mine = await app.call('listMyDecisions', { as: author });
    const { id } = mine.body.results.find(({ action }: { action: string }) => action === 'hide-texts');
    await callWithLockedPost(postId, () => end(id));
    expect(await countVisible()).toEqual([0, 0]);
    await app.runJobs();
    expect(await countVisible()).toEqual([1, 0]);
  });

  it('stay hidden until the decision is ended, except those that somebody has restored', async () => {
    const restored = await app.createPost(author);
    const { body } = await hideAll();
    await app.call('restorePost', { as: moderator, params: { id: restored.id } });
    await app.createPost(author);
    await app.runJobs();
    expect(await countVisible()).toEqual([1, 0]);
    await end(body.id);
    const job = app.jobHandlers.find(({ name }) => name === 'moderation.hideTexts');
    await job?.run({ id: body.id, by: moderator.user.id });
    expect(await countVisible()).toEqual([2, 0]);
  });

  it('come back for thirty days', async () => {
    await app.createPost(author);
    const { body } = await hideAll();
    await later(31);
    const late = await app.call('endDecision', {
      as: moderator,
      params: { id: body.id },
    });
    expect(late.status).toBe(400);
  });
});

it('explains a hidden text to its author, and ends the decision with its restoration', async () => {
  const { id } = await app.createPost(author);
  const hiding = { reason: 'Рекламная ссылка', rule: 'spam' };
  await app.call('hidePost', { as: moderator, params: { id }, body: hiding });
  const query = { target_kind: 'post', target: id };
  const mine = async () => (await app.call('listMyDecisions', { as: author, query })).body.results;
  expect(await mine()).toMatchObject([{ action: 'hide', ...hiding, is_active: true }]);
  await app.call('restorePost', { as: moderator, params: { id } });
  expect(await mine()).toMatchObject([{ action: 'hide', is_active: false }]);
  expect((await app.call('listMyDecisions', { as: author, query: { page: 9 } })).status).toBe(404);
  const unknownKind = { as: author, query: { target_kind: 'x' } };
  expect((await app.call('listMyDecisions', unknownKind)).status).toBe(400);
});

it('names the rule by which an account was disabled on its page', async () => {
  const body = { rule: 'hate', reason: 'Призывы' };
  await app.call('disableAccount', { as: moderator, ...about(author), body });
  const { results } = (await app.call('listAccountDecisions', { as: moderator, ...about(author) })).body;
  expect(results).toMatchObject([{ action: 'disable', ...body }]);
});

describe('the list of accounts', () => {
  const list = async (query: Record<string, string | number>) =>
    (await app.call('listAccounts', { as: moderator, query })).body;

  it('is searched by name and address, and filtered by role and state', async () => {
    expect((await list({ search: author.user.username.slice(3) })).results[0]).toMatchObject({
      email: author.user.email,
      role: 'author',
      restrictions: [],
    });
    expect((await list({ search: author.user.email, role: 'moderator' })).count).toBe(0);
    expect((await list({ search: moderator.user.email, role: 'staff' })).count).toBe(1);
    await sanction('comments', 1);
    expect((await list({ search: author.user.email, state: 'restricted' })).results[0].restrictions).toEqual([
      'comments',
    ]);
    await sanction('disable');
    expect((await list({ search: author.user.email, state: 'active' })).count).toBe(0);
    expect((await list({ search: author.user.email, state: 'disabled' })).count).toBe(1);
    expect((await app.call('listAccounts', { as: moderator, query: { page: 999 } })).status).toBe(404);
    expect((await app.call('listAccounts', { as: moderator, query: { state: 'x' } })).status).toBe(400);
  });

  it('has notes of moderators, which the owner never sees', async () => {
    const text = 'Обещал больше так не делать.';
    const added = await app.call('addAccountNote', { as: moderator, ...about(author), body: { text } });
    expect(added.status).toBe(201);
    const { results } = (await app.call('listAccountNotes', { as: moderator, ...about(author) })).body;
    expect(results).toMatchObject([{ text, moderator: { id: moderator.user.id } }]);
    expect((await app.call('listAccountNotes', { as: author, ...about(author) })).status).toBe(403);
    const empty = await app.call('addAccountNote', { as: moderator, ...about(author), body: { text: ' ' } });
    expect(empty.status).toBe(400);
  });
});
