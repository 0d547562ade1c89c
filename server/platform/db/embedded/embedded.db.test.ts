import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DbLog } from '../db-log.ts';
import { dataPaths } from './data-folder.ts';
import { isRoot } from './server-user.ts';
import { type EmbeddedPostgres, sharedBuffersMb, startEmbeddedPostgres } from './start-embedded-postgres.ts';
import { startTemporaryPostgres } from './start-temporary-postgres.ts';

let server: EmbeddedPostgres & { dataDir: string };
const log: DbLog = { info() {}, warn() {}, error() {} };

beforeAll(async () => {
  server = await startTemporaryPostgres();
  await query(server.migrationUrl, 'create extension pg_trgm; create extension unaccent');
  await query(server.migrationUrl, 'create table notes (id int generated always as identity, text text)');
});

afterAll(() => server.stop());

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('supports Cyrillic: trigrams, case, and the order of the Russian alphabet', async () => {
  const rows = await query(
    server.appUrl,
    `select cardinality(show_trgm('Привет')) as trigrams, lower('ЁЖИК') as low, similarity('привет', 'Привед') > 0.4 as near,
            (select string_agg(w, ' ' order by w) from unnest(array['жук', 'ёж', 'еда', 'яма']) w) as sorted`,
  );
  expect(rows).toEqual([{ trigrams: 7, low: 'ёжик', near: true, sorted: 'еда ёж жук яма' }]);
});

test('is durable and does not listen on the network', async () => {
  const rows = await query(
    server.superuserUrl,
    `select name, setting from pg_settings where name in
       ('data_checksums', 'fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'max_connections',
        'password_encryption', 'TimeZone') order by name`,
  );
  expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    listen_addresses: '',
    max_connections: '50',
    password_encryption: 'scram-sha-256',
    TimeZone: 'UTC',
  });
});

test.each([
  [512, 128],
  [4_096, 512],
  [65_536, 1_024],
])('caches pages in an eighth of %i MB of memory, within limits', (memoryMb, cachedMb) => {
  expect(sharedBuffersMb(memoryMb * 1_024 * 1_024)).toBe(cachedMb);
});

test("lets the application's role read and write rows but create nothing", async () => {
  await query(
    server.appUrl,
    "insert into notes (text) values ('a'); update notes set text = 'b'; delete from notes",
  );
  const forbidden = [
    'create table own (id int)',
    'create temporary table own (id int)',
    'create schema own',
    'create extension citext',
    'alter table notes add column more text',
    'drop table notes',
    'truncate notes',
    'create role other',
  ];
  for (const statement of forbidden) {
    await expect(query(server.appUrl, statement)).rejects.toThrow(/permission denied|must be owner/);
  }
});

test('gives the roles of the site no extra privileges and refuses a wrong password', async () => {
  const rows = await query(
    server.superuserUrl,
    `select rolname, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as powerful
       from pg_roles where rolcanlogin order by rolname`,
  );
  expect(rows).toEqual([
    { rolname: 'news_app', powerful: false },
    { rolname: 'news_migrator', powerful: false },
    { rolname: 'postgres', powerful: true },
  ]);
  const guess = new URL(server.superuserUrl);
  guess.password = 'password';
  await expect(query(guess.href, 'select 1')).rejects.toThrow('password authentication failed');
});

test('keeps secrets and files private and the socket in a private folder with a short path', () => {
  const paths = dataPaths(server.dataDir);
  const socketFolder = new URL(server.appUrl).searchParams.get('host') ?? '';
  const modes = [paths.secrets, paths.cluster, paths.serverLog, socketFolder].map(
    (file) => statSync(file).mode & 0o777,
  );
  expect(modes).toEqual([0o600, 0o700, 0o600, 0o700]);
  expect(path.join(socketFolder, '.s.PGSQL.5432').length).toBeLessThan(100);
  expect(socketFolder).not.toContain(server.dataDir);
  expect(readdirSync(server.dataDir).filter((name) => name.startsWith('.'))).toEqual([]);
});

test("writes no password to the server's log or command line", () => {
  const paths = dataPaths(server.dataDir);
  const secrets = Object.values<string>(JSON.parse(readFileSync(paths.secrets, 'utf8')));
  const log = readFileSync(paths.serverLog, 'utf8');
  const command = readFileSync(path.join(paths.cluster, 'postmaster.opts'), 'utf8');
  expect(secrets.length).toBe(4);
  expect(secrets.filter((secret) => log.includes(secret) || command.includes(secret))).toEqual([]);
});

test.runIf(isRoot())('runs PostgreSQL as an unprivileged user when started as root', () => {
  const { cluster } = dataPaths(server.dataDir);
  // The server process writes this file; a minimal machine has no ps.
  const { uid } = statSync(path.join(cluster, 'postmaster.pid'));
  expect(uid).toBe(statSync(cluster).uid);
  expect(uid).not.toBe(0);
});

test('refuses a second start in the same process without disturbing the first', async () => {
  const second = startEmbeddedPostgres({ dataDir: server.dataDir, log });
  await expect(second).rejects.toThrow(/^another process of the site \(process \d+\) already uses/);
  expect(await query(server.appUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});
