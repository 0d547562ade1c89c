import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findWrongCounters } from '#tests/support/counters.ts';
import { createImageForm } from '#tests/support/image-form.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { withoutIntervals } from '#tests/support/without-intervals.ts';

const mebibyte = 1024 * 1024;
const dayMs = 24 * 3_600_000;
const env = {
  POSTS_QUOTA: '6',
  POSTS_QUOTA_MB: '1',
  DRAFTS_QUOTA: '2',
  DRAFTS_QUOTA_MB: '1',
  REVISIONS_QUOTA: '4',
  COMMENTS_QUOTA: '3',
  MEDIA_QUOTA: '1',
  RATE_LIMIT_FACTOR: '0',
};

let app: TestApp;
let defaultApp: TestApp;

withoutIntervals();
beforeAll(async () => {
  app = await createTestApp({ env });
  defaultApp = await createTestApp({ env: { RATE_LIMIT_FACTOR: '0' } });
});
afterAll(async () => {
  await app.stop();
  await defaultApp.stop();
});

const getUsage = async (as: TestUser, of = app) => (await of.call('getUsage', { as })).body;
const post = (as: TestUser, changes: Record<string, unknown> = {}) =>
  app.call('createPost', { as, body: { title: 'Черновик', content: 'Текст.', status: 'draft', ...changes } });
const draft = (as: TestUser, name: string, content: string) =>
  app.call('saveDraft', {
    as,
    params: { key: `new-${name.repeat(32)}` },
    body: { title: '', content, writer: 'форма' },
  });
const quotaError = (text: string) => ({
  status: 400,
  body: { detail: expect.stringContaining(text), code: 'quota_exceeded' },
});

describe('a quota in number', () => {
  it('refuses another post of any status until one is deleted', async () => {
    const author = await app.createUser();
    for (let index = 0; index < 5; index += 1) expect((await post(author)).status).toBe(201);
    const { body: last } = await post(author);
    expect(await getUsage(author)).toMatchObject({ posts: { count: 6, count_limit: 6 } });
    expect(await post(author)).toMatchObject(quotaError('6 статей и черновиков'));
    await app.call('deletePost', { as: author, params: { slug: last.slug } });
    expect((await post(author)).status).toBe(201);
  });

  it('counts the addresses of deleted posts and former ones, which stay reserved', async () => {
    const author = await app.createUser();
    const remove = (slug: string) => app.call('deletePost', { as: author, params: { slug } });
    const { body: first } = await post(author, { title: 'Первая', status: 'published' });
    const rename = (slug: string) =>
      app.call('updatePost', { as: author, params: { slug: first.id }, body: { custom_slug: slug } });
    for (const slug of ['one', 'two', 'one', 'two']) expect((await rename(slug)).status).toBe(200);
    expect((await getUsage(author)).posts.count).toBe(3);
    await remove('two');
    expect((await getUsage(author)).posts.count).toBe(3);
    for (const title of ['Четвёртая', 'Пятая', 'Шестая'])
      await remove((await post(author, { title, status: 'published' })).body.slug);
    expect(await post(author)).toMatchObject(quotaError('адреса удалённых статей'));
    expect((await app.call('getPost', { params: { slug: 'one' } })).body.code).toBe('deleted');
    expect(await findWrongCounters(app.db)).toEqual([]);
  });

  it('counts no address that its author uses again, or that was never public', async () => {
    const author = await app.createUser();
    for (let round = 0; round < 8; round += 1)
      for (const status of ['published', 'draft']) {
        const made = await post(author, { title: `Снова ${status}`, status });
        expect(made.status).toBe(201);
        await app.call('deletePost', { as: author, params: { slug: made.body.slug } });
      }
    expect((await getUsage(author)).posts.count).toBe(1);
    const { body: kept } = await post(author, { title: 'Снова published', custom_slug: 'kept' });
    await app.call('updatePost', { as: author, params: { slug: kept.id }, body: { custom_slug: '' } });
    expect((await getUsage(author)).posts.count).toBe(2);
    await app.call('deletePost', { as: author, params: { slug: kept.id } });
    expect((await getUsage(author)).posts.count).toBe(1);
    expect(await findWrongCounters(app.db)).toEqual([]);
  });

  it('is not exceeded by concurrent requests', async () => {
    const author = await app.createUser();
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(author)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(6);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(14);
    expect((await getUsage(author)).posts.count).toBe(6);
  });

  it('refuses another editor draft, but accepts changes of an existing one', async () => {
    const author = await app.createUser();
    expect([(await draft(author, 'a', 'Раз')).status, (await draft(author, 'b', 'Два')).status]).toEqual([
      200, 200,
    ]);
    expect(await draft(author, 'c', 'Три')).toMatchObject(quotaError('2 начатых текстов'));
    expect((await draft(author, 'b', 'Два, и дальше')).status).toBe(200);
  });

  it('refuses a change that would add a revision, but accepts one that adds none', async () => {
    const author = await app.createUser();
    const params = { slug: (await app.createPost(author)).id };
    const change = (body: object) => app.call('updatePost', { as: author, params, body });
    for (const content of ['1', '2', '3', '4']) expect((await change({ content })).status).toBe(200);
    expect(await change({ content: '5' })).toMatchObject(quotaError('4 прежних версий'));
    expect((await change({ comments_enabled: false })).status).toBe(200);
  });

  it('counts deleted comments, whose texts are still stored', async () => {
    const reader = await app.createUser();
    const { id } = await app.createPost(await app.createUser());
    const comment = () => app.call('createComment', { as: reader, body: { post: id, content: 'Слово' } });
    const { body: first } = await comment();
    await comment();
    await comment();
    await app.call('deleteComment', { as: reader, params: { id: first.id } });
    expect(await comment()).toMatchObject(quotaError('3 комментариев'));
  });

  it('refuses another picture with an error under its field', async () => {
    const author = await app.createUser();
    const upload = async () => app.call('uploadImage', { as: author, body: await createImageForm() });
    expect((await upload()).status).toBe(201);
    expect(await upload()).toMatchObject({
      status: 400,
      body: { image: [expect.stringContaining('1 картинок')] },
    });
  });

  it('of texts does not apply to moderators', async () => {
    const staff = await app.createUser({ isStaff: true });
    for (let index = 0; index < 7; index += 1) expect((await post(staff)).status).toBe(201);
    const usage = await getUsage(staff);
    expect([usage.posts, usage.pictures.count_limit]).toEqual([
      { count: 7, count_limit: null, bytes: expect.any(Number), bytes_limit: null },
      1,
    ]);
  });
});

