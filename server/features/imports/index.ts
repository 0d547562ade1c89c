import { textOf } from '#locales/index.ts';
import type { FreeSpace } from '#server/platform/free-space.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { importJobs } from './import-jobs.ts';
import type { ImportReport } from './import-report.ts';
import type { createImportService, ImportOptions, ImportPreview, PreviewOptions } from './import-service.ts';
import { type ReportedFile, readReport } from './import-store.ts';
import { Refusal } from './problem.ts';
import { createRedirects } from './redirect-service.ts';
import { taskRoutes } from './task-routes.ts';
import { createTasks, type TaskDeps } from './task-service.ts';
import { createTextReader } from './text-reader.ts';
import type { Undone } from './undo-service.ts';
import { createUploads, type UploadDeps } from './upload-service.ts';

export {
  copyAuthors,
  copyCategories,
  copyFormat,
  copyFrontPage,
  copyMark,
  copySums,
  getArticlePath,
  getCommentsPath,
  getDeletedName,
  getFileName,
  getPartName,
  unfinishedSuffix,
} from './copy-layout.ts';
export type { PlannedFile } from './import-preview-service.ts';
export type { ImportReport, ReportLine } from './import-report.ts';
export type { ImportOptions, ImportPreview, PreviewOptions } from './import-service.ts';
export type { SourceOptions } from './open-source-service.ts';
export type { Undone } from './undo-service.ts';

type Service = ReturnType<typeof createImportService>;

export type Imports = {
  /**
   * Imports content of another system and reports the result for each file. It is safe to repeat, also after a kill.
   * Throws ImportError with a Russian message if the source itself cannot be read.
   */
  importFrom(sourcePath: string, options?: ImportOptions): Promise<ImportReport>;
  /** Reports what an import would do, and writes nothing. Throws ImportError like it. */
  previewImport(sourcePath: string, options?: PreviewOptions): Promise<ImportPreview>;
  /** Removes what an import has created, except what was changed since. Throws ImportError for an unknown one. */
  undo(runId: number, signal?: AbortSignal): Promise<Undone>;
  /** All lines of the stored report of an import, by file. */
  readReport(runId: number): AsyncIterable<ReportedFile>;
  operations: Operation[];
  jobs: JobHandler[];
  /** Interrupts the job of an import, which continues after a restart. */
  stop(): void;
  /** After the end of the job. */
  close(): Promise<void>;
  /** The newest imports. */
  listRuns(): ReturnType<Service['listRuns']>;
  /** The present path of the article that had this address on its earlier site. */
  findRedirect(address: string): Promise<string | undefined>;
};

export class ImportError extends Error {
  override name = 'ImportError';
}

type Deps = Omit<Parameters<typeof createImportService>[0], 'read'> &
  TaskDeps &
  UploadDeps & { freeSpace: FreeSpace; publicUrl: string };

export function createImports(deps: Deps): Imports {
  const texts = createTextReader();
  // Only commands, jobs and the very first start need it, so a serving process does not load it.
  const service = async () =>
    (await import('./import-service.ts')).createImportService({ ...deps, read: texts.read });
  const tasks = createTasks(deps);
  const uploads = createUploads(deps);
  const stopping = new AbortController();
  async function work(id: number): Promise<void> {
    const { createTaskWorker } = await import('./task-work-service.ts');
    const tools = { ...deps, folders: deps, importer: await service(), shutdown: stopping.signal };
    await createTaskWorker(tools)(id);
  }
  return {
    operations: taskRoutes({ tasks, uploads, publicUrl: deps.publicUrl }),
    jobs: importJobs({ work, tasks, uploads }),
    stop: () => stopping.abort(),
    close: texts.close,
    importFrom: async (...args) => withMessages(async () => (await service()).importFrom(...args)),
    previewImport: async (...args) => withMessages(async () => (await service()).previewImport(...args)),
    undo: async (...args) => withMessages(async () => (await service()).undo(...args)),
    readReport: (runId) => readReport(deps.db, runId),
    listRuns: async () => (await service()).listRuns(),
    findRedirect: createRedirects(deps),
  };
}

async function withMessages<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? new ImportError(textOf(error.problem.key, error.problem.values)) : error;
  }
}
