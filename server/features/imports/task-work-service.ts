import { textOf } from '#locales/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { isDatabaseUnavailable, isTimeout } from '#server/platform/db/db-errors.ts';
import type { FreeSpace } from '#server/platform/free-space.ts';
import { JobInterruptedError, type Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log.ts';
import type { PlannedFile } from './import-preview-service.ts';
import type { ReportLine } from './import-report.ts';
import type { createImportService } from './import-service.ts';
import type { ImportTask } from './import-task.ts';
import * as files from './import-task-file-store.ts';
import * as store from './import-task-store.ts';
import { Refusal } from './problem.ts';
import { openStaged, type StagedFolders, type StagedSource } from './staged-source-service.ts';
import { queueWork } from './task-service.ts';

type Deps = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  log: Log;
  freeSpace: Pick<FreeSpace, 'level'>;
  folders: StagedFolders;
  maxUploadBytes: number;
  importer: Pick<ReturnType<typeof createImportService>, 'importFrom' | 'previewImport' | 'undo'>;
  shutdown: AbortSignal;
};
type Progress = Pick<ImportTask, 'done' | 'total' | 'file'>;
type Work = { task: ImportTask; progress: Progress; signal: AbortSignal };
type Result = Parameters<typeof store.endStage>[2];

const beatMs = 1_000;
/** Well below the time limit of its class: the next job continues. */
const turnMs = 60 * 60_000;
/** Pictures are compressed already, texts are small. */
const unpackedShare = 4;
const batchSize = 200;
const maxFileLength = 1_000;

class StoppedError extends Error {
  override name = 'StoppedError';
}
class TurnOverError extends Error {
  override name = 'TurnOverError';
}

