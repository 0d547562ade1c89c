import { basename, dirname } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { backup as texts } from '#locales/ru/backup.ts';
import { type Archive, archiveAt, checkArchive, readIdentity } from '../server/backup/archive-reader.ts';
import type { BackupStore } from '../server/backup/backup-store.ts';
import type { Manifest, Summary } from '../server/backup/manifest.ts';
import { openStore } from '../server/backup/open-store.ts';
import { requireKnownSchema } from '../server/backup/restore-backup.ts';
import { listBackups } from '../server/backup/retention.ts';
import type { Config } from '../server/config.ts';
import { type BackupTarget, parseBackupTarget } from '../server/config-backup.ts';
import { migrationFolder } from '../server/open-database.ts';
import { readMigrations } from '../server/platform/db/migration-files.ts';
import { isFolder, megabytes, showPass } from './backup-report.ts';
import { CommandError, endProgressLine, parseArguments, resolvePath } from './command-line.ts';

type ArchiveArguments = {
  path: string | undefined;
  keyFile: string | undefined;
  at: Date | undefined;
  isDryRun: boolean;
  isList: boolean;
};

/** The arguments of a command that reads a backup. */
export function readArchiveArguments(usage: string, { hasDryRun }: { hasDryRun: boolean }): ArchiveArguments {
  const options: NonNullable<ParseArgsConfig['options']> = {
    key: { type: 'string' },
    at: { type: 'string' },
    list: { type: 'boolean' },
    ...(hasDryRun && { 'dry-run': { type: 'boolean' } }),
  };
  const { values, positionals } = parseArguments(usage, options);
  const [path] = positionals;
  if (path === '' || positionals.length > 1) throw new CommandError(usage);
  const keyFile = (values.key as string | undefined) ?? (process.env.BACKUP_KEY_FILE?.trim() || undefined);
  return {
    path,
    keyFile: keyFile && resolvePath(keyFile),
    at: values.at === undefined ? undefined : parseTime(String(values.at)),
    isDryRun: values['dry-run'] === true,
    isList: values.list === true,
  };
}

/** A time without its zone would mean another time on another machine. */
function parseTime(text: string): Date {
  const time = new Date(text);
  if (!/T.*(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(time.getTime()))
    throw new CommandError(texts.badTime(text));
  return time;
}

/** A folder, a file or `s3://bucket/prefix`. */
export function readTarget(path: string, config: Config): BackupTarget {
  const target = parseBackupTarget(path.startsWith('s3://') ? path : resolvePath(path), config.bucketKeys);
  if (typeof target === 'string') throw new CommandError(`${path}: ${target}`);
  return target;
}

type OpenedArchive = { archive: Archive; manifest: Manifest; summary: Summary };

/**
 * Reads the whole backup and compares its checksums. Throws if it is damaged or of a newer release. Undefined if only
 * the list of backups was wanted, which is then shown.
 */
export async function openArchive(
  options: ArchiveArguments,
  config: Config,
): Promise<OpenedArchive | undefined> {
  const { path, keyFile, isList } = options;
  const target = path === undefined ? config.backup.target : readTarget(path, config);
  if (!target) throw new CommandError(texts.noTarget);
  if (isList) {
    await showBackups(openStore(target));
    return undefined;
  }
  const archive = {
    ...(await findArchive(target, options.at)),
    identity: keyFile === undefined ? undefined : await readIdentity(keyFile),
  };
  const checked = await checkArchive(archive, showPass('checking'));
  endProgressLine();
  requireKnownSchema(checked.manifest, await readMigrations(migrationFolder));
  console.log(texts.checked(archive.name, checked.manifest.createdAt));
  return { archive, ...checked };
}

async function findArchive(
  target: BackupTarget,
  at: Date | undefined,
): Promise<Pick<Archive, 'store' | 'name'>> {
  const isFile = target.kind === 'folder' ? !isFolder(target.path) : target.prefix.endsWith('.backup/');
  if (isFile && at === undefined) return fileOf(target);
  const store = openStore(target);
  const backups = await listBackups(store);
  const found = at ? backups.find(({ createdAt }) => createdAt <= at) : backups[0];
  if (!found) throw new CommandError(texts.noBackupBefore(store.location));
  return { store, name: found.name };
}

/** The name of an object in a bucket looks like a longer prefix. */
function fileOf(target: BackupTarget): Pick<Archive, 'store' | 'name'> {
  if (target.kind === 'folder') return archiveAt(target.path, undefined);
  const path = target.prefix.slice(0, -1);
  const folder = dirname(path);
  return {
    store: openStore({ ...target, prefix: folder === '.' ? '' : `${folder}/` }),
    name: basename(path),
  };
}

async function showBackups(store: BackupStore): Promise<void> {
  const backups = await listBackups(store);
  for (const { name, createdAt, bytes } of backups)
    console.log(`${name}  ${createdAt.toISOString()}  ${megabytes(bytes)} МБ`);
  console.log(texts.backupCount(backups.length, store.location));
}
