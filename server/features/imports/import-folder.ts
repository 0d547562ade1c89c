import { open, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Problem, Refusal, refuse } from './problem.ts';

/** A problem of a file, with its path in the folder (separated by `/`). */
export type FileProblem = Problem & { file: string };

/** Reads files of a folder. Nothing outside the folder is read, even through `..` and symbolic links. */
export type ImportFolder = {
  /** The real path of the folder. */
  root: string;
  /** The articles, sorted by path, and the folders that could not be read. */
  list(): Promise<{ files: string[]; problems: FileProblem[] }>;
  exists(file: string): Promise<boolean>;
  /** When a file of the folder was changed, to the second. */
  changedAt(file: string): Promise<Date | undefined>;
  /** The names of the files directly in a sub-folder; empty if the folder does not exist. */
  listNames(folder: string): Promise<string[]>;
  /** UTF-8 without byte order mark, lines ending in `\n`; undefined if the file does not exist. Throws Refusal. */
  readText(file: string): Promise<string | undefined>;
  /** The same with the line endings of the file. */
  readExactText(file: string): Promise<string | undefined>;
  /** The real path of a picture referenced by `file`; a leading `/` means the folder itself. Throws Refusal. */
  locatePicture(file: string, target: string): Promise<string>;
  /** The bytes of a located picture. Throws Refusal. */
  readPicture(location: string): Promise<Uint8Array>;
};

const mebibyte = 1024 * 1024;
const maxTextMebibytes = 2;
const maxPictureBytes = 10 * mebibyte;
/** Where the generators of static blogs look for files with an address that begins with `/`. */
const staticFolders = ['static', 'public', 'source', 'content', 'assets', 'src', 'src/assets'];
/** Folders of programs, and of templates. */
const skippedFolders = new Set(['node_modules', 'vendor', 'themes', 'archetypes', 'scaffolds']);
const articleFolders = new Set(['_posts', '_drafts']);

