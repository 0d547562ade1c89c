import {
  copyAuthors,
  copyCategories,
  copyFrontPage,
  copyMark,
  getArticlePath,
  getCommentsPath,
  getDeletedName,
  getFileName,
} from '#server/features/imports/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import * as files from './copied-files.ts';
import { type CopyFolder, createCopyFolder } from './copy-folder.ts';
import * as store from './export-store.ts';

export type ExportOptions = {
  signal?: AbortSignal | undefined;
  onProgress?: (progress: { done: number; total: number }) => void;
};
export type ExportSummary = {
  articles: number;
  comments: number;
  accounts: number;
  pictures: number;
  bytes: number;
  /** How many files of pictures the site has lost, and the first of them. */
  lost: { count: number; paths: string[] };
};

type Deps = { db: Db; storage: Pick<Storage, 'get'> };
type Site = {
  tx: Db;
  copy: CopyFolder;
  nameOf: files.NameOf;
  takePicture(path: string): Promise<string | undefined>;
  summary: Omit<ExportSummary, 'pictures' | 'bytes'>;
  options: ExportOptions;
};

const storedPicture = /\/media\/([0-9a-f]{2}\/[0-9a-f]{40}\.[a-z]{3,4})(?![\w.-])/g;
const namedLost = 20;

/**
 * Writes everything that belongs to readers, authors and the office into a new folder, in one state of the database. The same site gives
 * the same bytes. Throws ExportError if the folder cannot be used.
 */
export function exportSite(
  { db, storage }: Deps,
  folder: string,
  options: ExportOptions,
): Promise<ExportSummary> {
  return createCopyFolder(folder, (copy) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await store.allowLongWork(tx);
        const lost: ExportSummary['lost'] = { count: 0, paths: [] };
        const summary = { articles: 0, comments: 0, accounts: 0, lost };
        const site = {
          ...{ tx, copy, options, summary },
          nameOf: await createNames(tx),
          takePicture: createPictureTaker({ storage, copy, summary }),
        };
        await copy.write(copyMark, files.markFile());
        await copy.writeParts(copyCategories, writeEntries(store.readCategories(tx), files.categoryEntry));
        await copy.writeParts(copyAuthors, accountEntries(site));
        const placements = store.readPlacements(tx);
        await copy.writeParts(
          copyFrontPage,
          writeEntries(placements, (row) => files.placementEntry(row, site.nameOf)),
        );
        await writeArticles(site);
        return { ...summary, ...copy.counts() };
      }),
  );
}

async function createNames(tx: Db): Promise<files.NameOf> {
  const names = new Map<string, string>();
  for await (const username of store.readDeletedUsernames(tx))
    names.set(username, getDeletedName(names.size + 1));
  return (username) => names.get(username) ?? username;
}

/** The name of a picture in the copy; undefined if its file is lost. */
function createPictureTaker({
  storage,
  copy,
  summary,
}: Pick<Deps, 'storage'> & Pick<Site, 'copy' | 'summary'>): Site['takePicture'] {
  return async (path) => {
    const bytes = await storage.get(path);
    if (bytes) return `/media/${await copy.writePicture(bytes, path.slice(path.lastIndexOf('.') + 1))}`;
    summary.lost.count += 1;
    if (summary.lost.paths.length < namedLost) summary.lost.paths.push(path);
    return undefined;
  };
}

async function* writeEntries<Row>(
  rows: AsyncIterable<Row>,
  toEntry: (row: Row) => string,
): AsyncGenerator<string> {
  for await (const row of rows) yield toEntry(row);
}

async function* accountEntries({ tx, nameOf, takePicture, summary, options }: Site): AsyncGenerator<string> {
  for await (const row of store.readAccounts(tx)) {
    options.signal?.throwIfAborted();
    const avatar = row.avatar === null ? undefined : await takePicture(row.avatar);
    summary.accounts += 1;
    yield files.accountEntry(row, nameOf, avatar ?? null);
  }
}

async function writeArticles(site: Site): Promise<void> {
  const { tx, copy, nameOf, takePicture, summary, options } = site;
  const total = await store.countArticles(tx);
  for await (const row of store.readArticles(tx)) {
    options.signal?.throwIfAborted();
    const image = row.image === null ? undefined : await takePicture(row.image);
    const content = await takePictures(site, row.content);
    await copy.write(getArticlePath(row), files.articleFile(row, nameOf, { content, image: image ?? null }));
    if (row.hasComments)
      await copy.writeParts(getCommentsPath(getFileName(row.slug)), commentEntries(site, row.id));
    summary.articles += 1;
    options.onProgress?.({ done: summary.articles, total });
  }
}

/** The text with the names of the pictures in the copy. What only looks like a picture of the site stays. */
async function takePictures({ tx, takePicture }: Site, content: string): Promise<string> {
  const paths = new Set([...content.matchAll(storedPicture)].map(([, path]) => path as string));
  const names = new Map<string, string>();
  for (const path of await store.findPicturePaths(tx, [...paths])) {
    const name = await takePicture(path);
    if (name) names.set(path, name);
  }
  return content.replace(storedPicture, (found, path: string) => names.get(path) ?? found);
}

async function* commentEntries(
  { tx, nameOf, summary, options }: Site,
  postId: number,
): AsyncGenerator<string> {
  /** The numbers of the comment before this one and of those above it. */
  const above: number[] = [];
  let id = 0;
  for await (const row of store.readComments(tx, postId)) {
    options.signal?.throwIfAborted();
    id += 1;
    above.length = row.depth;
    const parent = above.at(-1);
    above.push(id);
    summary.comments += 1;
    yield files.commentEntry(row, nameOf, { id, parent });
  }
}
