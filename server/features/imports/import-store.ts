import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

// Tells these advisory locks from those of other parts of the site.
const lockSpace = 7_304_119;

/** Two imports of the same folder meet here: the second one waits until the first has written the article. */
export async function lockSlug(tx: Db, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockSpace}::int, hashtext(${slug}))`.execute(tx);
}
