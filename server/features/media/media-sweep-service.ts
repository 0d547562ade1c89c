import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { forEachRow } from '#server/platform/jobs/for-each-row.ts';
import type { Log } from '#server/platform/log.ts';
import { originalPathOf } from '#server/platform/media-url.ts';
import { areDeletionsPaused } from '#server/platform/storage/deletion-pause.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { MediaService } from './media-service.ts';
import * as store from './media-store.ts';

/** A picture may be in an open editor for so long before a saved text references it. */
const orphanRetentionMs = 24 * 3_600_000;
const batchSize = 500;

type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  storage: Storage;
  media: Pick<MediaService, 'findUsedIds' | 'removePicture'>;
};

export type MediaSweep = ReturnType<typeof createMediaSweep>;

/** Deletes unreferenced pictures. A file with a row stays, whatever its age. */
export function createMediaSweep({ db, clock, log, storage, media }: Deps) {
  /** Records since when a picture has been unreferenced, or that it is referenced again. */
  async function updateReferenceTimes(now: Date): Promise<void> {
    let after = 0;
    for (;;) {
      const rows = await store.listIds(db, { after, limit: batchSize });
      const used = new Set(await media.findUsedIds(rows.map(({ id }) => id)));
      const isMarkedUnreferenced = (row: (typeof rows)[number]) => row.unreferencedSince !== null;
      const changed = rows.filter((row) => isMarkedUnreferenced(row) === used.has(row.id));
      const selectChangedIds = (wanted: boolean) =>
        changed.filter(({ id }) => used.has(id) === wanted).map(({ id }) => id);
      await store.markReferences(db, selectChangedIds(true), null);
      await store.markReferences(db, selectChangedIds(false), now);
      if (rows.length < batchSize) return;
      after = rows.at(-1)?.id as number;
    }
  }

  /** Deletes pictures that have been unreferenced for a day, with their files. */
  async function sweepPictures(): Promise<void> {
    const now = clock.now();
    await updateReferenceTimes(now);
    const before = new Date(now.getTime() - orphanRetentionMs);
    await forEachRow({
      read: (after) => store.listUnreferenced(db, { before, after, limit: batchSize }),
      batchSize,
      keyOf: ({ id }) => id,
      work: media.removePicture,
      log,
      task: 'removal of picture',
    });
  }

  /** Deletes files without a row, such as complete and partial files left by a killed process. */
  async function sweepFiles(): Promise<void> {
    const before = clock.now().getTime() - orphanRetentionMs;
    let batch: string[] = [];
    for await (const { path, modifiedAt } of storage.list()) {
      if (modifiedAt.getTime() >= before) continue;
      batch.push(path);
      if (batch.length < batchSize) continue;
      await removeWithoutRow(batch);
      batch = [];
    }
    await removeWithoutRow(batch);
  }

  async function removeWithoutRow(paths: string[]): Promise<void> {
    const pictures = await store.findByPaths(db, [...new Set(paths.map(originalPathOf))]);
    const knownPaths = new Set(pictures.map(({ path }) => path));
    if (await areDeletionsPaused(db)) return;
    for (const path of paths.filter((path) => !knownPaths.has(originalPathOf(path))))
      await storage
        .remove(path)
        .catch((error: unknown) => log.error({ err: error, path }, 'removal of a file failed'));
  }

  return { sweepPictures, sweepFiles };
}
