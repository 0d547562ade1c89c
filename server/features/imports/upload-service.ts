import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Audit } from '#server/features/audit/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { isUniqueViolation } from '#server/platform/db/db-errors.ts';
import { AppError, inUse, notFound } from '#server/platform/errors.ts';
import { ignoreMissing } from '#server/platform/ignore-missing.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import * as store from './upload-store.ts';

export type { Upload } from './upload-store.ts';

export type UploadDeps = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  audit: Pick<Audit, 'record'>;
  /** Where uploads are, each in a folder of its own. */
  uploadFolder: string;
  maxUploadBytes: number;
};
export type ImportUploads = ReturnType<typeof createUploads>;

/** Below the limit of a file in a request, so that a proxy with small limits lets parts pass too. */
export const partBytes = 5 * 1024 * 1024;
const mebibyte = 1024 * 1024;
const maxUploads = 5;
const minuteMs = 60_000;
const abandonedMs = 10 * minuteMs;
const dayMs = 24 * 60 * minuteMs;
const unfinishedTtlMs = dayMs;
/** After the last import that used it. */
export const uploadTtlMs = 7 * dayMs;
export const sweepJob = 'imports.sweep';
const uploadPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export const pathOfUpload = (folder: string, id: string): string => join(folder, id, 'source');

/** Files of administrators, received in parts: no request is large or slow, and none has to begin again. */
export function createUploads({ db, clock, jobs, audit, uploadFolder, maxUploadBytes }: UploadDeps) {
  async function find(id: string): Promise<store.Upload> {
    const upload = uploadPattern.test(id) ? await store.findUpload(db, id) : undefined;
    return upload ?? notFoundUpload();
  }

  async function start({ name, bytes }: { name: string; bytes: number }): Promise<store.Upload> {
    if (bytes > maxUploadBytes) throw tooLarge(maxUploadBytes);
    const now = clock.now();
    const id = randomUUID();
    try {
      await inTransaction(db, async (tx) => {
        await store.deleteAbandonedUploads(tx, new Date(now.getTime() - abandonedMs));
        await store.insertUpload(tx, { id, name, bytes, now });
        if ((await store.listUploads(tx)).length > maxUploads)
          throw new AppError('inUse', {
            message: { key: 'importRequests.uploadsFull', values: { max: maxUploads } },
          });
        await audit.record(tx, { action: 'import.upload', target: targetOf(name), after: { bytes } });
      });
    } catch (error) {
      throw isUniqueViolation(error) ? inUse('importRequests.uploadBusy') : error;
    }
    // After the row: the sweep deletes folders that have none.
    await mkdir(join(uploadFolder, id), { recursive: true, mode: 0o700 });
    await writeFile(pathOfUpload(uploadFolder, id), '', { mode: 0o600 });
    return { id, name, bytes, received: 0, usedAt: now };
  }

  /** Writes a part at its place, so that a repeated one changes nothing. */
  async function addPart(upload: store.Upload, offset: number, part: Uint8Array): Promise<store.Upload> {
    const end = offset + part.byteLength;
    if (end <= upload.received) return upload;
    if (offset !== upload.received || end > upload.bytes) throw inUse('importRequests.uploadGap');
    const handle = await open(pathOfUpload(uploadFolder, upload.id), 'r+');
    try {
      await handle.write(part, 0, part.byteLength, offset);
      if (end === upload.bytes) await handle.sync();
    } finally {
      await handle.close();
    }
    const now = clock.now();
    const isStored = await inTransaction(db, async (tx) => {
      if (!(await store.addReceived(tx, upload.id, { from: offset, to: end, now }))) return false;
      if (end === upload.bytes)
        await audit.record(tx, {
          action: 'import.upload-part',
          target: targetOf(upload.name),
          after: { bytes: end },
        });
      return true;
    });
    return isStored ? { ...upload, received: end, usedAt: now } : find(upload.id);
  }

  /** A job deletes the files: an unpacked archive has many. */
  async function remove(upload: store.Upload): Promise<void> {
    await inTransaction(db, async (tx) => {
      if (await store.isUploadRead(tx, upload.id)) throw inUse('importRequests.uploadUsed');
      await store.deleteUpload(tx, upload.id);
      await jobs.add(tx, sweepJob, {}, { key: sweepJob });
      await audit.record(tx, { action: 'import.upload-delete', target: targetOf(upload.name) });
    });
  }

  /** Deletes uploads that nobody uses, folders without an upload, and uploads without a folder: a backup has none of the files. */
  async function sweep(): Promise<void> {
    const now = clock.now().getTime();
    await store.deleteAbandonedUploads(db, new Date(now - unfinishedTtlMs));
    await store.deleteUnusedUploads(db, new Date(now - uploadTtlMs));
    // Read before the rows, which are older than their folders.
    const folders = (await ignoreMissing(readdir(uploadFolder))) ?? [];
    const uploads = await store.listUploads(db);
    const ids = new Set(uploads.map(({ id }) => id));
    for (const folder of folders.filter((name) => !ids.has(name)))
      await rm(join(uploadFolder, folder), { recursive: true, force: true });
    // A new upload has its row before its folder.
    const isOld = ({ usedAt }: store.Upload) => usedAt.getTime() < now - abandonedMs;
    for (const { id } of uploads.filter((upload) => isOld(upload) && !folders.includes(upload.id)))
      await store.deleteUpload(db, id);
  }

  return { find, start, addPart, remove, sweep, list: () => store.listUploads(db), maxUploadBytes };
}

const targetOf = (name: string) => ({ kind: 'import' as const, id: null, name });

function notFoundUpload(): never {
  throw notFound();
}

const tooLarge = (maxBytes: number) =>
  new AppError('invalid', {
    fields: {
      bytes: [{ key: 'importRequests.uploadTooLarge', values: { max: Math.floor(maxBytes / mebibyte) } }],
    },
  });
