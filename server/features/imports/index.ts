import { textOf } from '#locales/index.ts';
import type { ImportReport } from './import-report.ts';
import type { createImportService, ImportOptions, ImportPreview } from './import-service.ts';
import { Refusal } from './problem.ts';

export type { ImportReport, ReportLine } from './import-report.ts';
export type { ImportOptions, ImportPreview } from './import-service.ts';

export type Imports = {
  /**
   * Imports a folder of Markdown articles and reports the result for each file. It is safe to repeat.
   * Throws ImportError with a Russian message if the folder itself cannot be read.
   */
  importFolder(folder: string, options?: ImportOptions): Promise<ImportReport>;
  /** Reports what an import would do, and writes nothing. Throws ImportError like it. */
  previewImport(folder: string, options?: Pick<ImportOptions, 'defaultAuthor'>): Promise<ImportPreview>;
};

export class ImportError extends Error {
  override name = 'ImportError';
}

export function createImports(deps: Parameters<typeof createImportService>[0]): Imports {
  // Only commands and the very first start need the parsers, so a serving process does not load them.
  const service = async () => (await import('./import-service.ts')).createImportService(deps);
  return {
    importFolder: async (...args) => withMessages(async () => (await service()).importFolder(...args)),
    previewImport: async (...args) => withMessages(async () => (await service()).previewImport(...args)),
  };
}

async function withMessages<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? new ImportError(textOf(error.problem.key, error.problem.values)) : error;
  }
}
