import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { isForeignKeyViolation } from '#server/platform/db/db-errors.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { inUse, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import type { Picture } from '#server/platform/picture.ts';
import { areDeletionsPaused } from '#server/platform/storage/deletion-pause.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import * as store from './media-store.ts';
import { getFilePaths } from './picture.ts';

/** Implemented by slices that depend on media. */
export type MediaPorts = {
  /** Returns those of the given pictures that their owners reference; dependent slices store the references. */
  findUsedIds(db: Db, ids: number[]): Promise<number[]>;
  /** The variants of a picture exist: texts with the picture can be rendered again. */
  onVariants(pictureId: number): Promise<void>;
  /** A picture is deleted in this transaction: texts of other users lose it. */
  onRemoving(tx: Db, pictureId: number): Promise<void>;
};
export type OwnPage = { page: Page; count: number; pictures: Array<store.OwnPicture & { isUsed: boolean }> };
type Deps = { db: Db; storage: Storage; ports: Pick<MediaPorts, 'findUsedIds' | 'onRemoving'> };

const ownerBatchSize = 100;

export type MediaService = ReturnType<typeof createMediaService>;

export function createMediaService({ db, storage, ports }: Deps) {
  async function listOwn(
    ownerId: number,
    query: { page?: string | undefined; page_size?: string | undefined },
  ): Promise<OwnPage> {
    const count = await store.countOwn(db, ownerId);
    const page = pageOf(query, count);
    const found = await store.listOwn(db, ownerId, page);
    const used = new Set(await findUsedIds(found.map(({ id }) => id)));
    return { page, count, pictures: found.map((picture) => ({ ...picture, isUsed: used.has(picture.id) })) };
  }

  const findUsedIds = async (ids: number[]): Promise<number[]> =>
    ids.length === 0 ? [] : ports.findUsedIds(db, ids);

  /** 404 for the pictures of others, 409 for one that its owner references. */
  async function remove(ownerId: number, id: string): Promise<void> {
    const pictureId = parseId(id);
    const picture = pictureId === undefined ? undefined : await store.findOwn(db, ownerId, pictureId);
    if (!picture) throw notFound('media.notFound');
    if (!(await removePicture(picture))) throw inUse('media.inUse');
  }

  /** False if the foreign keys show that its owner references the picture. The row is deleted before the files. */
  async function removePicture(picture: Picture): Promise<boolean> {
    try {
      await inTransaction(db, async (tx) => {
        await ports.onRemoving(tx, picture.id);
        await store.deleteMedia(tx, picture.id);
      });
    } catch (error) {
      if (isForeignKeyViolation(error)) return false;
      throw error;
    }
    // If a file cannot be removed now, or a backup needs it, the cleanup job finds it without a row.
    if (await areDeletionsPaused(db)) return true;
    for (const path of getFilePaths(picture)) await storage.remove(path).catch(() => undefined);
    return true;
  }

  /** Deletes a picture that nothing references; false if something does. One that is gone already counts as deleted. */
  async function removeUnused(id: number): Promise<boolean> {
    const picture = await store.findById(db, id);
    if (!picture) return true;
    return (await findUsedIds([id])).length === 0 && removePicture(picture);
  }

  /** Deletes the pictures of an account that none of its texts shows. */
  async function removeOfOwner(ownerId: number): Promise<void> {
    let after = 0;
    let pictures: Picture[];
    do {
      pictures = await store.listOfOwner(db, ownerId, { after, limit: ownerBatchSize });
      for (const picture of pictures) await removePicture(picture);
      after = pictures.at(-1)?.id ?? after;
    } while (pictures.length === ownerBatchSize);
  }

  return {
    removeOfOwner,
    listOwn,
    removeUnused,
    remove,
    removePicture,
    findUsedIds,
    findByPaths: (paths: string[], from: Db = db) => store.findByPaths(from, paths),
  };
}
