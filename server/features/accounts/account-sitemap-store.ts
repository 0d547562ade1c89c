import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/** The number of parts by id, of `size` ids each, that contain authors of public posts. */
export async function countAuthorParts(db: Db, size: number): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('published_posts_count', '>', 0)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? Math.floor(row.id / size) + 1 : 0;
}

/** The usernames of the authors in a part. */
export async function listAuthorPart(
  db: Db,
  { part, size, createdBefore }: { part: number; size: number; createdBefore: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('username')
    .where('published_posts_count', '>', 0)
    .where('deleted_at', 'is', null)
    .where('created_at', '<=', createdBefore)
    .where(sql<boolean>`id between ${part * size} and ${(part + 1) * size - 1}`)
    .orderBy('id')
    .execute();
  return rows.map(({ username }) => username);
}
