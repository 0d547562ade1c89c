import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { withoutIntervals } from '#tests/support/without-intervals.ts';

/** The lists of the front page and of author pages. */
let app: TestApp;
let author: TestUser;
let staff: TestUser;
const day = 24 * 3_600_000;

withoutIntervals();
beforeAll(async () => {
  app = await createTestApp();
  author = await app.createUser();
  staff = await app.createUser({ isStaff: true });
});
afterAll(() => app.stop());

const titles = (posts: Array<{ title: string }>) => posts.map(({ title }) => title);
const setViews = (id: number, views: number) =>
  app.db.updateTable('post_stats').set({ views, reader_views: views }).where('post_id', '=', id).execute();
const setAge = (id: number, days: number) =>
  app.db
    .updateTable('posts')
    .set({ created_at: new Date(Date.now() - days * day) })
    .where('id', '=', id)
    .execute();
const pin = async (title: string, minutesAgo: number) => {
  const owner = await app.createUser();
  const post = await app.createPost(owner, { title });
  await app.db
    .updateTable('accounts')
    .set({ subscriber_until: new Date(Date.now() + day) })
    .where('id', '=', owner.user.id)
    .execute();
  await app.db
    .insertInto('pins')
    .values({
      account_id: owner.user.id,
      post_id: post.id,
      pinned_at: new Date(Date.now() - minutesAgo * 60_000),
    })
    .execute();
  return { ...post, ownerId: owner.user.id };
};
const clear = async () => {
  await app.db.transaction().execute(async (tx) => {
    // Deleting ten thousand posts with everything that references them takes longer than a statement of a request may.
    await sql`set local statement_timeout = 0`.execute(tx);
    await tx.deleteFrom('posts').execute();
  });
  await sql`update post_totals set published = 0`.execute(app.db);
};

