import { chmod, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { backup as texts } from '#locales/ru/backup.ts';
import type { MigrationFile } from '../platform/db/migration-files.ts';
import { contentTypes, isStoredPath } from '../platform/media-url.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { type Archive, type ArchiveEntry, parse, parsePictureList, readEntries } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';
import { createContentMeter, pictureItem } from './content-meter.ts';
import { connectAsOwner } from './maintenance-client.ts';
import {
  type Content,
  entryNames,
  type Manifest,
  type Sequences,
  type Summary,
  sequencesSchema,
} from './manifest.ts';
import { fetchPicture, type ListedPicture } from './picture-vault.ts';
import { createTableLoader, restoreSequences, suspendConstraints } from './table-copy.ts';

/** The empty place that becomes the site. */
export type RestoreTarget = {
  migrationUrl: string;
  /** Undefined if nothing but a database is restored. */
  storage: Storage | undefined;
  secretsFolder: string | undefined;
  /** Installs the job queue and the migrations up to this one, or all of them. */
  migrate(lastName?: string): Promise<void>;
};

export type RestoreOptions = {
  archive: Archive;
  manifest: Manifest;
  summary: Summary;
  target: RestoreTarget;
  signal: AbortSignal;
  onProgress(entry: ArchiveEntry): void;
  /** Called when everything is loaded, before the migrations that are newer than the archive. */
  onLoaded?: (client: pg.Client) => Promise<void>;
};

const secretName = /^[\w-][\w.-]*$/;
/** Pictures that are copied at the same time. */
const parallelPictures = 8;
const nothing: Content = createContentMeter().content();
/** Exists from before the first table until all rows are there: no site starts on half a restore. */
const markerTable = 'public.unfinished_restore';

/** Throws if this release cannot restore the archive. */
export function requireKnownSchema(manifest: Manifest, files: MigrationFile[]): void {
  const known = new Map(files.map((file) => [file.name, file]));
  for (const { name, checksum } of manifest.migrations) {
    const file = known.get(name);
    if (!file) throw new BackupError(texts.newerRelease(name));
    if (![file.checksum, ...file.earlierChecksums].includes(checksum))
      throw new BackupError(texts.otherMigration(name));
  }
}

/** Restores a checked archive. A restore that was killed can be repeated in the same place. */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { manifest, target, onLoaded } = options;
  const client = await connectAsOwner(target.migrationUrl, 'news-site restore');
  try {
    await claimEmptyPlace(client, target, manifest);
    await target.migrate(manifest.migrations.at(-1)?.name);
    await requireJobsVersion(client, manifest);
    await client.query('begin');
    await load(client, options);
    await client.query(`drop table ${markerTable}`);
    await client.query('commit');
    await client.query('analyze');
    await onLoaded?.(client);
    await target.migrate();
    // The archive may have been made while another backup was under way, which nobody will finish here.
    await client.query('delete from backup_runs where finished_at is null');
  } finally {
    await client.end();
  }
}

/** Throws if the place holds anything; an unfinished restore counts as empty. */
export async function requireEmptyPlace(
  target: Omit<RestoreTarget, 'migrate'>,
  manifest: Pick<Manifest, 'pictures'>,
): Promise<void> {
  const client = await connectAsOwner(target.migrationUrl, 'news-site restore');
  try {
    await isClaimed(client, target, manifest);
  } finally {
    await client.end();
  }
}

async function claimEmptyPlace(client: pg.Client, target: RestoreTarget, manifest: Manifest): Promise<void> {
  if (await isClaimed(client, target, manifest)) return;
  await client.query(`create table ${markerTable} (started_at timestamptz not null default now())`);
}

async function isClaimed(
  client: pg.Client,
  { storage, secretsFolder }: Omit<RestoreTarget, 'migrate' | 'migrationUrl'>,
  manifest: Pick<Manifest, 'pictures'>,
): Promise<boolean> {
  const { rows } = await client.query<{ restoring: boolean; tables: number }>(
    `select to_regclass('${markerTable}') is not null as restoring,
            (select count(*)::int from pg_class
              where relkind in ('r', 'v', 'm') and relnamespace in (
                select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
                and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')) as tables`,
  );
  if (rows[0]?.restoring) return true;
  if (rows[0]?.tables !== 0) throw new BackupError(texts.notEmptyDatabase);
  await requireNoFiles({ storage, secretsFolder }, manifest);
  return false;
}

