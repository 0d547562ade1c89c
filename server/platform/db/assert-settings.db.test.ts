import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertDatabaseSettings } from './assert-settings.ts';
import { type Db, openDatabase } from './database.ts';
import type { EmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
import { startTemporaryPostgres } from './embedded/start-temporary-postgres.ts';

let server: EmbeddedPostgres;
const warnings: string[] = [];
const log = { info() {}, warn: (_: object, message: string) => void warnings.push(message), error() {} };

beforeAll(async () => {
  server = await startTemporaryPostgres();
  await withDb(server.migrationUrl, (db) => sql`create extension pg_trgm`.execute(db));
});

afterAll(() => server.stop());

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, maxConnections: 1, applicationName: 'test', log });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const check = (url: string) => withDb(url, (db) => assertDatabaseSettings(db, log));

test('accepts the embedded server without a warning', async () => {
  await check(server.appUrl);
  expect(warnings).toEqual([]);
});

test('refuses a server whose commits do not reach the disk', async () => {
  await withDb(server.superuserUrl, (db) =>
    sql`alter role news_app set synchronous_commit = local`.execute(db),
  );
  await expect(check(server.appUrl)).rejects.toThrow('synchronous_commit is local');
  await withDb(server.superuserUrl, (db) =>
    sql`alter role news_app set synchronous_commit = remote_write`.execute(db),
  );
  await check(server.appUrl);
  await withDb(server.superuserUrl, (db) => sql`alter role news_app reset synchronous_commit`.execute(db));
});

test('refuses a database with an ASCII LC_CTYPE: its trigrams ignore Cyrillic', async () => {
  const create = sql`create database plain template template0 owner news_migrator
                     locale_provider libc locale 'C' encoding 'UTF8'`;
  await withDb(server.superuserUrl, (db) => create.execute(db));
  const url = server.migrationUrl.replace('/news?', '/plain?');
  await expect(check(url)).rejects.toThrow('the extension pg_trgm is missing');
  await withDb(url, (db) => sql`create extension pg_trgm`.execute(db));
  await expect(check(url)).rejects.toThrow('trigrams ignore Cyrillic');
});

test('lists every violation of an unsafe server in one error', async () => {
  const unsafe = await startTemporaryPostgres({
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  });
  await expect(check(unsafe.appUrl)).rejects.toThrow(
    /fsync is off, must be on; full_page_writes is off, must be on; synchronous_commit is off.*pg_trgm is missing/,
  );
  await unsafe.stop();
});
