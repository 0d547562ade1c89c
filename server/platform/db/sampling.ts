import { type SqlBool, sql } from 'kysely';

/**
 * Whether a row is in the sample of one in `part`: blocks of a thousand ids, so that rows which lie together are in it
 * together. Partial indexes with this very condition find what is in it without reading the rest.
 */
export const inSample = (id: string, part: number) =>
  sql<SqlBool>`(${sql.ref(id)} >> 10) % ${sql.lit(part)} = 0`;

/**
 * Whether samples, the smallest first, show that at least `limit` rows match: one that holds so many proves it for the whole,
 * and each is asked only if the one before it gives hope. So nobody reads the list of everything that has one of the
 * commonest words, which grows with the site.
 */
export async function isProvenBySamples(
  parts: readonly number[],
  limit: number,
  count: (part: number) => Promise<number>,
): Promise<boolean> {
  let about = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    if (about < limit * part) continue;
    const found = await count(part);
    if (found >= limit) return true;
    about = found * part;
  }
  return false;
}
