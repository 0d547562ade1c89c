import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findWrongCounters } from '#tests/support/counters.ts';
import { measureQueries } from '#tests/support/query-cost.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { withoutIntervals } from '#tests/support/without-intervals.ts';

let app: TestApp;
let now = new Date('2026-03-01T09:00:00Z');
const dayMs = 24 * 3_600_000;
let author: TestUser;
let reader: TestUser;
let staff: TestUser;

withoutIntervals();
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
});
beforeEach(async () => {
  [author, reader] = [await app.createUser(), await app.createUser()];
  staff = await app.createUser({ isStaff: true });
});
afterAll(() => app.stop());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
let lastAgent = 0;
/** Guests behind the address of the test differ in their user agent. */
const newReader = () => {
  lastAgent += 1;
  return { 'user-agent': `${firefox} ${lastAgent}` };
};
const limitOfNetwork = 10;

type Report = { as?: TestUser; referrer?: string; headers?: Record<string, string> };
const view = async (slug: string, { as, referrer, headers = newReader() }: Report = {}) => {
  const body = referrer === undefined ? undefined : { referrer };
  expect((await app.call('viewPost', { as, params: { slug }, body, headers })).status).toBe(204);
};
const finish = async (slug: string, { as, headers = newReader() }: Report = {}) => {
  expect((await app.call('finishPost', { as, params: { slug }, headers })).status).toBe(204);
};
const stats = async (slug: string, as: TestUser, period?: string) => {
  const { status, body } = await app.call('getPostStats', {
    as,
    params: { slug },
    query: period ? { period } : {},
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const viewsCount = async (slug: string) =>
  (await app.call('getPost', { params: { slug }, query: { count_view: 'false' } })).body.views_count;
const bySource = (sources: { source: string; views: number }[]) =>
  Object.fromEntries(sources.map(({ source, views }) => [source, views]));
const sumOf = (rows: { views: number }[]) => rows.reduce((sum, { views }) => sum + views, 0);

describe('statistics of a post', () => {
  it('count each reader once, by source, and add up to the number that readers see', async () => {
    const post = await app.createPost(author);
    const same = newReader();
    await view(post.slug, { headers: same, referrer: 'www.google.com' });
    await view(post.slug, { headers: same, referrer: 't.me' });
    await view(post.slug, { as: reader, referrer: 'habr.com' });
    await view(post.slug, { referrer: 'localhost' });
    await view(post.slug, { referrer: 'not a host' });
    await view(post.slug);
    // A client that reads the API counts a view without a source.
    await app.call('getPost', { as: staff, params: { slug: post.slug } });
    const found = await stats(post.slug, author);
    expect(bySource(found.sources)).toEqual({ direct: 2, 'google.com': 1, 'habr.com': 1, site: 1, other: 1 });
    expect(found.sources.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Google', 'habr.com', 'Внутри сайта', 'Прямые заходы', 'Другие']),
    );
    const count = await viewsCount(post.slug);
    expect([found.views_count, found.views, sumOf(found.days), sumOf(found.sources), count]).toEqual([
      6, 6, 6, 6, 6,
    ]);
  });

  it('count a reader who reached the end once a day, and never more of them than views', async () => {
    const post = await app.createPost(author);
    await view(post.slug, { as: reader });
    await view(post.slug);
    for (let repeat = 0; repeat < 3; repeat += 1) await finish(post.slug, { as: reader });
    expect(await stats(post.slug, author)).toMatchObject({ views: 2, finishes: 1 });
    for (let guest = 0; guest < 5; guest += 1) await finish(post.slug);
    expect(await stats(post.slug, author)).toMatchObject({ views: 2, finishes: 2 });
  });

  it('limit the guests of one network who reach the end', async () => {
    const post = await app.createPost(author);
    await view(post.slug);
    for (let guest = 0; guest < 3 * limitOfNetwork; guest += 1) await finish(post.slug);
    await app.posts.rankViews();
    const { rows } = await sql<{ finishes: number }>`
      select finishes from post_daily_views where post_id = ${post.id}`.execute(app.db);
    expect(rows[0]?.finishes).toBe(limitOfNetwork);
  });

  it('ignore crawlers and API clients that report the end', async () => {
    const post = await app.createPost(author);
    await view(post.slug, { as: reader });
    for (const agent of ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.0'])
      await finish(post.slug, { headers: { 'user-agent': agent } });
    expect(await stats(post.slug, author)).toMatchObject({ finishes: 0 });
  });

  it('have every day of the period in Moscow, and compare it with the one before', async () => {
    const before = now;
    now = new Date('2026-04-10T20:59:00Z');
    [author] = [await app.createUser()];
    const post = await app.createPost(author);
    await view(post.slug);
    now = new Date('2026-04-10T21:01:00Z');
    await view(post.slug);
    const found = await stats(post.slug, author, '7');
    expect(found.period).toEqual({ from: '2026-04-05', to: '2026-04-11', days: 7 });
    expect(found.days.map(({ date, views }: { date: string; views: number }) => [date, views])).toEqual([
      ['2026-04-05', 0],
      ['2026-04-06', 0],
      ['2026-04-07', 0],
      ['2026-04-08', 0],
      ['2026-04-09', 0],
      ['2026-04-10', 1],
      ['2026-04-11', 1],
    ]);
    expect(found.previous).toBeNull();
    await sql`insert into post_daily_views (post_id, day, author_id, views, finishes)
      values (${post.id}, '2026-03-29', ${author.user.id}, 3, 1)`.execute(app.db);
    expect((await stats(post.slug, author, '7')).previous).toEqual({ views: 3, finishes: 1 });
    now = before;
  });

  it('are for the author and staff only, and any other period is refused', async () => {
    const post = await app.createPost(author);
    const statusFor = async (as?: TestUser, period?: string) =>
      (await app.call('getPostStats', { as, params: { slug: post.slug }, query: period ? { period } : {} }))
        .status;
    expect([await statusFor(), await statusFor(reader), await statusFor(staff)]).toEqual([401, 403, 200]);
    expect(await statusFor(author, '3650')).toBe(400);
  });
});

describe('sources', () => {
  it('are at most fifty hosts of a post and day, whatever is reported; the rest are other', async () => {
    const post = await app.createPost(author);
    for (let index = 0; index < 60; index += 1) {
      const as = await app.createUser();
      await view(post.slug, { as, referrer: `host-${index}.example` });
      if (index % 7 === 0) await app.posts.rankViews();
    }
    await app.posts.rankViews();
    const { rows } = await sql<{ hosts: number; views: number }>`
      select count(*) filter (where source like '%.%') as hosts, sum(views)::bigint as views
      from post_daily_sources where post_id = ${post.id}`.execute(app.db);
    expect(rows[0]).toEqual({ hosts: 50, views: 60 });
    const { sources } = await stats(post.slug, author);
    expect(sources).toHaveLength(11);
    expect(bySource(sources)).toMatchObject({ other: 50 });
  });

  it('of a day that has ended are folded into the ten with the most views', async () => {
    const post = await app.createPost(author);
    const yesterday = new Date(now.getTime() - dayMs).toISOString().slice(0, 10);
    for (let index = 1; index <= 15; index += 1)
      await sql`insert into post_daily_sources (post_id, day, source, author_id, views)
        values (${post.id}, ${yesterday}, ${`host-${index}.example`}, ${author.user.id}, ${index})`.execute(
        app.db,
      );
    for (let run = 0; run < 2; run += 1) await app.runJob('posts.sweepStats');
    const { rows } = await sql<{ source: string; views: number }>`
      select source, views from post_daily_sources where post_id = ${post.id} order by views desc, source`.execute(
      app.db,
    );
    expect(rows).toHaveLength(11);
    expect(rows.slice(0, 2)).toEqual([
      { source: 'host-15.example', views: 15 },
      { source: 'other', views: 15 },
    ]);
    expect(sumOf(rows)).toBe(120);
  });
});

describe('statistics of all own posts', () => {
  it('sum up the posts of the author and list those with the most views', async () => {
    const [first, second] = [await app.createPost(author), await app.createPost(author)];
    const foreign = await app.createPost(reader);
    for (const slug of [first.slug, second.slug, second.slug, foreign.slug])
      await view(slug, { referrer: 'vk.com' });
    await finish(second.slug);
    const { body } = await app.call('getMyPostStats', { as: author });
    expect(body).toMatchObject({ views_count: 3, views: 3, finishes: 1 });
    expect(body.sources).toEqual([{ source: 'vk.com', name: 'ВКонтакте', views: 3 }]);
    expect(body.posts.map(({ id, views }: { id: number; views: number }) => [id, views])).toEqual([
      [second.id, 2],
      [first.id, 1],
    ]);
    await app.call('deletePost', { as: author, params: { slug: second.slug } });
    const left = (await app.call('getMyPostStats', { as: author })).body;
    expect(left).toMatchObject({ views_count: 1, views: 1, finishes: 0 });
    expect(left.sources).toEqual([{ source: 'vk.com', name: 'ВКонтакте', views: 1 }]);
    expect(await findWrongCounters(app.db)).toEqual([]);
  });

  it('go to the other author together with a post, and keep at most fifty hosts of a day', async () => {
    const posts = [await app.createPost(author), await app.createPost(author)];
    const today = now.toISOString().slice(0, 10);
    for (const [index, { id }] of posts.entries()) {
      await sql`insert into post_daily_views (post_id, day, author_id, views, finishes)
        values (${id}, ${today}, ${author.user.id}, 40, ${30 + 20 * index})`.execute(app.db);
      await sql`insert into post_daily_sources (post_id, day, source, author_id, views)
        select ${id}, ${today}, 'host-' || n || '.example', ${author.user.id}, 1
        from generate_series(${40 * index + 1}::int, ${40 * index + 40}::int) n`.execute(app.db);
    }
    expect(await findWrongCounters(app.db)).toEqual([]);
    const readSums = async ({ user }: TestUser) => {
      const { rows } = await sql<{ views: number; finishes: number; sources: number; hosts: number }>`
        select views, finishes, (select sum(v::bigint)::bigint from jsonb_each_text(sources) as s (k, v)) as sources,
          (select count(*) from jsonb_object_keys(sources) as s (k) where k <> 'other') as hosts
        from author_daily_views where author_id = ${user.id}`.execute(app.db);
      return rows;
    };
    expect(await readSums(author)).toEqual([{ views: 80, finishes: 70, sources: 80, hosts: 50 }]);
    await sql`update posts set author_id = ${reader.user.id} where id = ${posts[0]?.id}`.execute(app.db);
    expect(await readSums(reader)).toEqual([{ views: 40, finishes: 30, sources: 40, hosts: 40 }]);
    expect(await readSums(author)).toMatchObject([{ views: 40, finishes: 40, sources: 40 }]);
    await sql`update posts set author_id = ${author.user.id} where id = ${posts[0]?.id}`.execute(app.db);
    expect(await findWrongCounters(app.db)).toEqual([]);
    for (const { slug } of posts) await app.call('deletePost', { as: author, params: { slug } });
    expect(await readSums(author)).toEqual([{ views: 0, finishes: 0, sources: null, hosts: 0 }]);
  });

  it('are empty for an account without posts', async () => {
    const { body } = await app.call('getMyPostStats', { as: reader, query: { period: '90' } });
    expect(body).toMatchObject({ views: 0, posts: [], sources: [], previous: null });
    expect(body.days).toHaveLength(90);
  });
});

it('read through indexes only the days of the period, whatever else is stored', async () => {
  const post = await app.createPost(author);
  for (const as of [author, reader, reader]) await app.createPost(as);
  const today = now.toISOString().slice(0, 10);
  await sql`
    with days as (
      insert into post_daily_views (post_id, day, author_id, views, finishes)
      select p.id, ${today}::date - n, p.author_id, 5, 2 from posts p, generate_series(0, 399) n
      on conflict do nothing
    )
    insert into post_daily_sources (post_id, day, source, author_id, views)
    select p.id, ${today}::date - n, s, p.author_id, 1
    from posts p, generate_series(0, 399) n, unnest(array['direct', 'site', 'ya.ru', 't.me', 'habr.com']) s
    on conflict do nothing`.execute(app.db);
  await sql`analyze post_daily_views, post_daily_sources`.execute(app.db);
  const measure = async (work: () => Promise<{ status: number }>) => {
    await work();
    const queries = await app.recordQueries(async () => expect((await work()).status).toBe(200));
    return measureQueries(app.db, queries);
  };
  const query = { period: '30' };
  const ofPost = await measure(() =>
    app.call('getPostStats', { as: author, params: { slug: post.slug }, query }),
  );
  expect(ofPost.scanned).toEqual([]);
  // 60 days of views, 30 days of five sources, the first day, the post itself.
  expect(ofPost.rows).toBeLessThan(60 + 30 * 5 + 40);
  const ofAuthor = await measure(() => app.call('getMyPostStats', { as: author, query }));
  expect(ofAuthor.scanned).toEqual([]);
  // The days of the author, not those of the posts, and the days of the posts that are listed.
  expect(ofAuthor.rows).toBeLessThan(60 + 30 + 2 * 30 + 40);
});

it('deletes days that are older than STATS_DAYS, and no others', async () => {
  const post = await app.createPost(author);
  const dayBefore = (days: number) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
  for (const age of [399, 400])
    await sql`
      with days as (
        insert into post_daily_views (post_id, day, author_id, views)
        values (${post.id}, ${dayBefore(age)}, ${author.user.id}, 5))
      insert into post_daily_sources (post_id, day, source, author_id, views)
      values (${post.id}, ${dayBefore(age)}, 'direct', ${author.user.id}, 5)`.execute(app.db);
  await app.runJob('posts.sweepStats');
  for (const table of ['post_daily_views', 'post_daily_sources'] as const) {
    const { rows } = await sql<{ day: string }>`
      select day from ${sql.table(table)} where post_id = ${post.id}`.execute(app.db);
    expect(rows).toEqual([{ day: dayBefore(399) }]);
  }
});

it('chooses the posts with the most views by the days of the period, which move at midnight', async () => {
  now = new Date('2026-05-20T20:58:00Z');
  author = await app.createUser();
  await app.runJob('posts.moveStatsPeriods');
  const [old, recent] = [await app.createPost(author), await app.createPost(author)];
  for (const [post, day, views] of [
    [old, '2026-05-14', 9],
    [old, '2026-05-20', 1],
    [recent, '2026-05-18', 3],
  ] as const)
    await sql`insert into post_daily_views (post_id, day, author_id, views)
      values (${post.id}, ${day}, ${author.user.id}, ${views})`.execute(app.db);
  const ranked = async (period: string) => {
    const { body } = await app.call('getMyPostStats', { as: author, query: { period } });
    return body.posts.map(({ id, views }: { id: number; views: number }) => [id, views]);
  };
  const [all, ofWeek] = [
    [
      [old.id, 10],
      [recent.id, 3],
    ],
    [
      [recent.id, 3],
      [old.id, 1],
    ],
  ];
  expect(await ranked('7')).toEqual(all);
  now = new Date('2026-05-20T21:02:00Z');
  expect(await ranked('7')).toEqual(ofWeek);
  for (let run = 0; run < 2; run += 1) await app.runJob('posts.moveStatsPeriods');
  expect(await findWrongCounters(app.db)).toEqual([]);
  expect([await ranked('7'), await ranked('90')]).toEqual([ofWeek, all]);
});
