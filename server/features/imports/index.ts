import { textOf } from '#text/index.ts';
import type { ImportReport } from './import-report.ts';
import type { createImportService, ImportOptions } from './import-service.ts';
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
  return {
    async importFolder(folder, options) {
      // A command needs it, or the very first start: a process that serves does without its parsers.
      const { createImportService } = await import('./import-service.ts');
      try {
        return await createImportService(deps).importFolder(folder, options);
      } catch (error) {
        throw error instanceof Refusal
          ? new ImportError(textOf(error.problem.key, error.problem.values))
          : error;
      }
    },
  };
}
