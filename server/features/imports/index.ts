import { textOf } from '#text/index.ts';
import type { ImportReport } from './import-report.ts';
import { createImportService, type ImportOptions } from './import-service.ts';
import { Refusal } from './problem.ts';

export type { ImportReport, ReportLine } from './import-report.ts';
export type { ImportOptions } from './import-service.ts';

export type Imports = {
  /**
   * Takes a folder of Markdown articles into the site and tells what became of each file; safe to run again.
   * Throws ImportError, with a Russian message, when the folder itself cannot be read.
   */
  importFolder(folder: string, options?: ImportOptions): Promise<ImportReport>;
};

export class ImportError extends Error {
  override name = 'ImportError';
}

export function createImports(deps: Parameters<typeof createImportService>[0]): Imports {
  const { importFolder } = createImportService(deps);
  return {
    importFolder: (folder, options) =>
      importFolder(folder, options).catch((error: unknown) => {
        throw error instanceof Refusal
          ? new ImportError(textOf(error.problem.key, error.problem.values))
          : error;
      }),
  };
}
