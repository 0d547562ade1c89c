import type { ExportOptions, ExportSummary, exportSite } from './export-service.ts';

export { ExportError } from './copy-folder.ts';
export type { ExportOptions, ExportSummary } from './export-service.ts';

export type Exports = {
  /** Writes the site into a new folder that the import reads. Throws ExportError if the folder cannot be used. */
  exportSite(folder: string, options?: ExportOptions): Promise<ExportSummary>;
};

export function createExports(deps: Parameters<typeof exportSite>[0]): Exports {
  return {
    // Only a command needs it, so a serving process does not load it.
    exportSite: async (folder, options = {}) =>
      (await import('./export-service.ts')).exportSite(deps, folder, options),
  };
}
