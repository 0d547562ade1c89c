import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { getFilePaths } from '../features/media/index.ts';
import { pauseDeletions } from '../platform/storage/deletion-pause.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { type ArchiveWriter, createArchiveWriter, createDryRunWriter } from './archive-writer.ts';
import type { BackupStore } from './backup-store.ts';
import { createContentMeter, pictureItem } from './content-meter.ts';
import { type Content, entryNames, formatVersion, type Manifest, type Summary } from './manifest.ts';
import { writePictureIndex } from './picture-index.ts';
import {
  describePicture,
  type ListedPicture,
  listVault,
  objectNameOf,
  storePicture,
  vaultIdOf,
} from './picture-vault.ts';
import { beginSnapshot, withSite } from './snapshot.ts';
import { copyOut, listSequences, listTables } from './table-copy.ts';

export type BackupProgress = { phase: 'tables' | 'pictures'; bytes: number };

export type BackupSource = {
  /** Connects as the role that owns the tables. */
  migrationUrl: string;
  /** Undefined if nothing but the database is copied. */
  storage: Storage | undefined;
  secretsFolder: string | undefined;
  publicUrl: string;
  release: string;
};

export type BackupOptions = BackupSource & {
  store: BackupStore;
  /** The name of the archive in the store. */
  name: string;
  recipient: string | undefined;
  /**
   * `archive`: one file with everything. `store`: pictures are stored once beside the archives. `none`: they stay where
   * they are.
   */
  pictures: Manifest['pictures'];
  /** Reads everything and writes nothing. */
  isDryRun: boolean;
  signal: AbortSignal;
  /** The first pause before a file is read again from a storage that fails; each further one is longer. */
  storagePauseMs?: number;
  onProgress(progress: BackupProgress): void;
};

const pictureBatch = 500;
/** Pictures that are copied at the same time. */
const parallelPictures = 8;
const storageAttempts = 5;
const defaultStoragePauseMs = 2_000;

/** Writes one consistent archive of a site, which may be running. */
export async function createBackup(options: BackupOptions): Promise<Summary & { bytes: number }> {
  return withSite(options.migrationUrl, 'news-site backup', async (client) => {
    const { isDryRun, store, name, recipient } = options;
    const writer = isDryRun ? createDryRunWriter() : createArchiveWriter(store.write(name), recipient);
    try {
      const summary = await writeArchive(client, writer, options);
      await writer.finish();
      return { ...summary, bytes: writer.bytesWritten() };
    } catch (error) {
      await writer.abort();
      throw error;
    }
  });
}

async function writeArchive(
  client: pg.Client,
  writer: ArchiveWriter,
  options: BackupOptions,
): Promise<Summary> {
  await pauseDeletions(client);
  await beginSnapshot(client);
  const manifest = await describeSite(client, options);
  await addJson(writer, entryNames.manifest, manifest);
  const tables: Record<string, Content> = {};
  for (const table of manifest.tables) {
    let part = 0;
    tables[table.name] = await copyOut(client, table, async (bytes) => {
      options.signal.throwIfAborted();
      part += 1;
      await writer.add(entryNames.table(table.name, part), bytes);
      options.onProgress({ phase: 'tables', bytes: writer.bytesWritten() });
    });
  }
  // Sequences do not belong to the snapshot. Read after the tables, they are not behind any row.
  await addJson(writer, entryNames.sequences, await listSequences(client));
  const { pictures, missing } = await copyPictures(client, writer, options);
  for (const name of await listFiles(options.secretsFolder))
    await writer.add(entryNames.secret(name), await readFile(join(options.secretsFolder ?? '', name)));
  await client.query('commit');
  const summary = { tables, pictures, missingPictures: missing, sha256: writer.digest() };
  await addJson(writer, entryNames.summary, summary);
  return summary;
}

async function describeSite(
  client: pg.Client,
  { publicUrl, release, pictures, recipient }: BackupOptions,
): Promise<Manifest> {
  const migrations = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.schema_migrations order by name',
  );
  const jobs = await client.query<{ version: number }>(
    'select max(id)::int as version from graphile_worker.migrations',
  );
  const server = await client.query<{ server_version: string }>('show server_version');
  return {
    format: formatVersion,
    createdAt: new Date().toISOString(),
    release,
    publicUrl,
    serverVersion: server.rows[0]?.server_version ?? '',
    migrations: migrations.rows,
    jobsVersion: jobs.rows[0]?.version ?? 0,
    tables: await listTables(client),
    pictures,
    vaultId: vaultIdOf(recipient),
  };
}

type CopiedPictures = { pictures: Content; missing: number };

function copyPictures(
  client: pg.Client,
  writer: ArchiveWriter,
  options: BackupOptions,
): Promise<CopiedPictures> | CopiedPictures {
  if (options.pictures === 'archive') return addPictures(client, writer, options);
  if (options.pictures === 'store') return storePictures(client, writer, options);
  return { pictures: createContentMeter().content(), missing: 0 };
}

