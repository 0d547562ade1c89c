import type { Db } from '#server/platform/db/database.ts';
import { createGate } from '#server/platform/gate.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { toStoredImage } from './image.ts';
import { insertMedia } from './media-store.ts';

const parallelEncodings = 2;
const encodingQueue = 20;
const encodingWaitMs = 5_000;

export type Media = {
  /**
   * Keeps an image and returns its id and path; 400 under `field` for what is no acceptable image. The file is
   * written before the row, so that a row never points at nothing.
   */
  store(ownerId: number, bytes: Uint8Array, field: string): Promise<{ id: number; path: string }>;
};

export function createMedia({ db, storage }: { db: Db; storage: Storage }): Media {
  const gate = createGate({ limit: parallelEncodings, queueLimit: encodingQueue, waitMs: encodingWaitMs });
  return {
    async store(ownerId, bytes, field) {
      const image = await toStoredImage(bytes, field, gate);
      await storage.put(image.path, image.bytes);
      return { id: await insertMedia(db, ownerId, image), path: image.path };
    },
  };
}
