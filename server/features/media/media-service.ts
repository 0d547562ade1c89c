import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { createGate } from '#server/platform/gate.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { type StoredImage, toStoredImage } from './image.ts';
import { insertMedia } from './media-store.ts';

const parallelEncodings = 2;
const encodingQueue = 20;
const encodingWaitMs = 5_000;

export type MediaService = ReturnType<typeof createMediaService>;

export function createMediaService({ db, storage }: { db: Db; storage: Storage }) {
  const gate = createGate({ limit: parallelEncodings, queueLimit: encodingQueue, waitMs: encodingWaitMs });

  /** The file is written before the row, so that a row never points at nothing. */
  async function keepFile(bytes: Uint8Array, field: string): Promise<StoredImage> {
    const image = await toStoredImage(bytes, field, gate);
    await storage.put(image.path, image.bytes);
    return image;
  }

  /** Keeps an image and returns its id and path; 400 under `field` for what is no acceptable image. */
  async function store(
    ownerId: number,
    bytes: Uint8Array,
    field: string,
  ): Promise<{ id: number; path: string }> {
    const image = await keepFile(bytes, field);
    return { id: await insertMedia(db, ownerId, image), path: image.path };
  }

  /** As `store`, for a picture that comes by itself; `settle` answers in the transaction that records it. */
  async function upload<Answer>(
    ownerId: number,
    bytes: Uint8Array,
    settle: (tx: Db, image: StoredImage) => Promise<Answer>,
  ): Promise<Answer> {
    const image = await keepFile(bytes, 'image');
    return inTransaction(db, async (tx) => {
      await insertMedia(tx, ownerId, image);
      return settle(tx, image);
    });
  }

  return { store, upload };
}
