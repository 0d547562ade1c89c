import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolderStore } from '#server/backup/folder-store.ts';
import { restoreDeletions } from '#server/backup/restore-deletions.ts';
import { findWrongCounters } from '#tests/support/counters.ts';
import { createImageForm } from '#tests/support/image-form.ts';
import { subscribe } from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { accountReferences } from './account-data.ts';

const dayMs = 86_400_000;
let app: TestApp;
let now = new Date();
const advance = (days: number) => {
  now = new Date(now.getTime() + days * dayMs);
};

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
});
afterAll(() => app.stop());

const login = async (user: TestUser): Promise<TestUser> => {
  const { body } = await app.call('login', { body: { email: user.user.email, password: user.password } });
  app.registerToken(body.access, 'user');
  return { ...body, password: user.password };
};
const requestDeletion = (as: TestUser, texts: string) =>
  app.call('requestAccountDeletion', { as, body: { texts } });
const mailsTo = (user: TestUser) =>
  app.mails.filter(({ to }) => to === user.user.email).map(({ subject }) => subject);
async function executeDue(): Promise<void> {
  await app.runJob('departures.delete-accounts');
  await app.runJobs();
}
const getPost = async ({ slug }: { slug: string }) => app.call('getPost', { params: { slug } });
const getComments = async (post: { id: number }) =>
  (await app.call('listPostComments', { params: { postId: post.id } })).body;
const addComment = async (as: TestUser, post: { id: number }, parent?: number) =>
  (
    await app.call('createComment', {
      as,
      body: { post: post.id, parent, content: `Слово ${as.user.username}` },
    })
  ).body;

/** An account with texts, rows and pictures, beside a reader whose discussion it is part of. */
async function createTexts() {
  const owner = await app.createUser();
  const reader = await app.createUser();
  const category = await app.createCategory();
  const own = await app.createPost(owner, { category: category.id });
  const draft = await app.createPost(owner, { status: 'draft', title: 'Черновик' });
  const foreign = await app.createPost(reader);
  const first = await addComment(owner, foreign);
  const reply = await addComment(reader, foreign, first.id);
  const removed = await addComment(owner, foreign);
  await app.call('deleteComment', { as: owner, params: { id: removed.id } });
  await addComment(reader, own);
  await app.call('updateProfile', { as: owner, body: { first_name: 'Пётр', bio: 'Живёт в Омске' } });
  await app.call('uploadImage', { as: owner, body: await createImageForm() });
  await app.runJobs();
  return { owner, reader, own, draft, foreign, first, reply, removed };
}

describe('the table of references', () => {
  it('names every column that says whose row it is', async () => {
    const { rows } = await sql<{ reference: string }>`
      select conrelid::regclass || '.' || attname as reference
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
      where contype = 'f' and confrelid = 'accounts'::regclass
      union
      select table_name || '.' || column_name from information_schema.columns
      where table_schema = 'public'
        and column_name in ('account_id', 'author_id', 'owner_id', 'editor_id', 'moderator_id', 'actor_id')`.execute(
      app.db,
    );
    expect(rows.map(({ reference }) => reference).sort()).toEqual(Object.keys(accountReferences).sort());
  });
});

