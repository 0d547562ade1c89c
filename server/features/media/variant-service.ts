import type { Db } from '#server/platform/db/database.ts';
import { JobInterruptedError, type Jobs } from '#server/platform/jobs/jobs.ts';
import { contentTypes } from '#server/platform/media-url.ts';
import { variantPath } from '#server/platform/picture.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { MediaPorts } from './media-service.ts';
import * as store from './media-store.ts';
import { getVariants, variantsVersion } from './picture.ts';
import type { PictureEncoder } from './picture-encoder.ts';
import { isLossless } from './webp-chunks.ts';

export const variantsJob = 'media.variants';
/** Encoding jobs run one at a time in their own queue, so that emails do not wait for them. */
const jobQueue = 'media';
const batchSize = 500;

type Deps = {
  db: Db;
  storage: Storage;
  jobs: Jobs;
  encoder: PictureEncoder;
  ports: Pick<MediaPorts, 'onVariants'>;
};

export type VariantService = ReturnType<typeof createVariantService>;

export function createVariantService({ db, storage, jobs, encoder, ports }: Deps) {
  let isStopping = false;

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

  /** Creates the variants of a picture that has none, and has the texts with the picture rendered again. */
  async function makeVariants(id: number): Promise<void> {
    const picture = await store.findForVariants(db, id);
    if (!picture) return;
    if (picture.variantsVersion < variantsVersion) await encodeVariants(picture);
    await ports.onVariants(id);
  }

  async function encodeVariants(picture: store.PictureForVariants): Promise<void> {
    const { id, path } = picture;
    const original = await storage.get(path);
    if (!original) throw new Error(`the file of picture ${id} is missing`);
    // A variant has only one frame.
    const variants = picture.frames > 1 ? [] : getVariants(picture, isLossless(original));
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

  return {
    queueVariants,
    queueMissingVariants,
    makeVariants,
    /** Interrupts the creation of variants after the current file. */
    stop(): void {
      isStopping = true;
    },
  };
}
