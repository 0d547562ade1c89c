import { randomBytes } from 'node:crypto';
import type { QuotaClaims } from '#server/features/quotas/index.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { AppError, invalidFields } from '#server/platform/errors.ts';
import { contentTypes } from '#server/platform/media-url.ts';
import type { Picture } from '#server/platform/picture.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { Upload } from './image-worker.ts';
import { insertMedia, type NewPicture } from './media-store.ts';
import type { PictureKind } from './picture.ts';
import type { PictureEncoder } from './picture-encoder.ts';
import type { VariantService } from './variant-service.ts';

const nameBytes = 20;
/** The size is unknown before a picture is encoded, so the early check counts one byte. */
const minimalPicture = { pictures: { items: 1, bytes: 1 } };

type Deps = {
  db: Db;
  storage: Storage;
  encoder: PictureEncoder;
  variants: Pick<VariantService, 'queueVariants'>;
  quotas: Pick<QuotaClaims, 'check' | 'claim'>;
};
type SaveOptions = {
  kind?: PictureKind;
  /** Imports of the operator are exempt from quotas. */
  isUnlimited?: boolean;
  /** Whether a picture that a site of this kind has stored stays as it is. */
  isCopy?: boolean;
};

export type StoredUpload = Picture & { bytes: number };
export type UploadService = ReturnType<typeof createUploadService>;

export function createUploadService({ db, storage, encoder, variants, quotas }: Deps) {
  /** The file is written before the row, so that a row never refers to a missing file. */
  async function saveFile({ field, ...upload }: Upload & { field: string }): Promise<NewPicture> {
    const { kind } = upload;
    const encoded = await encoder.encodeUpload(upload);
    if (typeof encoded === 'string') throw invalidFields({ [field]: `media.${encoded}` });
    const name = randomBytes(nameBytes).toString('hex');
    const path = `${name.slice(0, 2)}/${name}.webp`;
    const { bytes: file, ...metadata } = encoded;
    await storage.put(path, file, contentTypes.webp);
    return { ...metadata, path, kind, bytes: file.length, contentType: contentTypes.webp };
  }

  async function record(
    tx: Db,
    ownerId: number,
    file: NewPicture,
    { field, isUnlimited }: { field: string; isUnlimited: boolean },
  ): Promise<Picture> {
    if (!isUnlimited)
      await quotas.claim(tx, ownerId, { pictures: { items: 1, bytes: file.bytes } }, { field });
    const picture = await insertMedia(tx, ownerId, file);
    await variants.queueVariants(tx, picture.id);
    return picture;
  }

  /**
   * Records a file in its own transaction. A file that is refused there is removed at once. After any other failure the
   * transaction may have been committed, so the file is left to the cleanup job.
   */
  async function recordFile<Result>(
    file: NewPicture,
    work: (tx: Db, file: NewPicture) => Promise<Result>,
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
    { kind = 'picture', isUnlimited = false, isCopy = false }: SaveOptions = {},
  ): Promise<Picture> {
    if (!isUnlimited) await quotas.check(ownerId, minimalPicture, { field });
    return recordFile(await saveFile({ bytes, field, kind, isCopy }), (tx, file) =>
      record(tx, ownerId, file, { field, isUnlimited }),
    );
  }

  /** As `save`, for an upload; `commitResponse` stores the response in the transaction that records the picture. */
  async function upload<Result>(
    ownerId: number,
    bytes: Uint8Array,
    commitResponse: (tx: Db, picture: StoredUpload) => Promise<Result>,
  ): Promise<Result> {
    const field = 'image';
    await quotas.check(ownerId, minimalPicture, { field });
    return recordFile(await saveFile({ bytes, field, kind: 'picture' }), async (tx, file) => {
      const picture = await record(tx, ownerId, file, { field, isUnlimited: false });
      return commitResponse(tx, { ...picture, bytes: file.bytes });
    });
  }

  return { save, upload };
}
