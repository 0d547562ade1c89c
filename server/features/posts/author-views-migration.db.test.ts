import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EmbeddedPostgres } from '#server/platform/db/embedded/start-embedded-postgres.ts';
import { startTemporaryPostgres } from '#server/platform/db/embedded/start-temporary-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { silentLog } from '#server/platform/log.ts';

/** How migration 0180 sums up the views that were counted before it. */
const allMigrations = join(import.meta.dirname, '../../../db/migrations');
let server: EmbeddedPostgres;
let client: pg.Client;
let folder: string;

beforeAll(async () => {
  server = await startTemporaryPostgres({ settings: { fsync: 'off' } });
  folder = mkdtempSync(join(tmpdir(), 'news-site-migrations-'));
  for (const name of readdirSync(allMigrations))
    if (name < '0180') cpSync(join(allMigrations, name), join(folder, name));
  await migrate({ url: server.migrationUrl, folder, log: silentLog });
  client = new pg.Client({ connectionString: server.migrationUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

const read = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows;

it('sums up the views of an author by day, source and period', async () => {
  await client.query(`
    insert into accounts (id, username, username_key, email, email_key, password_hash)
    overriding system value
    select n, 'name-' || n, 'name-' || n, n || '@example.com', n || '@example.com', '' from generate_series(1, 2) n`);
  await client.query(`
    insert into posts (id, author_id, title, slug, content, content_html, content_text, excerpt,
      reading_time_minutes, renderer_version, status, created_at, updated_at)
    overriding system value
    select n, least(n, 2), 'Т', 'slug-' || n, '', '', '', '', 1, 1, 'published', now(), now()
    from generate_series(1, 3) n`);
  await client.query('insert into post_stats (post_id, views) values (1, 100), (2, 20), (3, 4)');
  await client.query(`
    insert into post_daily_views (post_id, day, author_id, views, finishes)
    values (2, '2026-01-01', 2, 5, 9), (2, '2026-03-01', 2, 7, 1), (3, '2026-03-01', 2, 4, 4)`);
  await client.query(`
    insert into post_daily_sources (post_id, day, source, author_id, views)
    values (2, '2026-03-01', 'direct', 2, 6), (2, '2026-03-01', 'ya.ru', 2, 1), (3, '2026-03-01', 'ya.ru', 2, 4)`);
  await client.query(`
    insert into post_daily_sources (post_id, day, source, author_id, views)
    select 2, '2026-01-01', 'host-' || n || '.example', 2, 1 from generate_series(1, 53) n`);

  await migrate({ url: server.migrationUrl, folder: allMigrations, log: silentLog });
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
