import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

// The first key of these advisory locks, to separate them from other advisory locks of the site.
const advisoryLockKey = 7_304_119;

/** Of two concurrent imports of an article, the second one waits until the first has written it. */
export async function lockSlug(tx: Db, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLockKey}::int, hashtext(${slug}))`.execute(tx);
}
