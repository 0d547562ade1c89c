import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '#server/platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { assertDatabaseSettings } from './assert-settings.ts';

/** Runs on the bundled PostgreSQL, and through `scripts/test-postgres-15.ts` on the oldest supported version. */
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.release());

it('runs on the requested PostgreSQL version', async () => {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(database.db);
  const [major] = rows[0]?.server_version.split('.') ?? [];
  const bin = process.env.TEST_POSTGRES_BIN;
  const asked = bin ? execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }) : '18';
  expect(asked).toContain(major);
});

it('stores the columns that searches read uncompressed on every version', async () => {
  const { rows } = await sql`
    select attname, attstorage from pg_attribute
     where attrelid = 'post_search_index'::regclass and attname in ('title', 'title_key', 'search_vector')
     order by attname`.execute(database.db);
  expect(rows).toEqual([
    { attname: 'search_vector', attstorage: 'e' },
    { attname: 'title', attstorage: 'p' },
    { attname: 'title_key', attstorage: 'p' },
  ]);
});

it('accepts the database settings except those that tests turn off', async () => {
  await expect(assertDatabaseSettings(database.db, silentLog)).rejects.toThrow(
    /^the PostgreSQL server is not fit for the site: fsync is off, must be on$/,
  );
});
