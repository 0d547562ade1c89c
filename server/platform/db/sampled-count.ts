import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Whether a row belongs to the sample of one in `part`. The sample consists of blocks of about a thousand ids, so that
 * rows stored together belong to it together. Partial indexes with exactly this condition read only the sample.
 */
export const inSample = (id: string, part: number) =>
  sql<SqlBool>`(${sql.ref(id)} >> 10) % ${sql.lit(part)} = 0`;

/** The number of rows of a query, at most `limit`. */
export async function countRows<Tables, From extends keyof Tables, Row>(
  db: Db,
  query: SelectQueryBuilder<Tables, From, Row>,
  limit: number,
): Promise<number> {
  const row = await db
    .selectFrom(query.limit(limit).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Whether samples prove that at least `limit` rows match. A sample with that many matches proves it for the whole
 * table. The smallest sample comes first, and a larger one is counted only if the previous one suggests enough matches.
 * This avoids reading the complete posting list of a very common word, which grows with the site.
 */
export async function sampledCountReaches(
  parts: readonly number[],
  limit: number,
  count: (part: number) => Promise<number>,
): Promise<boolean> {
  let estimate = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    if (estimate < limit * part) continue;
    const found = await count(part);
    if (found >= limit) return true;
    estimate = found * part;
  }
  return false;
}
