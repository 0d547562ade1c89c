import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createDatabaseStore, sweepRateLimits } from './database-store.ts';
import { createMemoryStore } from './memory-store.ts';
import type { RateLimitStore } from './rate-limits.ts';

let database: TestDatabase;
let store: RateLimitStore;
const rate = { intervalMs: 1_000, burst: 3 };
const start = Date.parse('2026-03-01T09:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  store = createDatabaseStore({ db: database.db, secret: 'secret' });
});
afterAll(() => database.release());

it('counts like the memory store', async () => {
  const memory = createMemoryStore();
  const day = 24 * 3_600_000;
  // The clock is set forward by a day and back again at the end.
  const offsetsMs = [0, 0, 0, 0, 400, 1_000, 1_000, 1_500, day, day, day, day, 6_000, 6_000, 7_000, 7_000];
  for (const [index, offsetMs] of offsetsMs.entries()) {
    const one = { bucket: 'search' as const, key: 'a', rate, now: start + offsetMs };
    expect(await store.take(one)).toBe(await memory.take(one));
    if (index % 4 === 3) for (const each of [store, memory]) await each.refund(one);
  }
});

it('allows exactly one burst when several processes take at once', async () => {
  const other = createDatabaseStore({ db: database.db, secret: 'secret' });
  const one = { bucket: 'write' as const, key: 'race', rate, now: start };
  const waits = await Promise.all(
    Array.from({ length: 40 }, (_, index) => (index % 2 ? store : other).take(one)),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(rate.burst);
  for (const wait of waits) expect(wait).toBeLessThanOrEqual(1_000);
});

it('stores no address, uses an unlogged table and deletes full buckets', async () => {
  await store.take({ bucket: 'address', key: '203.0.113.7', rate, now: start });
  const rows = await database.db.selectFrom('rate_limits').selectAll().execute();
  expect(JSON.stringify(rows.map(({ key }) => key.toString('latin1')))).not.toContain('203.0.113.7');
  const kind = await sql<{ relpersistence: string }>`
    select relpersistence from pg_class where oid = 'rate_limits'::regclass`.execute(database.db);
  expect(kind.rows).toEqual([{ relpersistence: 'u' }]);
  await sweepRateLimits(database.db, new Date(start + 60_000));
  expect(await database.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
});

it('deletes buckets that were written before the clock was set back', async () => {
  await store.take({ bucket: 'address', key: 'late', rate, now: start + 48 * 3_600_000 });
  await sweepRateLimits(database.db, new Date(start));
  expect(await database.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
});