/** Adds the files of all pictures in the snapshot to the archive. */
async function addPictures(
  client: pg.Client,
  writer: ArchiveWriter,
  options: BackupOptions,
): Promise<CopiedPictures> {
  const meter = createContentMeter();
  let missing = 0;
  for await (const path of listPicturePaths(client)) {
    options.signal.throwIfAborted();
    const bytes = await readPicture(path, options);
    if (!bytes) {
      missing += 1;
      continue;
    }
    const file = Buffer.from(bytes);
    meter.add(pictureItem(path, file));
    await writer.add(entryNames.picture(path), file);
    options.onProgress({ phase: 'pictures', bytes: writer.bytesWritten() });
  }
  return { pictures: meter.content(), missing };
}

/** Stores the pictures that the store does not have yet, and lists all of them in the archive. */
async function storePictures(
  client: pg.Client,
  writer: ArchiveWriter,
  options: BackupOptions,
): Promise<CopiedPictures> {
  const meter = createContentMeter();
  const objectNames: string[] = [];
  const { store, recipient, name } = options;
  const vaultId = vaultIdOf(recipient);
  let missing = 0;
  for await (const [digits, paths] of groupPicturePaths(client)) {
    options.signal.throwIfAborted();
    const listed = await storeGroup(digits, paths, options);
    missing += paths.length - listed.length;
    for (const { bytes, sha256 } of listed) meter.addHashed(bytes, Buffer.from(sha256, 'hex'));
    for (const picture of listed) objectNames.push(objectNameOf(vaultId, picture));
    await addJson(writer, entryNames.pictureList(digits), listed);
    options.onProgress({ phase: 'pictures', bytes: writer.bytesWritten() });
  }
  if (!options.isDryRun) await writePictureIndex(store, name, objectNames);
  return { pictures: meter.content(), missing };
}

async function storeGroup(digits: string, paths: string[], options: BackupOptions): Promise<ListedPicture[]> {
  const { store, recipient, isDryRun } = options;
  const known = await listVault(store, vaultIdOf(recipient), digits);
  const listed: ListedPicture[] = [];
  for (let start = 0; start < paths.length; start += parallelPictures) {
    options.signal.throwIfAborted();
    const batch = paths.slice(start, start + parallelPictures).map(async (path) => {
      const found = known.get(path);
      if (found) return found;
      const content = await readPicture(path, options);
      if (!content || isDryRun) return content && describePicture(path, content);
      return storePicture(store, recipient, path, content);
    });
    for (const picture of await Promise.all(batch)) if (picture) listed.push(picture);
  }
  return listed;
}

type PictureRow = { id: string; path: string; avif_widths: number[]; webp_widths: number[] };

const filePathsOf = ({ path, avif_widths: avifWidths, webp_widths: webpWidths }: PictureRow): string[] =>
  getFilePaths({ path, avifWidths, webpWidths });

export async function* listPicturePaths(client: pg.Client): AsyncGenerator<string> {
  for (let after = '0'; ; ) {
    const { rows } = await client.query<PictureRow>(
      'select id::text, path, avif_widths, webp_widths from public.media where id > $1 order by media.id limit $2',
      [after, pictureBatch],
    );
    for (const row of rows) yield* filePathsOf(row);
    if (rows.length < pictureBatch) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** The paths of all pictures by their first two digits, so that only a part of them is in memory at a time. */
async function* groupPicturePaths(client: pg.Client): AsyncGenerator<[digits: string, paths: string[]]> {
  await client.query(`
    declare pictures no scroll cursor for
    select id::text, path, avif_widths, webp_widths from public.media order by left(path, 2) collate "C"`);
  let digits: string | undefined;
  let paths: string[] = [];
  for (;;) {
    const { rows } = await client.query<PictureRow>(`fetch ${pictureBatch} from pictures`);
    for (const row of rows) {
      const next = row.path.slice(0, 2);
      if (digits !== undefined && next !== digits) {
        yield [digits, paths];
        paths = [];
      }
      digits = next;
      paths.push(...filePathsOf(row));
    }
    if (rows.length === 0) break;
  }
  if (digits !== undefined) yield [digits, paths];
  await client.query('close pictures');
}

/** A bucket may fail for a while. */
async function readPicture(
  path: string,
  { storage, signal, storagePauseMs = defaultStoragePauseMs }: BackupOptions,
): Promise<Uint8Array | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await storage?.get(path);
    } catch (error) {
      if (attempt >= storageAttempts) throw error;
      await sleep(storagePauseMs * attempt, undefined, { signal });
    }
  }
}

async function listFiles(folder: string | undefined): Promise<string[]> {
  if (folder === undefined) return [];
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const addJson = (writer: ArchiveWriter, name: string, value: unknown): Promise<void> =>
  writer.add(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
