import { sql } from 'kysely';
import type { PlacementSection } from '#contract/front-page-layout.ts';
import { cachedQuery } from '#server/platform/db/compiled-query-cache.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type Picture, pictureSubquery } from '#server/platform/picture.ts';
import type { LayoutChange, Placement } from './placement.ts';

/** All placements in their order. */
export async function listPlacements(db: Db): Promise<Placement[]> {
  const rows = await db
    .selectFrom('front_page_placements as f')
    .leftJoin('accounts as a', 'a.id', 'f.placed_by')
    .select(['f.id', 'f.post_id', 'f.section', 'f.starts_at', 'f.ends_at', 'f.placed_at'])
    .select(['a.id as editor_id', 'a.username', 'a.first_name', 'a.last_name'])
    .select(pictureSubquery('a.avatar_id').as('avatar'))
    .orderBy('f.section')
    .orderBy('f.position')
    .orderBy('f.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    postId: row.post_id,
    section: row.section as PlacementSection,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    placedAt: row.placed_at,
    placedBy: toEditor(row),
  }));
}

function toEditor(row: {
  editor_id: number | null;
  username: string | null;
  first_name: string | null;
  last_name: string | null;
  avatar: Picture | null;
}): Placement['placedBy'] {
  if (row.editor_id === null) return null;
  return {
    id: row.editor_id,
    username: row.username ?? '',
    firstName: row.first_name ?? '',
    lastName: row.last_name ?? '',
    avatar: row.avatar,
  };
}

export type PlacedPost = Pick<Placement, 'section' | 'postId'>;

/** The posts in effect that readers may see, in their order. */
export async function listPlacedPosts(db: Db, now: Date): Promise<PlacedPost[]> {
  const rows = await selectPlaced(db, { now });
  return rows.map(({ section, post_id }) => ({ section: section as PlacementSection, postId: post_id }));
}

const selectPlaced = cachedQuery((db, { now }: { now: Date }) =>
  db
    .selectFrom('front_page_placements as f')
    .innerJoin('posts as p', 'p.id', 'f.post_id')
    .select(['f.section', 'f.post_id'])
    .where('p.status', '=', 'published')
    .where('p.off_front_page_at', 'is', null)
    .where(sql<boolean>`coalesce(f.starts_at <= ${now}, true) and coalesce(f.ends_at > ${now}, true)`)
    .orderBy('f.section')
    .orderBy('f.position')
    .orderBy('f.id'),
);

export async function listPlacementPeriods(
  db: Db,
): Promise<Array<{ startsAt: Date | null; endsAt: Date | null }>> {
  return selectPeriods(db, {});
}

const selectPeriods = cachedQuery((db) =>
  db.selectFrom('front_page_placements').select(['starts_at as startsAt', 'ends_at as endsAt']),
);

export async function findVersion(db: Db): Promise<number> {
  return (await db.selectFrom('front_page_layout').select('version').executeTakeFirstOrThrow()).version;
}

/** Locks the layout, so that editors change it one after the other. */
export async function lockVersion(tx: Db): Promise<number> {
  return (await tx.selectFrom('front_page_layout').select('version').forUpdate().executeTakeFirstOrThrow())
    .version;
}

export async function writeLayout(
  tx: Db,
  { added, changed, removed }: LayoutChange,
  { by, at }: { by: number; at: Date },
): Promise<void> {
  const gone = removed.flatMap(({ id }) => id ?? []);
  if (gone.length > 0) await tx.deleteFrom('front_page_placements').where('id', 'in', gone).execute();
  for (const { id, to } of changed)
    await tx
      .updateTable('front_page_placements')
      .set({ section: to.section, position: to.position, starts_at: to.startsAt, ends_at: to.endsAt })
      .where('id', '=', id)
      .execute();
  if (added.length > 0)
    await tx
      .insertInto('front_page_placements')
      .values(
        added.map(({ postId, section, position, startsAt, endsAt }) => ({
          post_id: postId,
          section,
          position,
          starts_at: startsAt,
          ends_at: endsAt,
          placed_by: by,
          placed_at: at,
        })),
      )
      .execute();
  await tx.updateTable('front_page_layout').set({ version: sql`version + 1` }).execute();
}