describe('a quota in bytes', () => {
  const long = 'я'.repeat(190_000);

  it('counts the growth of a post and lets a full account shorten a text', async () => {
    const author = await app.createUser();
    const { body: first } = await post(author, { content: long });
    await post(author, { content: long });
    expect(await post(author, { content: long })).toMatchObject(quotaError('заняли все 1'));
    const { body: short } = await post(author);
    const change = (id: number, content: string) =>
      app.call('updatePost', { as: author, params: { slug: id }, body: { content } });
    expect(await change(short.id, long)).toMatchObject(quotaError('заняли все 1'));
    expect((await change(first.id, 'Коротко.')).status).toBe(200);
    expect((await change(short.id, long)).status).toBe(200);
    expect((await getUsage(author)).posts).toMatchObject({ count: 3, bytes_limit: mebibyte });
  });

  it('counts the growth of an editor draft', async () => {
    const author = await app.createUser();
    expect((await draft(author, 'a', long)).status).toBe(200);
    expect((await draft(author, 'b', long)).status).toBe(200);
    expect((await getUsage(author)).drafts).toMatchObject({ count: 2, bytes: 4 * 190_000 });
    const longer = (name: string) => draft(author, name, `${long}${'я'.repeat(10_000)}`);
    const responses = [await longer('a'), await longer('b')];
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    await draft(author, 'a', '');
    expect((await getUsage(author)).drafts).toMatchObject({ count: 2, bytes: 400_000 });
  });
});

describe('the usage counters', () => {
  it('equal a fresh count after changes and deletions of every kind', async () => {
    const [author, reader] = [await defaultApp.createUser(), await defaultApp.createUser()];
    const staff = await defaultApp.createUser({ isStaff: true });
    const posts = await Promise.all(
      Array.from({ length: 4 }, (_, index) => defaultApp.createPost(author, { content: `Текст ${index}` })),
    );
    for (const { id } of posts) {
      for (const as of [author, reader, staff]) {
        const { body } = await defaultApp.call('createComment', { as, body: { post: id, content: 'Слово' } });
        await defaultApp.call('updateComment', {
          as,
          params: { id: body.id },
          body: { content: 'Другое слово' },
        });
        if (as === reader) await defaultApp.call('deleteComment', { as, params: { id: body.id } });
      }
      for (const as of [author, staff])
        await defaultApp.call('updatePost', {
          as,
          params: { slug: id },
          body: { content: `Новый текст ${as.user.id}` },
        });
      const params = { key: `post-${id}` };
      for (const content of ['', 'Длинный текст'])
        await defaultApp.call('saveDraft', {
          as: author,
          params,
          body: { title: '', content, writer: 'форма' },
        });
    }
    await defaultApp.call('uploadImage', { as: author, body: await createImageForm() });
    await defaultApp.call('uploadImage', { as: author, body: await createImageForm(310) });
    const { body: pictures } = await defaultApp.call('listMedia', { as: author });
    await defaultApp.call('deleteMedia', { as: author, params: { id: pictures.results[0].id } });
    await Promise.all(
      posts.slice(1).map(({ id }) => defaultApp.call('deletePost', { as: author, params: { slug: id } })),
    );
    expect(await findWrongCounters(defaultApp.db)).toEqual([]);
    expect(await getUsage(author, defaultApp)).toMatchObject({
      posts: { count: 4 },
      drafts: { count: 1 },
      revisions: { count: 2 },
      comments: { count: 1 },
      pictures: { count: 1 },
    });
  });

  it('need a constant number of statements and few rows for any amount of data', async () => {
    const author = await defaultApp.createUser();
    const statements = async () => {
      const counts: number[] = [];
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const before = defaultApp.queryCount();
        await defaultApp.createPost(author, { title: `Счёт ${Math.random()}` });
        counts.push(defaultApp.queryCount() - before);
      }
      return Math.min(...counts);
    };
    const few = await statements();
    for (let index = 0; index < 60; index += 1)
      await defaultApp.createPost(author, { title: `Ещё ${index}` });
    expect(await statements()).toBe(few);
    const rows = await defaultApp.db
      .selectFrom('account_usage')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', author.user.id)
      .executeTakeFirstOrThrow();
    expect(rows.count).toBeLessThan(60);
    expect(await findWrongCounters(defaultApp.db)).toEqual([]);
  });
});

