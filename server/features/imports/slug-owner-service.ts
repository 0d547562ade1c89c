import type { Db } from '#server/platform/db/database.ts';
import type { ImportSource } from './import-source.ts';
import * as store from './import-store.ts';
import type { Problem } from './problem.ts';

/** Whose article has the slug of another one, and what the operator can do. */
export async function describeSlugOwner(
  db: Db,
  { slug, postId }: { slug: string; postId: number },
  { key, isKnownBySlug }: Pick<ImportSource, 'key' | 'isKnownBySlug'>,
): Promise<Problem> {
  const owner = await store.findOwner(db, postId);
  if (!owner)
    return { key: isKnownBySlug ? 'imports.slugWritten' : 'imports.slugWrittenShared', values: { slug } };
  const { source, name, runId: run } = owner;
  const values = { slug, run, source: name ?? source };
  // Two articles of one source, of which the other one came first.
  if (source === key) return { key: 'imports.slugShared', values: { slug } };
  return { key: isKnownBySlug ? 'imports.slugElsewhere' : 'imports.slugElsewhereShared', values };
}