describe('a request', () => {
  it('ends the sessions, shows itself after a login, and can be cancelled', async () => {
    const owner = await app.createUser();
    const { status, body } = await requestDeletion(owner, 'keep');
    const deletion = { due_at: new Date(now.getTime() + 14 * dayMs).toISOString(), texts: 'keep' };
    expect([status, body]).toEqual([200, deletion]);
    expect((await app.call('getProfile', { as: owner })).status).toBe(401);
    const again = await login(owner);
    expect(again.user.deletion).toEqual(deletion);
    advance(0.5);
    // Another choice, the same day.
    expect((await requestDeletion(await login(owner), 'remove')).body).toEqual({
      ...deletion,
      texts: 'remove',
    });
    const third = await login(owner);
    expect((await app.call('cancelAccountDeletion', { as: third })).status).toBe(204);
    expect((await app.call('getProfile', { as: third })).body.deletion).toBeNull();
    expect((await app.call('cancelAccountDeletion', { as: third })).status).toBe(404);
    advance(20);
    await executeDue();
    expect((await login(owner)).user.username).toBe(owner.user.username);
    expect(mailsTo(owner).slice(-3)).toEqual([
      'Учётная запись будет удалена: News Site',
      'Учётная запись будет удалена: News Site',
      'Учётная запись остаётся: News Site',
    ]);
  });

  it('can be cancelled by staff too', async () => {
    const colleague = await app.createUser({ isStaff: true });
    await requestDeletion(colleague, 'keep');
    const again = await login(colleague);
    app.registerToken(again.access, 'staff');
    expect((await app.call('cancelAccountDeletion', { as: again })).status).toBe(204);
  });

  it('is refused to the last administrator, also if the others are leaving', async () => {
    const [one, other] = [
      await app.createUser({ role: 'administrator' }),
      await app.createUser({ role: 'administrator' }),
    ];
    const results = await Promise.all([requestDeletion(one, 'keep'), requestDeletion(other, 'keep')]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
    const stays = results[0]?.status === 400 ? one : other;
    const leaves = stays === one ? other : one;
    // The one who stays loses the role meanwhile: the one who wanted to leave is needed.
    await app.db.updateTable('accounts').set({ role: 'author' }).where('id', '=', stays.user.id).execute();
    advance(15);
    await executeDue();
    expect((await login(leaves)).user).toMatchObject({ role: 'administrator', deletion: null });
    expect(mailsTo(leaves).at(-1)).toBe('Учётная запись остаётся: News Site');
    await app.db.updateTable('accounts').set({ role: 'author' }).where('id', '=', leaves.user.id).execute();
  });
});

describe('a deletion', () => {
  it('keeps public texts without a name, and nothing else', async () => {
    const { owner, own, draft, foreign, first, reply, removed } = await createTexts();
    await requestDeletion(owner, 'keep');
    advance(15);
    await executeDue();
    expect(mailsTo(owner).at(-1)).toBe('Учётная запись удалена: News Site');
    expect(
      (await app.call('login', { body: { email: owner.user.email, password: owner.password } })).status,
    ).toBe(400);
    const post = await getPost(own);
    const author = {
      username: `deleted~${owner.user.id}`,
      full_name: 'Удалённый пользователь',
      avatar: null,
    };
    expect(post.body).toMatchObject({ title: own.title, author_info: author });
    expect((await getPost(draft)).status).toBe(404);
    expect((await app.call('getUser', { params: { username: owner.user.username } })).status).toBe(404);
    const page = await app.call('getUser', { params: { username: author.username } });
    expect(page.body).toMatchObject({ ...author, bio: '' });
    const discussion = JSON.stringify(await getComments(foreign));
    expect(discussion).toContain(`Слово ${owner.user.username}`);
    expect(discussion).toContain(reply.content);
    const rows = await app.db
      .selectFrom('comments')
      .select(['id', 'content'])
      .where('id', 'in', [first.id, removed.id])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { id: first.id, content: first.content },
      { id: removed.id, content: '' },
    ]);
    await expectNothingPrivate(owner);
    expect(await findWrongCounters(app.db)).toEqual([]);
    // The name and the address are free.
    const { username, email } = owner.user;
    const body = { username, email, password: owner.password };
    expect((await app.call('register', { body })).status).toBe(201);
  });

  it('removes all texts, keeps the replies of others and the payments', async () => {
    const { owner, own, foreign, reply } = await createTexts();
    await subscribe(app, owner);
    await requestDeletion(owner, 'remove');
    advance(15);
    await executeDue();
    expect((await getPost(own)).status).toBe(404);
    const discussion = JSON.stringify(await getComments(foreign));
    expect(discussion).not.toContain(`Слово ${owner.user.username}`);
    expect(discussion).toContain(reply.content);
    await expectNothingPrivate(owner);
    expect(await findWrongCounters(app.db)).toEqual([]);
    const count = async (table: 'payments' | 'subscriptions' | 'posts' | 'media') => {
      const column = { posts: 'author_id', media: 'owner_id' }[table as string] ?? 'account_id';
      const { rows } =
        await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${owner.user.id}`.execute(
          app.db,
        );
      return rows.length;
    };
    expect([await count('posts'), await count('media'), await count('payments')]).toEqual([0, 0, 1]);
    const { subscriber_until: until } = await app.db
      .selectFrom('accounts')
      .select('subscriber_until')
      .where('id', '=', owner.user.id)
      .executeTakeFirstOrThrow();
    expect(until).toBeNull();
    advance(5 * 366 + 366);
    await app.runJob('departures.compare-with-list');
    expect([await count('payments'), await count('subscriptions')]).toEqual([0, 0]);
  });

  it('goes on where it was, and is repeated for an account that a backup has brought back', async () => {
    const { owner, own } = await createTexts();
    const before = await app.db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', owner.user.id)
      .executeTakeFirstOrThrow();
    const countNotifications = async () =>
      (
        await app.db
          .selectFrom('notifications')
          .select('id')
          .where('account_id', '=', owner.user.id)
          .execute()
      ).length;
    await requestDeletion(owner, 'remove');
    advance(15);
    // Interrupted after the account is anonymous.
    await app.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('notifications')
        .select('id')
        .where('account_id', '=', before.id)
        .forUpdate()
        .execute();
      await executeDue();
    });
    expect(await countNotifications()).toBeGreaterThan(0);
    await executeDue();
    expect(await countNotifications()).toBe(0);
    await executeDue();
    expect(mailsTo(owner).filter((subject) => subject.startsWith('Учётная запись удалена'))).toHaveLength(1);
    // A backup from before the deletion.
    const restore = () =>
      app.db
        .updateTable('accounts')
        .set({ ...before, id: undefined })
        .where('id', '=', owner.user.id)
        .execute();
    await restore();
    expect((await login(owner)).user.id).toBe(owner.user.id);
    expect(await restoreDeletions(app.databaseUrl, [createFolderStore(app.dataDir)])).toBe(1);
    const refused = { body: { email: owner.user.email, password: owner.password } };
    expect((await app.call('login', refused)).status).toBe(400);
    await restore();
    await app.runJob('departures.compare-with-list');
    expect((await app.call('login', refused)).status).toBe(400);
    expect((await getPost(own)).status).toBe(404);
    // Somebody else has the id after a restore of a much older backup.
    await restore();
    const createdAt = new Date(before.created_at.getTime() + 1);
    await app.db
      .updateTable('accounts')
      .set({ created_at: createdAt })
      .where('id', '=', owner.user.id)
      .execute();
    expect(await restoreDeletions(app.databaseUrl, [createFolderStore(app.dataDir)])).toBe(0);
    expect((await login(owner)).user.id).toBe(owner.user.id);
  });

  it('writes the list again where it is missing, and lets no restored request surprise anybody', async () => {
    const folder = join(app.dataDir, 'deletions');
    const listed = readdirSync(folder).length;
    rmSync(folder, { recursive: true });
    await app.runJob('departures.compare-with-list');
    expect(existsSync(folder) && readdirSync(folder).length).toBe(listed - 1);
    const owner = await app.createUser();
    await requestDeletion(owner, 'keep');
    await restoreDeletions(app.databaseUrl, []);
    const { due_at: dueAt } = (await login(owner)).user.deletion ?? {};
    expect(Date.parse(dueAt ?? '')).toBeGreaterThan(Date.now() + 13 * dayMs);
  });
});

/** Searches every table for the name, the address and the words of an account. */
async function expectNothingPrivate(owner: TestUser): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(app.db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t
      where t::text ilike ${`%${owner.user.email}%`} or t::text ilike '%Живёт в Омске%'`.execute(app.db);
    if (rows.length > 0) found.push(name);
  }
  expect(found).toEqual([]);
}
