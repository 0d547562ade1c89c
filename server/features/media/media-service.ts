import { randomBytes } from 'node:crypto';
import type { TextKey } from '#locales/index.ts';
import type { QuotaClaims } from '#server/features/quotas/index.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { isForeignKeyViolation } from '#server/platform/db/db-errors.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { AppError, inUse, invalidFields, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import { JobInterruptedError, type Jobs } from '#server/platform/jobs/jobs.ts';
import { contentTypes } from '#server/platform/media-url.ts';
import { type Picture, variantPath } from '#server/platform/picture.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import * as store from './media-store.ts';
import { getFilePaths, getVariants, type PictureKind, variantsVersion } from './picture.ts';
import type { PictureEncoder } from './picture-encoder.ts';

export const variantsJob = 'media.variants';
/** Encoding jobs run one at a time in their own queue, so that emails do not wait for them. */
const jobQueue = 'media';
const nameBytes = 20;
/** The size is unknown before a picture is encoded, so the early check counts one byte. */
const minimalPicture = { pictures: { items: 1, bytes: 1 } };
const batchSize = 500;

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
type NewFile = store.NewPicture;
type Deps = {
  db: Db;
  storage: Storage;
  jobs: Jobs;
  encoder: PictureEncoder;
  ports: MediaPorts;
  quotas: Pick<QuotaClaims, 'check' | 'claim'>;
};
type SaveOptions = {
  kind?: PictureKind;
  /** Imports of the operator are exempt from quotas. */
  isUnlimited?: boolean;
};

export type MediaService = ReturnType<typeof createMediaService>;

export function createMediaService({ db, storage, jobs, encoder, ports, quotas }: Deps) {
  let isStopping = false;

  /** The file is written before the row, so that a row never refers to a missing file. */
  async function saveFile(bytes: Uint8Array, field: string, kind: PictureKind): Promise<NewFile> {
    const encoded = await encoder.encodeUpload(bytes, kind);
    if (typeof encoded === 'string') throw fieldError(field, `media.${encoded}`);
    const name = randomBytes(nameBytes).toString('hex');
    const path = `${name.slice(0, 2)}/${name}.webp`;
    const { bytes: file, ...metadata } = encoded;
    await storage.put(path, file, contentTypes.webp);
    return { ...metadata, path, kind, bytes: file.length, contentType: contentTypes.webp };
  }

  async function record(
    tx: Db,
    ownerId: number,
    file: NewFile,
    { field, isUnlimited }: { field: string; isUnlimited: boolean },
  ): Promise<Picture> {
    if (!isUnlimited)
      await quotas.claim(tx, ownerId, { pictures: { items: 1, bytes: file.bytes } }, { field });
    const picture = await store.insertMedia(tx, ownerId, file);
    await queueVariants(tx, picture.id);
    return picture;
  }

  const queueVariants = (tx: Db, id: number, keepsExisting = false): Promise<void> =>
    jobs.add(tx, variantsJob, { id }, { queue: jobQueue, key: `${variantsJob}:${id}`, keepsExisting });

  /**
   * For pictures from before the current version of variants. A failed job is not queued again: otherwise a picture that
   * crashes the process would crash it at every start.
   */
  async function queueMissingVariants(): Promise<void> {
    let after = 0;
    let ids: number[];
    do {
      ids = await store.listWithoutVariants(db, variantsVersion, { after, limit: batchSize });
      for (const id of ids) await queueVariants(db, id, true);
      after = ids.at(-1) ?? after;
    } while (ids.length === batchSize);
  }

  /**
   * Records a file in its own transaction. A file that is refused there is removed at once. After any other failure the
   * transaction may have been committed, so the file is left to the cleanup job.
   */
  async function recordFile<Result>(
    file: NewFile,
    work: (tx: Db, file: NewFile) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await inTransaction(db, (tx) => work(tx, file));
    } catch (error) {
      if (error instanceof AppError) await storage.remove(file.path).catch(() => undefined);
      throw error;
    }
  }

  /** Stores a picture; 400 under `field` if it is not acceptable. */
  async function save(
    ownerId: number,
    bytes: Uint8Array,
    field: string,
    { kind = 'picture', isUnlimited = false }: SaveOptions = {},
  ): Promise<Picture> {
    if (!isUnlimited) await quotas.check(ownerId, minimalPicture, { field });
    return recordFile(await saveFile(bytes, field, kind), (tx, file) =>
      record(tx, ownerId, file, { field, isUnlimited }),
    );
  }

  /** As `save`, for an upload; `commitResponse` stores the response in the transaction that records the picture. */
  async function upload<Result>(
    ownerId: number,
    bytes: Uint8Array,
    commitResponse: (tx: Db, picture: Picture & { bytes: number }) => Promise<Result>,
  ): Promise<Result> {
    const field = 'image';
    await quotas.check(ownerId, minimalPicture, { field });
    return recordFile(await saveFile(bytes, field, 'picture'), async (tx, file) => {
      const picture = await record(tx, ownerId, file, { field, isUnlimited: false });
      return commitResponse(tx, { ...picture, bytes: file.bytes });
    });
  }

  /** Creates the variants of a picture that has none, and has the texts with the picture rendered again. */
  async function makeVariants(id: number): Promise<void> {
    const picture = await store.findForVariants(db, id);
    if (!picture) return;
    if (picture.variantsVersion < variantsVersion) await encodeVariants(picture);
    await ports.onVariants(id);
  }

  async function encodeVariants(picture: store.PictureForVariants): Promise<void> {
    const { id, path } = picture;
    // A variant has only one frame.
    const variants = picture.frames > 1 ? [] : getVariants(picture);
    const original = await storage.get(path);
    if (!original) throw new Error(`the file of picture ${id} is missing`);
    for (const variant of variants) {
      // A shutdown does not wait for the rest: the job is retried.
      if (isStopping) throw new JobInterruptedError('shutdown before all variants of a picture were created');
      const file = await encoder.makeVariant(original, variant);
      await storage.put(variantPath(path, variant), file, contentTypes[variant.type]);
    }
    const getWidths = (type: string) =>
      variants.filter((variant) => variant.type === type).map(({ width }) => width);
    await store.updateVariants(db, id, {
      tint: await encoder.tintOf(original),
      avifWidths: getWidths('avif'),
      webpWidths: getWidths('webp'),
      version: variantsVersion,
    });
  }

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
    // If a file cannot be removed now, the cleanup job finds it without a row.
    for (const path of getFilePaths(picture)) await storage.remove(path).catch(() => undefined);
    return true;
  }

  return {
    save,
    upload,
    makeVariants,
    listOwn,
    remove,
    removePicture,
    findUsedIds,
    findByPaths: (paths: string[], from: Db = db) => store.findByPaths(from, paths),
    queueMissingVariants,
    /** Interrupts the creation of variants after the current file. */
    stop(): void {
      isStopping = true;
    },
  };
}

const fieldError = (field: string, key: TextKey): AppError => invalidFields({ [field]: key });
