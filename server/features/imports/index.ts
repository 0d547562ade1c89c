import { textOf } from '#locales/index.ts';
import type { ImportReport } from './import-report.ts';
import type { createImportService, ImportOptions } from './import-service.ts';
import { Refusal } from './problem.ts';

export type { ImportReport, ReportLine } from './import-report.ts';
export type { ImportOptions } from './import-service.ts';

export type Imports = {
  /**
   * Imports a folder of Markdown articles and reports the result for each file. It is safe to repeat.
   * Throws ImportError with a Russian message if the folder itself cannot be read.
   */
  importFolder(folder: string, options?: ImportOptions): Promise<ImportReport>;
};

export class ImportError extends Error {
  override name = 'ImportError';
}

export function createImports(deps: Parameters<typeof createImportService>[0]): Imports {
  return {
    async importFolder(folder, options) {
      // Only commands and the very first start need the parsers, so a serving process does not load them.
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
