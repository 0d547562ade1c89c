import { readdir } from 'node:fs/promises';
import { ignoreMissing } from '#server/platform/ignore-missing.ts';

const maxFolders = 100;

/** What the operator has placed in the folder; links are left out, because they may lead elsewhere. */
export async function listPlaced(
  importFolder: string,
): Promise<Array<{ name: string; kind: 'folder' | 'file' }>> {
  const entries = (await ignoreMissing(readdir(importFolder, { withFileTypes: true }))) ?? [];
  return entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || isExport(entry)))
    .map((entry) => ({
      name: entry.name,
      kind: entry.isDirectory() ? ('folder' as const) : ('file' as const),
    }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
    .slice(0, maxFolders);
}

export const isExport = (entry: { name: string; isFile(): boolean }): boolean =>
  entry.isFile() && /\.(?:xml|json)$/i.test(entry.name);