describe('posts by views', () => {
  it('are ordered by the ranking of the last minute and show its numbers', async () => {
    await clear();
    const [quiet, loud] = [
      await app.createPost(author, { title: 'Тихий' }),
      await app.createPost(author, { title: 'Громкий' }),
    ];
    await setViews(quiet.id, 1);
    await setViews(loud.id, 5);
    const byViews = async (ordering: string) =>
      (await app.call('listPosts', { query: { ordering } })).body.results.map(
        (post: { title: string; views_count: number }) => [post.title, post.views_count],
      );
    expect(await byViews('-created_at')).toEqual([
      ['Громкий', 5],
      ['Тихий', 1],
    ]);
    expect(new Set((await byViews('-views_count')).map(([, views]: [string, number]) => views))).toEqual(
      new Set([0]),
    );
    await app.posts.rankViews();
    for (const ordering of ['-views_count', '-view_count'])
      expect(await byViews(ordering)).toEqual([
        ['Громкий', 5],
        ['Тихий', 1],
      ]);
    await setViews(quiet.id, 9);
    expect(await byViews('views_count')).toEqual([
      ['Тихий', 1],
      ['Громкий', 5],
    ]);
    await Promise.all([app.posts.rankViews(), app.posts.rankViews()]);
    expect((await byViews('-views_count'))[0]).toEqual(['Тихий', 9]);
  });

  it('have no index on the columns that counting updates', async () => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = 'post_stats'::regclass and pg_get_indexdef(indexrelid) ~ '\\m(reader_)?views\\M'`.execute(
      app.db,
    );
    expect(rows).toEqual([]);
  });
});

describe('popular and recent', () => {
  it('return arrays of ten published posts, ignoring pins', async () => {
    await clear();
    const pinned = await pin('Закреплён', 5);
    for (let index = 0; index < 12; index += 1) {
      const { id } = await app.createPost(author, { title: `Пост ${index}` });
      await setViews(id, index);
    }
    const draft = await app.createPost(author, { title: 'Черновик', status: 'draft' });
    await setViews(draft.id, 1000);
    await app.posts.rankViews();
    for (const as of [undefined, author, staff]) {
      const popular = (await app.call('listPopularPosts', { as })).body;
      expect(titles(popular)).toEqual(Array.from({ length: 10 }, (_, index) => `Пост ${11 - index}`));
      expect(popular[0].views_count).toBe(11);
      const recent = (await app.call('listRecentPosts', { as })).body;
      expect(titles(recent)).toEqual(Array.from({ length: 10 }, (_, index) => `Пост ${11 - index}`));
    }
    await setAge(pinned.id, -1);
    expect((await app.call('listRecentPosts')).body[0]).toMatchObject({
      title: 'Закреплён',
      is_pinned: true,
    });
  });
});

describe('pinned and featured', () => {
  it('return the pins in effect and the most viewed posts of a week', async () => {
    await clear();
    const pins = [
      await pin('Третий', 1),
      await pin('Первый', 30),
      await pin('Второй', 20),
      await pin('Нет', 0),
    ];
    const [popular, old, plain] = [
      await app.createPost(author, { title: 'Популярный' }),
      await app.createPost(author, { title: 'Давний' }),
      await app.createPost(author, { title: 'Простой' }),
    ];
    await setAge(old.id, 8);
    for (const [index, post] of [popular, old, plain, ...pins].entries())
      await setViews(post.id, 100 - index);
    await app.posts.rankViews();
    for (const as of [undefined, author, staff]) {
      const { status, body } = await app.call('listPinnedPosts', { as });
      expect([status, body.count, titles(body.results)]).toEqual([
        200,
        4,
        ['Первый', 'Второй', 'Третий', 'Нет'],
      ]);
      const featured = (await app.call('listFeaturedPosts', { as })).body;
      expect(titles(featured.pinned_posts)).toEqual(['Первый', 'Второй', 'Третий']);
      expect(titles(featured.popular_posts)).toEqual(['Популярный', 'Простой', 'Нет']);
      expect(featured.total_pinned).toBe(4);
    }
    await app.db
      .updateTable('accounts')
      .set({ subscriber_until: new Date(Date.now() - 1000) })
      .where('id', '=', pins[1]?.ownerId ?? 0)
      .execute();
    expect((await app.call('listPinnedPosts')).body.count).toBe(3);
    expect((await app.call('listFeaturedPosts')).body.total_pinned).toBe(3);
  });

  it('show twenty posts of the rotation in the order of pinning and count all pins', async () => {
    await clear();
    for (let index = 0; index < 22; index += 1) await pin(`Пин ${index}`, 100 - index);
    const { count, results } = (await app.call('listPinnedPosts')).body;
    const numbers = titles(results).map((title) => Number(title.slice('Пин '.length)));
    expect([count, new Set(numbers).size]).toEqual([22, 20]);
    expect(numbers).toEqual(numbers.toSorted((left, right) => left - right));
  });
});

describe('the posts of an author', () => {
  it('shows published posts only and the draft count to the author only', async () => {
    const writer = await app.createUser({ username: 'Вера.К' });
    await app.call('updateProfile', { as: writer, body: { first_name: 'Вера', bio: 'Пишу.' } });
    const { id } = await app.createCategory();
    const first = await app.createPost(writer, { title: 'Первая', category: id });
    await app.createPost(writer, { title: 'Вторая' });
    await app.createPost(writer, { title: 'В столе', status: 'draft' });
    await app.call('createComment', { as: writer, body: { post: first.id, content: 'Да' } });
    for (const as of [undefined, author, staff, writer]) {
      const { status, body } = await app.call('getUser', { as, params: { username: 'вера.к' } });
      expect(status).toBe(200);
      expect(body).toEqual({
        id: writer.user.id,
        username: 'Вера.К',
        full_name: 'Вера',
        avatar: null,
        avatar_info: null,
        bio: 'Пишу.',
        posts_count: as === writer ? 3 : 2,
        comments_count: 1,
        created_at: writer.user.created_at,
      });
      const list = async (query: object = {}) =>
        (await app.call('listUserPosts', { as, params: { username: 'Вера.К' }, query: { ...query } })).body;
      expect([(await list()).count, titles((await list()).results)]).toEqual([2, ['Вторая', 'Первая']]);
      expect(titles((await list({ ordering: 'title', page_size: 1 })).results)).toEqual(['Вторая']);
      expect((await list({ category: id })).count).toBe(1);
      expect((await list({ search: 'стол' })).count).toBe(0);
    }
    const { next } = (
      await app.call('listUserPosts', { params: { username: 'Вера.К' }, query: { page_size: 1 } })
    ).body;
    expect((await app.fetch(new URL(next).pathname + new URL(next).search)).body.results).toHaveLength(1);
    for (const id of ['getUser', 'listUserPosts'] as const)
      expect((await app.call(id, { params: { username: 'никто' } })).status).toBe(404);
    expect(
      (await app.call('listUserPosts', { params: { username: 'Вера.К' }, query: { page: 9 } })).status,
    ).toBe(404);
  });
});

describe('the search index', () => {
  it('follows every change of the posts', async () => {
    await clear();
    const writer = await app.createUser();
    const findMismatches = async () =>
      (
        await sql`
          select p.id, w.id as found from posts p full join post_search_index w on w.id = p.id
          where (w.author_id, w.category_id, w.status, w.created_at, w.updated_at, w.title, w.search_vector)
            is distinct from (p.author_id, p.category_id, p.status, p.created_at, p.updated_at, p.title,
              build_search_vector(p.title, p.content_text))`.execute(app.db)
      ).rows;
    const count = async (search: string) =>
      (await app.call('listPosts', { query: { search } })).body.count as number;
    const { id: category } = await app.createCategory();
    const post = await app.createPost(writer, { title: 'Ёжики', content: 'в тумане', status: 'draft' });
    const other = await app.createPost(writer, { title: 'Другое', content: 'о тумане' });
    const change = (body: object) =>
      app.call('updatePost', { as: writer, params: { slug: post.slug }, body });
    expect([await findMismatches(), await count('тумане')]).toEqual([[], 1]);
    await change({ status: 'published', category });
    expect([await findMismatches(), await count('ежик'), await count('тумане')]).toEqual([[], 1, 2]);
    await change({ content: 'в роще' });
    await change({ title: 'Белки' });
    expect([await findMismatches(), await count('ежик'), await count('тумане'), await count('белк')]).toEqual(
      [[], 0, 1, 1],
    );
    await app.call('deletePost', { as: writer, params: { slug: other.slug } });
    expect([await findMismatches(), await count('тумане')]).toEqual([[], 0]);
  });
});

describe('long lists', () => {
  it('take their count from counters, and count searches up to ten thousand', async () => {
    await clear();
    const writer = await app.createUser();
    const { id: category } = await app.createCategory();
    const { id } = await app.createPost(writer, { category, content: 'единственный' });
    const columns = sql.raw(
      'author_id, category_id, title, content, content_html, content_text, excerpt, reading_time_minutes, renderer_version, status, created_at, updated_at',
    );
    const insert = (count: number, prefix: string) =>
      sql`insert into posts (slug, ${columns}) select ${prefix} || n, ${columns}
        from posts, generate_series(1, ${count}) n where id = ${id}`.execute(app.db);
    const insertMany = async () => {
      // In parts that a busy machine inserts within the time limit of a statement.
      for (let part = 0; part < 33; part += 1) await insert(303, `part-${part}-`);
    };
    const counts = async () => {
      const count = async (query: object, as?: TestUser) =>
        (await app.call('listPosts', { as, query: { page_size: 1, ...query } })).body.count;
      return [
        await count({}),
        await count({ category }),
        await count({ author: writer.user.id }),
        await count({ search: 'единственный' }),
        await count({}, writer),
        (await app.call('listMyPosts', { as: writer, query: { page_size: 1 } })).body.count,
      ];
    };
    await insertMany();
    // These posts bypassed the counters, which still say 1; a search has no counter and counts.
    expect(await counts()).toEqual([1, 1, 1, 10_000, 1, 1]);
    await insert(1, 'd-');
    // Values unlike the real counts: they can only come from the counters.
    await sql`update post_totals set published = 1000`.execute(app.db);
    await sql`update categories set posts_count = 20000 where id = ${category}`.execute(app.db);
    await sql`update accounts set published_posts_count = 30000 where id = ${writer.user.id}`.execute(app.db);
    await app.createPost(writer, { status: 'draft' });
    expect(await counts()).toEqual([16_000, 20_000, 30_000, 10_000, 16_001, 30_001]);
  });

  it('show each post on exactly one page, also on deep pages', async () => {
    await clear();
    const { id, slug } = await app.createPost(author, { title: 'Первый' });
    const columns = sql.raw(
      'author_id, content, content_html, content_text, excerpt, reading_time_minutes, renderer_version, status, created_at, updated_at',
    );
    // In batches of a thousand, within the statement timeout.
    for (const prefix of ['f-', 'g-', 'h-', 'i-', 'j-'])
      await sql`insert into posts (slug, title, ${columns})
        select ${prefix} || n, 'Пост ' || n % 71, ${columns} from posts, generate_series(1, 1000) n
        where id = ${id}`.execute(app.db);
    await app.call('deletePost', { as: author, params: { slug } });
    await sql`insert into post_stats (post_id, reader_views, ranked_views) select id, id % 97, id % 97 from posts`.execute(
      app.db,
    );
    await sql`update post_totals set published = case shard when 0 then 5000 else 0 end`.execute(app.db);
    const sorted = async (order: string) =>
      (
        await sql<{ id: number }>`
          select id from posts join post_stats on post_id = id order by ${sql.raw(order)}`.execute(app.db)
      ).rows.map((row) => row.id);
    for (const [ordering, order] of [
      ['-views_count', 'ranked_views desc, id desc'],
      ['view_count', 'ranked_views, id'],
      ['-title', 'title desc, id desc'],
      ['title,-views_count', 'title, ranked_views desc, id desc'],
    ] as const) {
      const paged: number[] = [];
      for (let page = 21; page <= 50; page += 1) {
        const { results } = (await app.call('listPosts', { query: { ordering, page, page_size: 100 } })).body;
        paged.push(...results.map((post: { id: number }) => post.id));
      }
      expect(paged).toHaveLength(3_000);
      expect(paged).toEqual((await sorted(order)).slice(2_000));
    }
  });
});