/** Opens a folder; throws Refusal if the path is not a readable folder. */
export async function openImportFolder(folder: string): Promise<ImportFolder> {
  const root = await realpath(folder).catch(() => refuse('imports.folderMissing', {}, { folder }));
  await readdir(root).catch(() => refuse('imports.folderMissing', {}, { folder }));

  let foldersByName: Promise<Map<string, string[]>> | undefined;

  /** The real path of a file or folder inside; undefined if it does not exist. */
  async function locate(relative: string): Promise<string | undefined> {
    const joinedPath = path.resolve(root, relative);
    if (!isInside(root, joinedPath)) refuse('imports.outside');
    const real = await realpath(joinedPath).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw readFailure(error);
    });
    return real === undefined || isInside(root, real) ? real : refuse('imports.outside');
  }

  /** The first file that has one of these names in one of the folders. */
  async function findIn(folders: string[], names: string[]): Promise<string | undefined> {
    for (const folderPath of folders)
      for (const name of names) {
        const real = await locate(path.join(folderPath, name));
        if (real !== undefined) return real;
      }
    return undefined;
  }

  async function readExactText(file: string): Promise<string | undefined> {
    const real = await locate(file);
    if (real === undefined) return undefined;
    const limit = maxTextMebibytes * mebibyte;
    const bytes = await readRegularFile(real, limit, () =>
      refuse('imports.fileTooLarge', {}, { max: maxTextMebibytes }),
    );
    return decode(bytes);
  }

  async function walk(
    folderPath: string,
    found: { files: string[]; problems: FileProblem[] },
  ): Promise<void> {
    const entries = await readdir(path.join(root, folderPath), { withFileTypes: true });
    const byName = entries
      .filter(({ name }) => articleFolders.has(name) || (!/^[_.]/.test(name) && !skippedFolders.has(name)))
      .toSorted((left, right) => (left.name < right.name ? -1 : 1));
    for (const entry of byName) {
      const file = path.posix.join(folderPath, entry.name);
      if (entry.isDirectory()) {
        await walk(file, found).catch(() => found.problems.push({ file, key: 'imports.unreadableFile' }));
      } else if (/\.(md|mdx|markdown)$/i.test(entry.name)) found.files.push(file);
      else if (entry.isSymbolicLink() && (await isFolder(path.join(root, file))))
        found.problems.push({ file, key: 'imports.linkedFolder' });
    }
  }

  return {
    root,
    async list() {
      const found = { files: [], problems: [] };
      await walk('', found);
      return found;
    },
    async listNames(folderPath) {
      const real = await locate(folderPath);
      if (real === undefined || !(await isFolder(real))) return [];
      return (await readdir(real)).toSorted();
    },
    readText: async (file) => (await readExactText(file))?.replace(/\r\n?/g, '\n'),
    readExactText,
    exists: async (file) => (await locate(file)) !== undefined,
    async changedAt(file) {
      const real = await locate(file);
      return real === undefined ? undefined : new Date(Math.floor((await stat(real)).mtimeMs / 1000) * 1000);
    },
    async locatePicture(file, target) {
      const names = formsOf(target.replace(/^\/+/, ''));
      const { dir, name: articleName } = path.posix.parse(file);
      // Beside the article, in a folder named after it, or in one of the static folders.
      const beside = target.startsWith('/') ? [''] : [dir, path.posix.join(dir, articleName), ''];
      const found = await findIn([...beside, ...staticFolders], names);
      if (found !== undefined) return found;
      // Themes of Jekyll keep the pictures of an article in a folder of its name, wherever that is.
      if (!target.startsWith('/')) {
        foldersByName ??= indexFolders(root);
        const own = articleName === 'index' ? path.posix.basename(dir) : articleName;
        const namesakes = (await foldersByName).get(own.normalize('NFC')) ?? [];
        const inNamesake = await findIn(namesakes.slice(0, maxNamesakes), names);
        if (inNamesake !== undefined) return inNamesake;
      }
      return refuse('imports.pictureMissing');
    },
    readPicture: (location) => readRegularFile(location, maxPictureBytes, () => refuse('media.tooLarge')),
  };
}

/** A name as it is written, with composed and with decomposed letters: macOS writes «й» as two signs. */
const formsOf = (name: string): string[] => [
  ...new Set([name, name.normalize('NFC'), name.normalize('NFD')]),
];

const maxFolders = 50_000;
/** Folders of one name in which a picture is looked for. */
const maxNamesakes = 20;

/** The folders below `root` by their names, without following links. */
async function indexFolders(root: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const waiting = [''];
  for (let seen = 0; waiting.length > 0 && seen < maxFolders; seen += 1) {
    const parent = waiting.pop() as string;
    const entries = await readdir(path.join(root, parent), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name === '.git' || skippedFolders.has(entry.name)) continue;
      const folder = path.posix.join(parent, entry.name);
      waiting.push(folder);
      const name = entry.name.normalize('NFC');
      const namesakes = found.get(name) ?? [];
      namesakes.push(folder);
      found.set(name, namesakes);
    }
  }
  return found;
}

function isInside(root: string, target: string): boolean {
  const relative = path.relative(root, target);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

async function readRegularFile(file: string, maxBytes: number, tooLarge: () => never): Promise<Uint8Array> {
  try {
    // Checked before opening, because opening a pipe would block until a writer appears.
    if (!(await stat(file)).isFile()) refuse('imports.notFile');
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      return size > maxBytes ? tooLarge() : await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw error instanceof Refusal ? error : readFailure(error);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('imports.notUtf8');
  }
}

const isFolder = async (target: string): Promise<boolean> =>
  (await stat(target).catch(() => undefined))?.isDirectory() ?? false;

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code));

/** An error of the file system is a problem of the folder, not an internal error. */
function readFailure(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new Refusal({ key: 'imports.unreadableFile' });
}
