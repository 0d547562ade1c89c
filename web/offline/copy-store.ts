import {
  articleCache,
  deleteArticles,
  fileCache,
  filePrefix,
  maxArticles,
  shellCache,
} from './offline-settings.ts';

/** The frame of offline pages: the name of the site (escaped), and the addresses of styles and fonts. */
export type Shell = { siteName: string; styles: string[]; fonts: string[] };

/** A saved article. Title and text are HTML. */
export type ArticleCopy = Shell & {
  path: string;
  title: string;
  html: string;
  pictures: string[];
  /** ISO 8601. */
  savedAt: string;
};

const shellKey = '/offline/shell';
const checkedAtKey = '/offline/checked-at';

const json = (value: unknown) =>
  new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } });

export type CopyStore = ReturnType<typeof createCopyStore>;

/**
 * The saved articles with their files, the newest first. Cache Storage deletes as a whole: an origin either has all of its caches
 * or none.
 */
export function createCopyStore(caches: CacheStorage) {
  async function read<Value>(cacheName: string, key: string): Promise<Value | undefined> {
    const found = await (await caches.open(cacheName)).match(key);
    return found && ((await found.json()) as Value);
  }

  async function write(cacheName: string, key: string, value: unknown): Promise<void> {
    await (await caches.open(cacheName)).put(key, json(value));
  }

  async function list(): Promise<ArticleCopy[]> {
    const cache = await caches.open(articleCache);
    const copies: ArticleCopy[] = [];
    for (const { url } of await cache.keys()) {
      const found = await cache.match(url);
      if (found && new URL(url).pathname !== checkedAtKey) copies.push(await found.json());
    }
    return copies.sort((left, right) => right.savedAt.localeCompare(left.savedAt));
  }

  async function remove(path: string): Promise<void> {
    if (await (await caches.open(articleCache)).delete(path)) await removeUnusedFiles();
  }

  /** Deletes the files that no saved article needs. */
  async function removeUnusedFiles(): Promise<void> {
    const used = new Set((await list()).flatMap(filesOf));
    const cache = await caches.open(fileCache);
    for (const request of await cache.keys())
      if (!used.has(new URL(request.url).pathname)) await cache.delete(request);
  }

  return {
    list,
    remove,
    find: (path: string) => read<ArticleCopy>(articleCache, path),
    readShell: () => read<Shell>(shellCache, shellKey),
    readCheckedAt: async () => (await read<number>(articleCache, checkedAtKey)) ?? 0,
    writeCheckedAt: (time: number) => write(articleCache, checkedAtKey, time),
    /** Saves an article whose files are saved, in place of the oldest if there are too many. */
    async put(copy: ArticleCopy): Promise<void> {
      await write(articleCache, copy.path, copy);
      const surplus = (await list()).slice(maxArticles);
      const cache = await caches.open(articleCache);
      for (const { path } of surplus) await cache.delete(path);
      await removeUnusedFiles();
    },
    /** Replaces the shell of the previous release. Its files must have been fetched. */
    async putShell(shell: Shell, files: Map<string, Response>): Promise<void> {
      const cache = await caches.open(shellCache);
      for (const [path, response] of files) await cache.put(path, response);
      await cache.put(shellKey, json(shell));
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        if (pathname !== shellKey && !files.has(pathname)) await cache.delete(request);
      }
    },
    hasFile: async (path: string) => (await (await caches.open(fileCache)).match(path)) !== undefined,
    putFile: async (path: string, response: Response) => (await caches.open(fileCache)).put(path, response),
    async findFile(path: string): Promise<Response | undefined> {
      for (const name of [fileCache, shellCache]) {
        const found = await (await caches.open(name)).match(path);
        if (found) return found;
      }
      return undefined;
    },
    forget: () => deleteArticles(caches),
  };
}

export const filesOf = ({ styles, fonts, pictures }: ArticleCopy): string[] => [
  ...styles,
  ...fonts,
  ...pictures,
];

/** A style sheet whose fonts have the addresses of saved files. */
export async function withSavedFonts(response: Response): Promise<Response> {
  const css = await response.text();
  const text = css.replaceAll('url(/assets/', `url(${filePrefix}/assets/`);
  return new Response(text, { headers: { 'content-type': 'text/css; charset=utf-8' } });
}
