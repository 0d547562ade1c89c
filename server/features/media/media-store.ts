import type { Db } from '#server/platform/db/database.ts';
import type { Picture } from '#server/platform/picture.ts';
import type { PictureKind } from './picture.ts';

export type NewPicture = {
  path: string;
  contentType: string;
  bytes: number;
  width: number;
  height: number;
  frames: number;
  kind: PictureKind;
  tint: string | null;
};
export type OwnPicture = Picture & { bytes: number; createdAt: Date };
export type PictureForVariants = Picture & { kind: PictureKind; frames: number; variantsVersion: number };

const selectPictures = (db: Db) =>
  db
    .selectFrom('media')
    .select(['id', 'path', 'width', 'height', 'tint'])
    .select(['avif_widths as avifWidths', 'webp_widths as webpWidths']);

export async function insertMedia(db: Db, ownerId: number, picture: NewPicture): Promise<Picture> {
  const { contentType, ...columns } = picture;
  const { id } = await db
    .insertInto('media')
    .values({ ...columns, owner_id: ownerId, content_type: contentType })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { path, width, height, tint } = picture;
  return { id, path, width, height, tint, avifWidths: [], webpWidths: [] };
}

export async function findByPaths(db: Db, paths: string[]): Promise<Picture[]> {
  return paths.length === 0 ? [] : selectPictures(db).where('path', 'in', paths).execute();
}

export const findById = (db: Db, id: number): Promise<Picture | undefined> =>
  selectPictures(db).where('id', '=', id).executeTakeFirst();

export async function findForVariants(db: Db, id: number): Promise<PictureForVariants | undefined> {
  const row = await selectPictures(db)
    .select(['kind', 'frames', 'variants_version as variantsVersion'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, kind: row.kind as PictureKind };
}

/** Pictures without variants of the given version. */
export async function listWithoutVariants(
  db: Db,
  version: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('variants_version', '<', version)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateVariants(
  db: Db,
  id: number,
  variants: { tint: string | null; avifWidths: number[]; webpWidths: number[]; version: number },
): Promise<void> {
  await db
    .updateTable('media')
    .set({
      tint: variants.tint,
      avif_widths: variants.avifWidths,
      webp_widths: variants.webpWidths,
      variants_version: variants.version,
    })
    .where('id', '=', id)
    .execute();
}

export async function countOwn(db: Db, ownerId: number): Promise<number> {
  const row = await db
    .selectFrom('media')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The pictures of an account, newest first. */
export async function listOwn(
  db: Db,
  ownerId: number,
  { offset, size }: { offset: number; size: number },
): Promise<OwnPicture[]> {
  return selectPictures(db)
    .select(['bytes', 'created_at as createdAt'])
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(size)
    .execute();
}

/** The pictures of an account in the order of their ids. */
export const listOfOwner = (
  db: Db,
  ownerId: number,
  { after, limit }: { after: number; limit: number },
): Promise<Picture[]> =>
  selectPictures(db)
    .where('owner_id', '=', ownerId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

export async function findOwn(db: Db, ownerId: number, id: number): Promise<Picture | undefined> {
  return selectPictures(db).where('owner_id', '=', ownerId).where('id', '=', id).executeTakeFirst();
}

/** Fails with a foreign key violation if the picture is referenced. */
export async function deleteMedia(db: Db, id: number): Promise<void> {
  await db.deleteFrom('media').where('id', '=', id).execute();
}

export async function listIds(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<Array<{ id: number; unreferencedSince: Date | null }>> {
  return db
    .selectFrom('media')
    .select(['id', 'unreferenced_since as unreferencedSince'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function markReferences(db: Db, ids: number[], unreferencedSince: Date | null): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('media')
    .set({ unreferenced_since: unreferencedSince })
    .where('id', 'in', ids)
    .execute();
}

/** Pictures that have been unreferenced since before the given time, as of the last check. */
export async function listUnreferenced(
  db: Db,
  { before, after, limit }: { before: Date; after: number; limit: number },
): Promise<Picture[]> {
  return selectPictures(db)
    .where('unreferenced_since', '<', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
