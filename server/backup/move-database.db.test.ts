import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTempFolder } from '#tests/support/site-process.ts';
import { loadConfig } from '../config.ts';
import { migrateServer, openConfiguredDatabase, readPendingMigrations } from '../open-database.ts';
import { startTemporaryPostgres } from '../platform/db/embedded/start-temporary-postgres.ts';
import { silentLog } from '../platform/log.ts';
import { archiveAt, checkArchive } from './archive-reader.ts';
import { moveDatabase, requireEmptyTarget } from './move-database.ts';

type Urls = { appUrl: string; migrationUrl: string };

const earlierMigration = '0191-sitemap-tags.sql';
let server: Awaited<ReturnType<typeof startTemporaryPostgres>>;
let folder: string;
let source: Urls;
let databases = 0;

beforeAll(async () => {
  server = await startTemporaryPostgres();
  folder = createTempFolder('move-database');
  source = await createDatabase();
  await migrateServer(source, silentLog);
  await query(
    source.migrationUrl,
    `insert into accounts (username, username_key, email, email_key, password_hash)
       select 'user' || n, 'user' || n, n || '@example.com', n || '@example.com', 'x' from generate_series(1, 3) n;
     insert into maintenance (retry_after_seconds) values (60)`,
  );
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function createDatabase(): Promise<Urls> {
  databases += 1;
  const name = `moved_${databases}`;
  await query(server.superuserUrl, `create database ${name} owner news_migrator template template0`);
  const rename = (url: string) => url.replace('/news?', `/${name}?`);
  return { appUrl: rename(server.appUrl), migrationUrl: rename(server.migrationUrl) };
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

function move(to: Urls, signal = new AbortController().signal) {
  const options = { from: source.migrationUrl, to, signal, onProgress: () => undefined };
  return moveDatabase({ ...options, folder: mkdtempSync(join(folder, 'move-')) });
}

it('copies a database to an empty one, which then takes writes', async () => {
  const target = await createDatabase();
  const { tables } = await move(target);
  expect(tables['public.accounts']?.count).toBe(3);
  const names = await query(target.appUrl, 'select username from accounts order by 1');
  expect(names).toEqual([{ username: 'user1' }, { username: 'user2' }, { username: 'user3' }]);
  expect(await query(target.appUrl, 'select from maintenance')).toEqual([]);
  expect(await query(source.appUrl, 'select from maintenance')).toHaveLength(1);
  await expect(move(target)).rejects.toThrow('только в пустую базу');
  await expect(requireEmptyTarget(target.migrationUrl)).rejects.toThrow('только в пустую базу');
});

it('refuses a database with tables of others', async () => {
  const target = await createDatabase();
  await query(target.migrationUrl, 'create table of_others (id int)');
  await expect(move(target)).rejects.toThrow('только в пустую базу');
  expect(await query(target.migrationUrl, 'select from of_others')).toEqual([]);
});

it('copies a database before an upgrade, once', async () => {
  const old = await createDatabase();
  await migrateServer(old, silentLog, earlierMigration);
  expect(await readPendingMigrations(old.appUrl)).toMatchObject({ isNew: false });
  const dataDir = join(folder, 'data');
  const env = { DATABASE_URL: old.appUrl, MIGRATION_DATABASE_URL: old.migrationUrl, DATA_DIR: dataDir };
  await (await openConfiguredDatabase(loadConfig(env), silentLog)).close();
  const [name = '', ...others] = readdirSync(join(dataDir, 'backups'));
  expect([name, others]).toEqual([expect.stringMatching(/^before-upgrade-.*\.backup$/), []]);
  const { manifest } = await checkArchive(archiveAt(join(dataDir, 'backups', name), undefined));
  expect([manifest.pictures, manifest.migrations.at(-1)?.name]).toEqual(['none', earlierMigration]);
  expect(await readPendingMigrations(old.appUrl)).toEqual({ pending: [], isNew: false });
  await (await openConfiguredDatabase(loadConfig(env), silentLog)).close();
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([name]);
});

it('does not upgrade when the copy fails', async () => {
  const old = await createDatabase();
  await migrateServer(old, silentLog, earlierMigration);
  const env = { DATABASE_URL: old.appUrl, MIGRATION_DATABASE_URL: old.migrationUrl };
  const config = loadConfig({ ...env, DATA_DIR: join(folder, 'other'), BACKUP_TARGET: join(folder, 'none') });
  await expect(openConfiguredDatabase(config, silentLog)).rejects.toThrow('BACKUP_BEFORE_UPGRADE=false');
  expect((await readPendingMigrations(old.appUrl)).pending.length).toBeGreaterThan(0);
});