/** Executes the stage for which a task waits. A killed job is repeated and continues the same run. */
export function createTaskWorker(deps: Deps) {
  const { db, clock, jobs, log, importer, shutdown } = deps;

  return async function work(id: number): Promise<void> {
    const task = await store.takeTask(db, id, clock.now());
    if (!task) return;
    const progress: Progress = { done: 0, total: null, file: '' };
    const ending = new AbortController();
    const stopBeating = startBeating(task, progress, ending);
    const turnOver = setTimeout(() => ending.abort(new TurnOverError()), turnMs);
    const signal = AbortSignal.any([ending.signal, shutdown]);
    try {
      signal.throwIfAborted();
      const result = await execute({ task, progress, signal });
      await stopBeating();
      await store.endStage(db, id, { ...result, done: progress.done });
    } catch (error) {
      await stopBeating();
      await endEarly(task, shutdown.aborted ? new JobInterruptedError() : error);
    } finally {
      clearTimeout(turnOver);
    }
  };

  /** Tells the screen how far the work is, and the work that it is to stop. */
  function startBeating({ id }: ImportTask, progress: Progress, ending: AbortController) {
    let current: Promise<void> = Promise.resolve();
    const beat = async (): Promise<void> => {
      const isStopping = await store
        .beat(db, id, { ...progress, file: progress.file.slice(0, maxFileLength), now: clock.now() })
        .catch(() => false);
      if (isStopping) ending.abort(new StoppedError());
    };
    const timer = setInterval(() => {
      current = current.then(beat);
    }, beatMs);
    return async () => {
      clearInterval(timer);
      await current;
    };
  }

  async function endEarly(task: ImportTask, error: unknown): Promise<void> {
    const now = clock.now();
    if (error instanceof TurnOverError) return queueWork(jobs, db, task.id);
    // The queue repeats the job.
    if (error instanceof JobInterruptedError || isDatabaseUnavailable(error) || isTimeout(error)) throw error;
    const report = await reportOf(task);
    if (error instanceof StoppedError)
      return store.endStage(db, task.id, { state: 'stopped', now, ...report });
    if (!(error instanceof Refusal)) log.error({ err: error, task: task.id }, 'an import has failed');
    const { key, values, about } =
      error instanceof Refusal ? error.problem : { key: 'imports.internal', values: {}, about: undefined };
    const message = textOf(key, values);
    await store.endStage(db, task.id, {
      ...{ state: 'failed', now },
      error: about === undefined ? message : `${about}: ${message}`,
      ...report,
    });
  }

  /** What an import that ended early has done. */
  async function reportOf({ id, stage }: ImportTask): Promise<Pick<ImportTask, 'report'> | undefined> {
    const runId = stage === 'import' ? (await store.findTask(db, id))?.runId : undefined;
    return runId ? { report: await files.countReport(db, runId, 0) } : undefined;
  }

  async function execute(given: Work): Promise<Result> {
    if (given.task.stage === 'undo') return undo(given);
    const source = await openStaged(given.task, deps.folders, {
      maxBytes: deps.maxUploadBytes * unpackedShare,
      freeSpace: deps.freeSpace,
      signal: given.signal,
    });
    return given.task.stage === 'plan' ? plan(given, source) : importFrom(given, source);
  }

  async function plan({ task, progress, signal }: Work, source: StagedSource): Promise<Result> {
    const counts = files.noPlan();
    let position = 1;
    let batch: files.TaskFile[] = [];
    await files.clearFiles(db, task.id, 'plan');
    async function flush(): Promise<void> {
      await files.addFiles(db, { taskId: task.id, list: 'plan', position }, batch);
      position += batch.length;
      batch = [];
    }
    const { problems } = await importer.previewImport(source.path, {
      ...optionsOf(task, source),
      signal,
      onFile: async (file, total) => {
        counts[file.state] += 1;
        batch.push(toTaskFile(file));
        Object.assign(progress, { done: progress.done + 1, total: total ?? null, file: file.file });
        if (batch.length >= batchSize) await flush();
      },
    });
    await flush();
    counts.problems = await putProblems(task, problems);
    return { state: 'done', plan: counts, now: clock.now() };
  }

  async function importFrom({ task, progress, signal }: Work, source: StagedSource): Promise<Result> {
    let problems: ReportLine[] = [];
    const { run } = await importer.importFrom(source.path, {
      ...optionsOf(task, source),
      ...{ signal, taskId: task.id },
      onProgress: ({ done, total, file }) => Object.assign(progress, { done, total: total ?? null, file }),
      onProblems: (found) => {
        problems = found;
      },
    });
    const count = await putProblems(task, problems);
    return { state: 'done', report: await files.countReport(db, run, count), now: clock.now() };
  }

  async function undo({ task, signal }: Work): Promise<Result> {
    const { removed, kept } = await importer.undo(task.runId ?? 0, signal);
    const lines = kept.map(({ kind, name, reason }) => ({
      ...{ file: name.slice(0, maxFileLength), state: kind },
      ...{ details: {}, notes: [reason] },
    }));
    await replaceFiles(task, 'kept', lines);
    return { state: 'done', undone: { ...removed, kept: kept.length }, now: clock.now() };
  }

  async function putProblems(task: ImportTask, problems: ReportLine[]): Promise<number> {
    const lines = problems.map(({ file, line, reason }) => ({
      ...{ file: file.slice(0, maxFileLength), state: 'problem', details: {} },
      notes: [line === undefined ? reason : `${line}: ${reason}`],
    }));
    await replaceFiles(task, 'problems', lines);
    return lines.length;
  }

  async function replaceFiles(
    { id: taskId }: ImportTask,
    list: 'problems' | 'kept',
    lines: files.TaskFile[],
  ): Promise<void> {
    await inTransaction(db, async (tx) => {
      await files.clearFiles(tx, taskId, list);
      for (let from = 0; from < lines.length; from += batchSize)
        await files.addFiles(tx, { taskId, list, position: from + 1 }, lines.slice(from, from + batchSize));
    });
  }
}

const optionsOf = ({ options }: ImportTask, { mediaFolder, membersFile }: StagedSource) => ({
  ...{ mediaFolder, membersFile },
  defaultAuthor: options.author ?? undefined,
  hasPages: options.pages,
  isOffline: !options.fetchPictures,
  siteUrl: options.siteUrl ?? undefined,
  date: options.date ?? undefined,
});

function toTaskFile({ file, state, slug, title, author, category, notes }: PlannedFile): files.TaskFile {
  const details = { slug, title, author, category };
  const given = Object.entries(details).filter(([, value]) => value !== undefined);
  return { file: file.slice(0, maxFileLength), state, details: Object.fromEntries(given), notes };
}