describe('the cleanup of drafts', () => {
  /** Copies a draft post like a client that created a new one every 30 s, starting `ageMs` ago. */
  const insertCopies = (id: number, times: number, ageMs: number, content?: string) =>
    sql`
      insert into posts (author_id, title, slug, content, content_html, content_text, excerpt, reading_time_minutes,
        renderer_version, status, created_at, updated_at)
      select author_id, title, slug || '-copy-' || ${ageMs}::text || '-' || n, coalesce(${content ?? null}::text || n, content),
        content_html, content_text, excerpt, reading_time_minutes, renderer_version, status, at, at
      from posts, generate_series(1, ${times}::int) as n,
        lateral (select ${new Date(Date.now() - ageMs)}::timestamptz + n * interval '30 s' as at) as times
      where id = ${id}`.execute(defaultApp.db);
  const countPosts = async (as: TestUser) => (await getUsage(as, defaultApp)).posts.count;

  it('keeps the newest draft of an unchanged text that was saved all day, and every other text', async () => {
    const author = await defaultApp.createUser();
    const { id } = await defaultApp.createPost(author, { status: 'draft' });
    await insertCopies(id, 200, 1.5 * dayMs);
    await insertCopies(id, 50, 1.2 * dayMs, 'Другой текст ');
    await insertCopies(id, 20, 0.5 * dayMs);
    await defaultApp.db
      .updateTable('accounts')
      .set({ posts_count: 271 })
      .where('id', '=', author.user.id)
      .execute();
    expect(await countPosts(author)).toBe(271);
    await defaultApp.runJob('posts.sweep');
    // The newest copy of the first run, the fifty with other texts, those of the last day, and the original.
    expect(await countPosts(author)).toBe(1 + 50 + 20 + 1);
    await defaultApp.runJob('posts.sweep');
    expect(await countPosts(author)).toBe(72);
  });

  it('keeps drafts that were changed, scheduled, or have another picture or category', async () => {
    const author = await defaultApp.createUser();
    const { id } = await defaultApp.createPost(author, { status: 'draft' });
    await insertCopies(id, 4, 1.5 * dayMs);
    const own = defaultApp.db
      .selectFrom('posts')
      .select('id')
      .where('author_id', '=', author.user.id)
      .where('id', '<>', id);
    const [changed, scheduled, categorized] = await own.orderBy('created_at').execute();
    const { id: category } = await defaultApp.createCategory();
    const set = (post: { id: number } | undefined, values: object) =>
      defaultApp.db
        .updateTable('posts')
        .set(values)
        .where('id', '=', post?.id ?? 0)
        .execute();
    await set(changed, { version: 2 });
    await set(scheduled, { publish_at: new Date(Date.now() + dayMs) });
    await set(categorized, { category_id: category });
    await defaultApp.runJob('posts.sweep');
    const left = await own.execute();
    expect(left.map((row) => row.id)).toEqual(
      expect.arrayContaining([changed, scheduled, categorized].map((row) => row?.id)),
    );
  });

  it('deletes only editor drafts that are empty or equal to their post', async () => {
    const author = await defaultApp.createUser();
    const same = await defaultApp.createPost(author, { title: 'Тот же', content: 'Тот же текст' });
    const other = await defaultApp.createPost(author);
    const save = (key: string, title: string, content: string) =>
      defaultApp.call('saveDraft', {
        as: author,
        params: { key },
        body: { title, content, writer: 'форма' },
      });
    await save(`new-${'a'.repeat(32)}`, '', '');
    await save(`new-${'b'.repeat(32)}`, '', 'Начатое');
    await save(`post-${same.id}`, 'Тот же', 'Тот же текст');
    await save(`post-${other.id}`, 'Другой', 'Другой текст');
    await defaultApp.runJob('posts.sweep');
    expect((await getUsage(author, defaultApp)).drafts.count).toBe(4);
    await defaultApp.db
      .updateTable('post_drafts')
      .set({ updated_at: new Date(Date.now() - 1.1 * dayMs) })
      .execute();
    await defaultApp.runJob('posts.sweep');
    const { body } = await defaultApp.call('listDrafts', { as: author });
    expect(body.results.map(({ content }: { content: string }) => content).sort()).toEqual([
      'Другой текст',
      'Начатое',
    ]);
    expect((await getUsage(author, defaultApp)).drafts.count).toBe(2);
  });
});
