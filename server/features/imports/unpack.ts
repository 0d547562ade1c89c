import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, validateFileName } from 'yauzl';
import { shorten } from '#locales/cut-text.ts';
import type { FreeSpace } from '#server/platform/free-space.ts';
import { ignoreMissing } from '#server/platform/ignore-missing.ts';
import { Refusal, refuse } from './problem.ts';

export type UnpackOptions = {
  /** Of all files together, without compression, and a block for each folder. */
  maxBytes: number;
  /** With the folders. */
  maxFiles?: number;
  freeSpace: Pick<FreeSpace, 'level'>;
  signal?: AbortSignal | undefined;
  /** For tests: what the file system reports of its inodes. */
  measure?: (folder: string) => Promise<{ files: number; ffree: number }>;
};
type Budget = { leftBytes: number; maxBytes: number; leftFiles: number; maxFiles: number };

const mebibyte = 1024 * 1024;
const defaultMaxFiles = 200_000;
const maxDepth = 50;
/** What a folder takes of the disk, also an empty one. */
const folderBytes = 4_096;
/** Left for the database. */
const minFreeInodes = 10_000;
const maxShownName = 200;
const utf8Flag = 0x800;
/** The upper half of the attributes is the mode of Unix. */
const modeShift = 16;
const typeMask = 0o170000;
const symbolicLink = 0o120000;
/** What systems add to archives. */
const ignoredNames = /(?:^|\/)(?:__MACOSX|\.DS_Store|Thumbs\.db|\.git)(?:\/|$)/;

/**
 * Unpacks a ZIP archive into a folder that appears when it is complete. Throws Refusal for an archive whose files would lie
 * elsewhere, that contains links, or that is larger than it may be: nothing of it stays.
 */
export async function unpack(archive: string, folder: string, options: UnpackOptions): Promise<void> {
  if (await ignoreMissing(stat(folder))) return;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    await writeFiles(archive, unfinished, options);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw isArchiveError(error) ? new Refusal({ key: 'imports.zipBroken' }) : error;
  }
}

async function writeFiles(archive: string, folder: string, options: UnpackOptions): Promise<void> {
  const { maxBytes, maxFiles = defaultMaxFiles, signal } = options;
  const zip = await openPromise(archive, { decodeStrings: false });
  const budget: Budget = { leftBytes: maxBytes, maxBytes, leftFiles: maxFiles, maxFiles };
  const folders = new Set(['.']);
  for await (const entry of zip.eachEntry()) {
    signal?.throwIfAborted();
    charge(budget, { files: 1 });
    const name = checkName(entry);
    if (ignoredNames.test(name)) continue;
    requireRegularFile(entry, name);
    chargeFolders(budget, name, folders);
    await requireRoom(folder, options);
    const target = path.join(folder, name);
    if (name.endsWith('/')) {
      await inFileSystem(name, () => mkdir(target, { recursive: true }));
      continue;
    }
    // The declared size is only a hint: the bytes that come out are counted.
    if (entry.uncompressedSize > budget.leftBytes) throw sizeRefusal(budget);
    await inFileSystem(name, () => mkdir(path.dirname(target), { recursive: true }));
    const content = await zip.openReadStreamPromise(entry);
    const file = createWriteStream(target, { flags: 'wx', mode: 0o600 });
    await inFileSystem(name, () =>
      pipeline(content, countBytes(budget, options.freeSpace), file, { ...(signal && { signal }) }),
    );
  }
}

function charge(budget: Budget, { files = 0, bytes = 0 }: { files?: number; bytes?: number }): void {
  budget.leftFiles -= files;
  budget.leftBytes -= bytes;
  if (budget.leftFiles < 0) refuse('imports.zipTooMany', {}, { max: budget.maxFiles });
  if (budget.leftBytes < 0) throw sizeRefusal(budget);
}

/** Charges the folders of a path that are not in `known` yet: an entry may name many that have none of their own. */
function chargeFolders(budget: Budget, name: string, known: Set<string>): void {
  const parts = path.posix.normalize(name).split('/').filter(Boolean);
  if (parts.length > maxDepth)
    refuse('imports.zipTooDeep', {}, { file: shorten(name, maxShownName), max: maxDepth });
  const own = parts.join('/');
  const isFolder = name.endsWith('/');
  for (let at = isFolder ? own : path.posix.dirname(own); !known.has(at); at = path.posix.dirname(at)) {
    known.add(at);
    // The entry of a folder is counted already.
    charge(budget, { files: at === own ? 0 : 1, bytes: folderBytes });
  }
}

/** Folders and empty files take no bytes that could be counted, but inodes. */
async function requireRoom(folder: string, { freeSpace, measure = statfs }: UnpackOptions): Promise<void> {
  if (freeSpace.level() !== 'enough') refuse('imports.diskFull');
  const { files, ffree } = await measure(folder);
  // Some file systems have no fixed number and report none.
  if (files > 0 && ffree < minFreeInodes) refuse('imports.diskFull');
}

/** Old programs for Windows write Russian names in code page 866. Throws Refusal for a name that leaves the folder. */
function checkName({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  const name = decodeName(fileNameRaw, (generalPurposeBitFlag & utf8Flag) !== 0).replaceAll('\\', '/');
  if (validateFileName(name) !== null || name.includes('\u0000') || name === '')
    refuse('imports.zipOutside', {}, { file: shorten(name, maxShownName) });
  return name;
}

function decodeName(bytes: Buffer, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(isUtf8 ? 'utf-8' : 'ibm866').decode(bytes);
  }
}

function requireRegularFile(entry: Entry, name: string): void {
  const type = (entry.externalFileAttributes >>> modeShift) & typeMask;
  if (type === symbolicLink) refuse('imports.zipLink', {}, { file: shorten(name, maxShownName) });
  if (entry.isEncrypted()) refuse('imports.zipEncrypted', {}, { file: shorten(name, maxShownName) });
  if (!entry.canDecodeFileData()) refuse('imports.zipMethod', {}, { file: shorten(name, maxShownName) });
}

function countBytes(budget: Budget, freeSpace: Pick<FreeSpace, 'level'>): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      budget.leftBytes -= chunk.length;
      if (budget.leftBytes < 0) done(sizeRefusal(budget));
      else if (freeSpace.level() !== 'enough') done(new Refusal({ key: 'imports.diskFull' }));
      else done(null, chunk);
    },
  });
}

const sizeRefusal = ({ maxBytes }: Budget) =>
  new Refusal({ key: 'imports.zipTooLarge', values: { max: Math.floor(maxBytes / mebibyte) } });

/** Names that are too long, occur twice or are a file and a folder. */
async function inFileSystem(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENAMETOOLONG', 'EEXIST', 'ENOTDIR', 'EISDIR'].includes(code))
      refuse('imports.zipName', {}, { file: shorten(name, maxShownName) });
    if (code === 'ENOSPC') refuse('imports.diskFull');
    throw error;
  }
}

/** yauzl and zlib report damaged archives as plain errors; errors of the disk have a code of their own. */
function isArchiveError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Refusal || error.name === 'AbortError') return false;
  const { code } = error as NodeJS.ErrnoException;
  return error.constructor === Error && (code === undefined || code.startsWith('Z_'));
}
