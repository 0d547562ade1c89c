import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type ExportFormat, exportData, secretColumns } from './export-data.ts';

const bio = 'Строка\nи \\N\t"знак", запятая \u2028';
let database: TestDatabase;
let folder: string;
let exports = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'news-site-export-'));
  await query(
    `insert into accounts (username, username_key, email, email_key, password_hash, bio)
       select 'user' || n, 'user' || n, n || '@example.com', n || '@example.com', 'canary-hash', $1
         from generate_series(1, 3) n`,
    [bio],
  );
});
afterAll(async () => {
  await database.release();
  rmSync(folder, { recursive: true });
});

async function query(text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function run(format: ExportFormat, signal = new AbortController().signal) {
  exports += 1;
  const target = join(folder, `export-${exports}`);
  const manifest = await exportData({
    migrationUrl: database.ownerUrl,
    publicUrl: 'http://localhost:8000',
    release: '1.2.3',
    folder: target,
    format,
    signal,
    onProgress: () => undefined,
  });
  return { target, manifest, read: (name: string) => readFileSync(join(target, name), 'utf8') };
}

it('writes every table as lines of JSON, with counts, checksums and types', async () => {
  const { target, manifest, read } = await run('ndjson');
  const found = await query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'",
  );
  const expected = found.map(({ relname }) => relname).filter((name) => name !== 'schema_migrations');
  expect(manifest.tables.map(({ name }) => name).sort()).toEqual(expected.sort());
  for (const { name, file, rows, bytes, sha256, columns } of manifest.tables) {
    const text = read(file);
    const lines = text.split('\n').slice(0, -1);
    const keys = columns.map((column) => column.name);
    for (const line of lines) expect(Object.keys(JSON.parse(line))).toEqual(keys);
    const [counted] = await query(`select count(*)::int as rows from "${name}"`);
    expect([name, rows, lines.length]).toEqual([name, counted.rows, counted.rows]);
    expect([bytes, sha256]).toEqual([Buffer.byteLength(text), hash('sha256', text)]);
  }
  const accounts = read('accounts.ndjson').trim().split('\n');
  expect(accounts.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ username: 'user1', bio, avatar_id: null, is_active: true }),
  );
  expect(manifest.tables[0]?.columns[0]?.type).toEqual(expect.any(String));
  expect(JSON.parse(read('manifest.json'))).toEqual(manifest);
  const sums = read('SHA256SUMS').trim().split('\n');
  expect(sums).toHaveLength(manifest.tables.length + 1);
  expect(sums.at(-1)).toBe(`${hash('sha256', read('manifest.json'))}  manifest.json`);
  expect(statSync(target).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(target)) expect(statSync(join(target, name)).mode & 0o777).toBe(0o600);
});

it('writes tables as CSV, in which a quoted field may have line breaks', async () => {
  const { manifest, read } = await run('csv');
  const accounts = manifest.tables.find(({ name }) => name === 'accounts');
  expect(accounts?.rows).toBe(3);
  const text = read('accounts.csv');
  expect(text.split('\n')[0]).toBe(accounts?.columns.map(({ name }) => name).join(','));
  expect(text).toContain(`"${bio.replaceAll('"', '""')}"`);
});

it('writes no formula, and no cell without quotes, as CSV', async () => {
  await query(`update accounts set bio = $1 where username = 'user3'`, ['=1;＋2,"@3"\t=4']);
  const text = (await run('csv')).read('accounts.csv');
  expect(text).toContain(`,"'=1;'＋2,""'@3""\t'=4",`);
  expect(text).toContain('"user3",');
});

it('leaves out every column with a secret', async () => {
  const { target, manifest } = await run('ndjson');
  const columns = manifest.tables.flatMap(({ name, columns }) =>
    columns.map((column) => `${name}.${column.name}`),
  );
  const suspicious = columns.filter(
    (name) =>
      /hash|token|secret|password|fingerprint/.test(name.split('.')[1] ?? '') &&
      // Checksums of what an import has read and written.
      !['imported_items.hash', 'import_files.source_hash'].includes(name),
  );
  expect(suspicious).toEqual([]);
  const known = await query(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  for (const secret of secretColumns) expect(known.map(({ name }) => name)).toContain(secret);
  for (const name of readdirSync(target))
    expect(readFileSync(join(target, name), 'utf8')).not.toContain('canary');
});

it('belongs to one snapshot, although the site writes meanwhile', async () => {
  const writer = new pg.Client({ connectionString: database.ownerUrl });
  await writer.connect();
  await writer.query("begin; insert into categories (name, slug, description) values ('Поздно', 'late', '')");
  // The export reads this table before that of the categories.
  await writer.query('lock table accounts in access exclusive mode');
  const exporting = run('ndjson');
  const waiting =
    "select from pg_stat_activity where datname = current_database() and application_name = $1 and wait_event_type = 'Lock'";
  await expect.poll(() => query(waiting, ['news-site export'])).toHaveLength(1);
  await writer.query('commit');
  await writer.end();
  const { read } = await exporting;
  expect(read('categories.ndjson')).not.toContain('Поздно');
});

it('leaves nothing behind when it is interrupted, and touches no other export', async () => {
  const before = readdirSync(folder);
  await expect(run('ndjson', AbortSignal.abort(new Error('interrupted')))).rejects.toThrow('interrupted');
  expect(readdirSync(folder)).toEqual(before);
  const others = join(folder, `export-${exports + 1}.unfinished`);
  mkdirSync(others);
  await expect(run('ndjson')).rejects.toThrow(others);
  expect(readdirSync(folder)).toContain(`export-${exports}.unfinished`);
});
