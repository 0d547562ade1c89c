import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseBefore, startDatabaseBefore } from '#tests/support/database-before.ts';

/** How migration 0180 sums up the views that were counted before it. */
let database: DatabaseBefore;

beforeAll(async () => {
  database = await startDatabaseBefore('0180');
});
afterAll(() => database?.stop());

const read = async (query: string) => (await database.client.query({ text: query, rowMode: 'array' })).rows;

it('sums up the views of an author by day, source and period', async () => {
  await database.client.query(`
    insert into accounts (id, username, username_key, email, email_key, password_hash)
    overriding system value
    select n, 'name-' || n, 'name-' || n, n || '@example.com', n || '@example.com', '' from generate_series(1, 2) n`);
  await database.client.query(`
    insert into posts (id, author_id, title, slug, content, content_html, content_text, excerpt,
      reading_time_minutes, renderer_version, status, created_at, updated_at)
    overriding system value
    select n, least(n, 2), 'Т', 'slug-' || n, '', '', '', '', 1, 1, 'published', now(), now()
    from generate_series(1, 3) n`);
  await database.client.query('insert into post_stats (post_id, views) values (1, 100), (2, 20), (3, 4)');
  await database.client.query(`
    insert into post_daily_views (post_id, day, author_id, views, finishes)
    values (2, '2026-01-01', 2, 5, 9), (2, '2026-03-01', 2, 7, 1), (3, '2026-03-01', 2, 4, 4)`);
  await database.client.query(`
    insert into post_daily_sources (post_id, day, source, author_id, views)
    values (2, '2026-03-01', 'direct', 2, 6), (2, '2026-03-01', 'ya.ru', 2, 1), (3, '2026-03-01', 'ya.ru', 2, 4)`);
  await database.client.query(`
    insert into post_daily_sources (post_id, day, source, author_id, views)
    select 2, '2026-01-01', 'host-' || n || '.example', 2, 1 from generate_series(1, 53) n`);

  await database.applyTheOthers();
  expect(await read('select * from author_views order by 1')).toEqual([
    ['1', '100'],
    ['2', '24'],
  ]);
  expect(await read('select day::text, views, finishes from author_daily_views order by 1')).toEqual([
    ['2026-01-01', '5', '5'],
    ['2026-03-01', '11', '5'],
  ]);
  const [[folded, sources]] = (await read(`
    select min(sources ->> 'other') , max(sources::text) filter (where day = '2026-03-01') from author_daily_views`)) as [
    [string, string],
  ];
  expect([folded, JSON.parse(sources)]).toEqual(['3', { direct: 6, 'ya.ru': 5 }]);
  expect(await read('select * from post_period_views order by 1')).toEqual([
    ['2', '2', '7', '7', '12'],
    ['3', '2', '4', '4', '4'],
  ]);
});
