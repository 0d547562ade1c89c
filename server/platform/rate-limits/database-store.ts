import { sql } from 'kysely';
import { keyedHash } from '../crypto.ts';
import type { Db } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { type BucketName, buckets } from './buckets.ts';
import { clockSkewMs, maxAheadMs } from './gcra.ts';
import type { RateLimitStore } from './rate-limits.ts';

/** Buckets shared by all processes. Keys are hashed with a secret, so the database contains no address. */
export function createDatabaseStore({ db, secret }: { db: Db; secret: string }): RateLimitStore {
  const hash = (bucket: BucketName, key: string) => keyedHash(secret, `rate limit ${bucket} ${key}`);

  return {
    async take({ bucket, key, rate, now }) {
      const { intervalMs, burst } = rate;
      const id = hash(bucket, key);
      const room = intervalMs * (burst - 1);
      const latest = now + maxAheadMs(rate);
      // Concurrent statements for one key are serialised; a refused one reads the time that caused the refusal.
      const result = await sql<{ is_taken: boolean; full_at: number | null }>`
        with taken as (
          insert into rate_limits as r (key, full_at) values (${id}, ${now}::float8 + ${intervalMs}::float8)
          on conflict (key) do update set full_at = ${intervalMs}::float8 + case
              when r.full_at > ${latest}::float8 then ${now}::float8
              else greatest(r.full_at, ${now}::float8) end
            where r.full_at - ${now}::float8 <= ${room}::float8 or r.full_at > ${latest}::float8
          returning true as is_taken
        )
        select exists (select from taken) as is_taken,
          (select full_at from rate_limits where key = ${id}) as full_at`.execute(db);
      const row = result.rows[0];
      if (row?.is_taken) return 0;
      return Math.max(1, (row?.full_at ?? now) - now - room);
    },
    async refund({ bucket, key, rate }) {
      await db
        .updateTable('rate_limits')
        .set((row) => ({ full_at: row('full_at', '-', rate.intervalMs) }))
        .where('key', '=', hash(bucket, key))
        .execute();
    },
  };
}

const longestRefillMs = Math.max(...Object.values(buckets).map(({ refillMs }) => refillMs));

/** Deletes full buckets, which hold no information, and those written before the clock was set back. */
export async function sweepRateLimits(db: Db, now: Date): Promise<void> {
  const latest = now.getTime() + longestRefillMs + clockSkewMs;
  await deleteInBatches(
    db,
    'rate_limits',
    sql`full_at < ${now.getTime()}::float8 or full_at > ${latest}::float8`,
  );
}
