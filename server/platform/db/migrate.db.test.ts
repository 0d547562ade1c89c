import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import type { DbLog } from './db-log.ts';
import type { EmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
import { startTemporaryPostgres } from './embedded/start-temporary-postgres.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { MigrationError } from './migration-files.ts';

let server: EmbeddedPostgres;
let admin: pg.Client;
let folder: string;
let url: string;
let appUrl: string;
let databases = 0;
const quiet: DbLog = { info() {}, warn() {}, error() {} };

beforeAll(async () => {
  server = await startTemporaryPostgres({ settings: { fsync: 'off' } });
});

afterAll(() => server.stop());

beforeEach(async () => {
  databases += 1;
  const name = `migrated_${databases}`;
  await runAs(server.superuserUrl, `create database ${name} owner news_migrator`);
  url = server.migrationUrl.replace('/news?', `/${name}?`);
  appUrl = server.appUrl.replace('/news?', `/${name}?`);
  folder = await mkdtemp(path.join(os.tmpdir(), 'news-site-migrations-'));
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
});

afterEach(async () => {
  await admin.end();
  await rm(folder, { recursive: true });
});

async function runAs(connectionString: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

const put = (name: string, sql: string) => writeFile(path.join(folder, name), sql);
const run = (log = quiet) => migrate({ url, folder, log });
const history = async () =>
  (await admin.query('select name from schema_migrations order by name')).rows.map((row) => row.name);

async function pending(): Promise<string[]> {
  const db = openDatabase({ url, maxConnections: 1, applicationName: 'test' });
  try {
    return await pendingMigrations(db, folder);
  } finally {
    await db.destroy();
  }
}

test('applies files once and in order, and reports pending ones', async () => {
  await put('0001-notes.sql', 'create table notes (id int); insert into notes values (1);');
  expect(await pending()).toEqual(['0001-notes.sql']);
  expect(await run()).toEqual(['0001-notes.sql']);
  await put('0002-more.sql', 'insert into notes values (2);');
  expect(await pending()).toEqual(['0002-more.sql']);
  expect(await run()).toEqual(['0002-more.sql']);
  expect(await run()).toEqual([]);
  expect(await pending()).toEqual([]);
  expect((await admin.query('select id from notes order by id')).rows).toEqual([{ id: 1 }, { id: 2 }]);
});

test('applies each file once when several migrators start together', async () => {
  const waitForTest = 'set local lock_timeout = 0; select pg_advisory_xact_lock(1);';
  await put('0001-notes.sql', `create table notes (id int); ${waitForTest}`);
  let waiting = 0;
  const countWaiting = (_: object, message: string) => {
    if (message.startsWith('another process is migrating')) waiting += 1;
  };
  await admin.query('select pg_advisory_lock(1)');
  const runs = Array.from({ length: 3 }, () => run({ ...quiet, info: countWaiting }));
  await expect.poll(() => waiting).toBe(2);
  await admin.query('select pg_advisory_unlock(1)');
  expect((await Promise.all(runs)).flat()).toEqual(['0001-notes.sql']);
});

test('rolls back a failing file, keeps the earlier ones and reports the line', async () => {
  await put('0001-notes.sql', 'create table notes (id int);');
  await put('0002-broken.sql', 'create table halves (id int);\ninsert into halves\nvalues (nothing);');
  await put('0003-later.sql', 'create table later (id int);');
  await expect(run()).rejects.toThrow(/^0002-broken\.sql:3: column "nothing" does not exist/);
  expect(await history()).toEqual(['0001-notes.sql']);
  const half = await admin.query("select to_regclass('halves') as halves, to_regclass('later') as later");
  expect(half.rows).toEqual([{ halves: null, later: null }]);

  await put('0002-broken.sql', 'create table halves (id int);');
  expect(await run()).toEqual(['0002-broken.sql', '0003-later.sql']);
});

test('completes the work of a killed migrator on the next run', async () => {
  await put('0001-notes.sql', 'create table notes (id int);');
  await put('0002-slow.sql', 'create table slow (id int); select pg_sleep(3600);');
  const killed = expect(run()).rejects.toThrow();
  const slowRuns = () =>
    admin.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'news-site migrate' and query like '%pg_sleep%' and state = 'active' and datname = current_database()",
    );
  await expect.poll(async () => (await slowRuns()).rows.length).toBe(1);
  await admin.query('select pg_terminate_backend($1)', [(await slowRuns()).rows[0]?.pid]);
  await killed;
  expect(await history()).toEqual(['0001-notes.sql']);
  await put('0002-slow.sql', 'create table slow (id int);');
  expect(await run()).toEqual(['0002-slow.sql']);
});

test('refuses a changed file that was already applied, but accepts other line endings', async () => {
  await put('0001-notes.sql', 'create table\nnotes (id int);');
  await run();
  await put('0001-notes.sql', 'create table\r\nnotes (id int);');
  expect(await run()).toEqual([]);
  await put('0001-notes.sql', 'create table notes (id bigint);');
  await expect(run()).rejects.toThrow('0001-notes.sql was changed after it was applied');
});

test('accepts a changed file that names the checksum of the text it replaces', async () => {
  const old = 'create table notes (id int storage plain);';
  await put('0001-notes.sql', old);
  await run();
  const checksum = createHash('sha256').update(old).digest('hex');
  const changed = 'create table notes (id int); alter table notes alter column id set storage plain;';
  await put('0001-notes.sql', `-- same effect as ${checksum}: older servers.\n${changed}`);
  expect(await run()).toEqual([]);
  await put('0001-notes.sql', `-- same effect as ${'0'.repeat(64)}: older servers.\n${changed}`);
  await expect(run()).rejects.toThrow('was changed after it was applied');
});

test('refuses a new file before an applied one, an invalid name, a duplicate number and its own transactions', async () => {
  await put('0002-notes.sql', 'create table notes (id int);');
  await run();
  await put('0001-late.sql', 'select 1;');
  await expect(run()).rejects.toThrow('0001-late.sql is new but comes before 0002-notes.sql');
  await put('0001-late.sql', 'begin;\nselect 1;\ncommit;');
  await expect(run()).rejects.toThrow('0001-late.sql: each file already runs in its own transaction');
  await put('0002-again.sql', 'select 1;');
  await expect(run()).rejects.toThrow('0002-notes.sql: the number 0002 is used twice');
  await put('Third.sql', 'select 1;');
  await expect(run()).rejects.toThrow(MigrationError);
});

test('refuses the database of a newer release, and changes nothing', async () => {
  await put('0001-notes.sql', 'create table notes (id int);');
  await put('0002-newer.sql', 'create table newer (id int);');
  await put('0003-newest.sql', 'create table newest (id int);');
  await run();
  await rm(path.join(folder, '0002-newer.sql'));
  await rm(path.join(folder, '0003-newest.sql'));
  await put('0004-ours.sql', 'create table ours (id int);');
  const message = 'does not know the migration 0002-newer.sql and 1 more';
  await expect(run()).rejects.toThrow(message);
  await expect(pending()).rejects.toThrow(message);
  expect(await history()).toEqual(['0001-notes.sql', '0002-newer.sql', '0003-newest.sql']);
});

test('creates an index outside a transaction, again after a killed attempt, and permits nothing else there', async () => {
  await put('0001-notes.sql', 'create table notes (id int); insert into notes values (1), (1);');
  await run();
  const drop = 'drop index concurrently if exists notes_id;';
  const create = 'create unique index concurrently notes_id on notes (id);';
  await put('0002-index.sql', `-- outside a transaction: notes is large.\n${drop}\n${create}`);
  await expect(run()).rejects.toThrow('could not create unique index');
  expect(await history()).toEqual(['0001-notes.sql']);
  await admin.query('delete from notes');
  expect(await run()).toEqual(['0002-index.sql']);
  const { rows } = await admin.query(
    "select indisvalid from pg_index where indexrelid = 'notes_id'::regclass",
  );
  expect(rows).toEqual([{ indisvalid: true }]);
  await put('0003-more.sql', `-- outside a transaction: notes is large.\n${create}`);
  await expect(run()).rejects.toThrow('0003-more.sql: outside a transaction only pairs');
});

test('does not take PL/pgSQL blocks for transactions', async () => {
  await put(
    '0001-do.sql',
    'create table notes (id int);\ndo $$\nbegin\n  insert into notes values (1);\nend;\n$$;',
  );
  expect(await run()).toEqual(['0001-do.sql']);
});

test('retries with a short lock timeout on a locked table, so that other queries do not queue', async () => {
  await put('0001-notes.sql', 'create table notes (id int);');
  await run();
  await put('0002-column.sql', 'alter table notes add column text text;');
  const warnings: string[] = [];
  await admin.query('begin; lock table notes');
  const warn = (_: object, message: string) => {
    warnings.push(message);
    void admin.query('commit');
  };
  expect(await run({ ...quiet, warn })).toEqual(['0002-column.sql']);
  expect(warnings.length).toBeGreaterThan(0);
});

test('grants a separate application role the rights that it needs and no others', async () => {
  await put('0001-notes.sql', 'create table notes (id int generated always as identity, text text);');
  await put('0002-ledger.sql', 'create table ledger (id int); grant select, insert on ledger to news_app;');
  await migrate({ url, appUrl, folder, log: quiet });
  await runAs(
    appUrl,
    "insert into notes (text) values ('a'); update notes set text = 'b'; delete from notes",
  );
  await runAs(appUrl, 'insert into ledger values (1)');
  await expect(runAs(appUrl, 'delete from ledger')).rejects.toThrow('permission denied');
  await expect(runAs(appUrl, 'delete from schema_migrations')).rejects.toThrow('permission denied');
  await expect(runAs(appUrl, 'create table own (id int)')).rejects.toThrow('permission denied');
  const names = await runAs(appUrl, 'select name from schema_migrations order by name');
  expect(names.rows.map((row) => row.name)).toEqual(['0001-notes.sql', '0002-ledger.sql']);
});