export async function requireNoFiles(
  { storage, secretsFolder }: Pick<RestoreTarget, 'storage' | 'secretsFolder'>,
  { pictures }: Pick<Manifest, 'pictures'>,
): Promise<void> {
  if (storage && pictures !== 'none')
    for await (const _ of storage.list()) throw new BackupError(texts.notEmptyPictures);
  if (secretsFolder === undefined) return;
  const secrets = await readdir(secretsFolder).catch(() => []);
  if (secrets.length > 0) throw new BackupError(texts.notEmptyFolder(secretsFolder));
}

async function requireJobsVersion(client: pg.Client, { jobsVersion }: Manifest): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    'select max(id)::int as version from graphile_worker.migrations',
  );
  if (jobsVersion > (rows[0]?.version ?? 0)) throw new BackupError(texts.newerJobs);
}

async function load(client: pg.Client, options: RestoreOptions): Promise<void> {
  const { archive, manifest, summary, target, signal, onProgress } = options;
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  const resume = await suspendConstraints(client, manifest.tables);
  const loader = createTableLoader(client);
  const pictures = createContentMeter();
  let sequences: Sequences = [];
  for await (const entry of readEntries(archive)) {
    signal.throwIfAborted();
    const [kind = '', ...rest] = entry.name.split('/');
    const name = rest.join('/');
    const table = tables.get(rest[0] ?? '');
    if (kind === 'tables' && table) await loader.add(table, entry.content);
    else if (entry.name === entryNames.sequences) {
      await loader.end();
      sequences = parse(sequencesSchema, entry.content, entry.name);
    } else if (kind === 'pictures' && isStoredPath(name)) {
      await putPicture(target.storage, name, entry.content);
      pictures.add(pictureItem(name, entry.content));
    } else if (kind === 'picture-list') {
      for (const { bytes, sha256 } of await loadPictures(options, entry))
        pictures.addHashed(bytes, Buffer.from(sha256, 'hex'));
    } else if (kind === 'secrets' && secretName.test(name))
      await writeSecret(target.secretsFolder, name, entry.content);
    else if (entry.name !== entryNames.manifest && entry.name !== entryNames.summary)
      throw new BackupError(texts.damaged(entry.name));
    onProgress(entry);
  }
  compare('pictures', pictures.content(), summary.pictures);
  for (const { name } of manifest.tables)
    compare(name, loader.contents.get(name) ?? nothing, summary.tables[name] ?? nothing);
  await resume();
  await restoreSequences(client, sequences);
}

async function putPicture(storage: Storage | undefined, path: string, content: Uint8Array): Promise<void> {
  await storage?.put(path, content, contentTypes[path.endsWith('.avif') ? 'avif' : 'webp']);
}

/** Copies listed pictures from the store of the archive. */
async function loadPictures(
  { archive, manifest, target, signal }: RestoreOptions,
  entry: ArchiveEntry,
): Promise<ListedPicture[]> {
  const listed = parsePictureList(entry);
  for (let start = 0; start < listed.length; start += parallelPictures) {
    signal.throwIfAborted();
    const batch = listed.slice(start, start + parallelPictures).map(async (picture) => {
      const key = { vaultId: manifest.vaultId, identity: archive.identity };
      await putPicture(target.storage, picture.path, await fetchPicture(archive.store, key, picture));
    });
    await Promise.all(batch);
  }
  return listed;
}

export function compare(what: string, found: Content, expected: Content): void {
  const isEqual =
    found.count === expected.count && found.bytes === expected.bytes && found.checksum === expected.checksum;
  if (!isEqual) throw new BackupError(texts.mismatch(what));
}

async function writeSecret(folder: string | undefined, name: string, content: Buffer): Promise<void> {
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(path, 0o600);
}
