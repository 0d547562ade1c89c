import { Readable } from 'node:stream';
import { textOf } from '#locales/index.ts';
import type { Audit } from '#server/features/audit/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { inUse, invalidFields, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import {
  canStart,
  canUndo,
  type ImportStage,
  type ImportTask,
  isActive,
  type TaskOptions,
} from './import-task.ts';
import * as files from './import-task-file-store.ts';
import * as store from './import-task-store.ts';
import { listPlaced } from './placed-sources.ts';
import * as uploadStore from './upload-store.ts';

export const importJob = 'imports.work';
/** Imports run one after the other and leave the other slots to other jobs. */
const jobQueue = 'imports';
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A job tells every second that it works; the queue repeats a killed one within minutes. */
const silentMs = 30 * minuteMs;
const planTtlMs = 30 * dayMs;
const downloadBatch = 500;

export type TaskDeps = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  audit: Pick<Audit, 'record'>;
  importFolder: string;
};
type PageQuery = { page?: string | undefined; page_size?: string | undefined };
export type TaskSource = { upload?: string | null | undefined; folder?: string | null | undefined };
export type ImportTasks = ReturnType<typeof createTasks>;

export const queueWork = (jobs: Jobs, tx: Db, id: number): Promise<void> =>
  jobs.add(tx, importJob, { id }, { queue: jobQueue, key: `${importJob}:${id}` });

/** Imports of the staff screen: created, started, stopped and undone here, executed by a job. */
export function createTasks({ db, clock, jobs, audit, importFolder }: TaskDeps) {
  async function find(id: string): Promise<ImportTask> {
    const number = parseId(id);
    const task = number === undefined ? undefined : await store.findTask(db, number);
    if (!task) throw notFound();
    return task;
  }

  async function list(query: PageQuery): Promise<{ tasks: ImportTask[]; count: number; page: Page }> {
    const count = await store.countTasks(db);
    const page = pageOf(query, count);
    return { tasks: await store.listTasks(db, page), count, page };
  }

  async function listFiles(
    task: ImportTask,
    query: PageQuery & files.FileQuery,
  ): Promise<{ files: files.TaskFile[]; count: number; page: Page }> {
    const count = await files.countFiles(db, task, query);
    const page = pageOf(query, count);
    const range = { offset: page.offset, limit: page.size };
    return { files: await files.listFiles(db, task, { ...query, ...range }), count, page };
  }

  async function create(source: TaskSource, options: TaskOptions): Promise<ImportTask> {
    const now = clock.now();
    const found = await findSource(source);
    return inTransaction(db, async (tx) => {
      if (found.uploadId !== null) await uploadStore.touchUpload(tx, found.uploadId, now);
      const id = await store.insertTask(tx, { ...found, options, now });
      await queueWork(jobs, tx, id);
      const { fetchPictures, siteUrl, ...shown } = options;
      await audit.record(tx, {
        action: 'import.plan',
        target: { kind: 'import', id, name: found.name },
        after: { ...shown, fetch_pictures: fetchPictures, site_url: siteUrl },
      });
      return require(await store.findTask(tx, id));
    });
  }

  async function findSource({
    upload,
    folder,
  }: TaskSource): Promise<Pick<ImportTask, 'source' | 'uploadId' | 'folder' | 'name'>> {
    if (upload) {
      const found = await uploadStore.findUpload(db, upload);
      if (found && found.received === found.bytes)
        return { source: 'upload', uploadId: found.id, folder: null, name: found.name };
    } else if (folder && (await listPlaced(importFolder)).some(({ name }) => name === folder))
      return { source: 'folder', uploadId: null, folder, name: folder };
    throw invalidFields({ upload: 'importRequests.sourceMissing' });
  }

  /** Two starts at once are one: the second one finds the task waiting. */
  const start = (task: ImportTask) =>
    change(task, async (tx, current) => {
      if (!canStart(current)) throw inUse('importRequests.notReady');
      if (current.uploadId !== null) await uploadStore.touchUpload(tx, current.uploadId, clock.now());
      await queue(tx, current, 'import');
      await record(tx, 'import.start', current);
    });

  const undo = (task: ImportTask) =>
    change(task, async (tx, current) => {
      if (!canUndo(current)) throw inUse('importRequests.notUndoable');
      await queue(tx, current, 'undo');
      await record(tx, 'import.undo', current);
    });

  const stop = (task: ImportTask) =>
    change(task, async (tx, current) => {
      if (!isActive(current) || current.isStopping) return;
      const now = clock.now();
      if (current.state === 'waiting') await store.endStage(tx, current.id, { state: 'stopped', now });
      else await store.setStopping(tx, current.id, now);
      await record(tx, 'import.stop', current);
    });

  async function change(
    { id }: ImportTask,
    work: (tx: Db, current: ImportTask) => Promise<void>,
  ): Promise<ImportTask> {
    return inTransaction(db, async (tx) => {
      await work(tx, require(await store.lockTask(tx, id)));
      return require(await store.findTask(tx, id));
    });
  }

  async function queue(tx: Db, { id }: ImportTask, stage: ImportStage): Promise<void> {
    await store.queueStage(tx, id, { stage, now: clock.now() });
    await queueWork(jobs, tx, id);
  }

  const record = (
    tx: Db,
    action: 'import.start' | 'import.stop' | 'import.undo' | 'import.download',
    { id, name }: ImportTask,
  ) => audit.record(tx, { action, target: { kind: 'import', id, name } });

  /** The plan as JSON, read in batches while it is sent. */
  async function download(task: ImportTask): Promise<Readable> {
    await record(db, 'import.download', task);
    return Readable.from(jsonOf(task), { objectMode: false });
  }

  async function* jsonOf(task: ImportTask): AsyncGenerator<string> {
    yield '{"files":[';
    for (let offset = 0; ; offset += downloadBatch) {
      const query = { list: 'plan' as const, state: undefined, offset, limit: downloadBatch };
      const found = await files.listFiles(db, task, query);
      const lines = found.map((file, index) => JSON.stringify(presentFile(file, offset + index + 1)));
      if (found.length > 0) yield (offset === 0 ? '\n' : ',\n') + lines.join(',\n');
      if (found.length < downloadBatch) break;
    }
    yield '\n]}\n';
  }

  async function sweep(): Promise<void> {
    const now = clock.now();
    const error = textOf('imports.interrupted');
    await store.failSilentTasks(db, { before: new Date(now.getTime() - silentMs), error, now });
    await store.deleteOldPlans(db, new Date(now.getTime() - planTtlMs));
  }

  return {
    find,
    list,
    listFiles,
    create,
    start,
    stop,
    undo,
    download,
    sweep,
    listPlaced: () => listPlaced(importFolder),
  };
}

function require(task: ImportTask | undefined): ImportTask {
  if (!task) throw notFound();
  return task;
}

/** A line of a list as clients see it; `id` is its place. */
export const presentFile = ({ file, state, details, notes }: files.TaskFile, id: number) => ({
  id,
  file,
  state,
  slug: details.slug ?? null,
  title: details.title ?? null,
  author: details.author ?? null,
  category: details.category ?? null,
  notes,
});
