import { lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing } from '#server/platform/ignore-missing.ts';
import type { ImportTask } from './import-task.ts';
import type { SourceOptions } from './open-source-service.ts';
import { isExport, listPlaced } from './placed-sources.ts';
import { refuse } from './problem.ts';
import { type UnpackOptions, unpack } from './unpack.ts';
import { pathOfUpload } from './upload-service.ts';

export type StagedFolders = {
  uploadFolder: string;
  /** Where operators place large sources. */
  importFolder: string;
};
/** What the importer opens, with what lies beside it. */
export type StagedSource = { path: string } & Pick<SourceOptions, 'mediaFolder' | 'membersFile'>;

const zipMark = Buffer.from('PK');
const startBytes = 4_096;
/** An archive often contains one folder, which contains the rest. */
const maxOuterFolders = 3;
const wordPressMark = 'wordpress.org/export';
const ghostMark = /^\uFEFF?\s*\{\s*"(?:db|data|meta)"\s*:/;

/** Finds the source of a task, unpacked if it is an archive. Throws Refusal. */
export async function openStaged(
  task: Pick<ImportTask, 'uploadId' | 'folder' | 'options'>,
  folders: StagedFolders,
  options: UnpackOptions,
): Promise<StagedSource> {
  const found = await locate(task, folders, options);
  const kind = await ignoreMissing(lstat(found));
  if (!kind?.isDirectory()) return kind?.isFile() ? { path: found } : refuse('importRequests.sourceMissing');
  return describe(await leaveOuterFolders(found), task.options.members);
}

async function locate(
  { uploadId, folder }: Pick<ImportTask, 'uploadId' | 'folder'>,
  { uploadFolder, importFolder }: StagedFolders,
  options: UnpackOptions,
): Promise<string> {
  if (folder !== null) {
    const isPlaced = (await listPlaced(importFolder)).some(({ name }) => name === folder);
    return isPlaced ? path.join(importFolder, folder) : refuse('importRequests.sourceMissing');
  }
  if (uploadId === null) return refuse('importRequests.sourceMissing');
  const file = pathOfUpload(uploadFolder, uploadId);
  const start = (await ignoreMissing(readStart(file))) ?? refuse('importRequests.sourceMissing');
  if (!start.subarray(0, zipMark.length).equals(zipMark)) return file;
  const unpacked = path.join(uploadFolder, uploadId, 'files');
  await unpack(file, unpacked, options);
  return unpacked;
}

async function leaveOuterFolders(folder: string): Promise<string> {
  let inner = folder;
  for (let depth = 0; depth < maxOuterFolders; depth += 1) {
    const entries = await readdir(inner, { withFileTypes: true });
    const [only] = entries;
    // `_posts` and the like are meant by their names.
    if (entries.length !== 1 || !only?.isDirectory() || only.name.startsWith('_')) break;
    inner = path.join(inner, only.name);
  }
  return inner;
}

/** An export of WordPress or Ghost beside its pictures, or else a folder of Markdown. */
async function describe(folder: string, hasMembers: boolean): Promise<StagedSource> {
  const names = await readdir(folder, { withFileTypes: true });
  const exports: string[] = [];
  for (const entry of names.filter(isExport)) {
    const file = path.join(folder, entry.name);
    const text = (await readStart(file)).toString('utf8');
    if (text.includes(wordPressMark) || ghostMark.test(text)) exports.push(file);
  }
  const [only] = exports;
  if (only === undefined || exports.length > 1) return { path: folder };
  const tables = names.filter((entry) => entry.isFile() && /\.csv$/i.test(entry.name));
  const [members] = tables.length === 1 && hasMembers ? tables : [];
  return {
    path: only,
    mediaFolder: folder,
    ...(members && { membersFile: path.join(folder, members.name) }),
  };
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(startBytes), 0, startBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
