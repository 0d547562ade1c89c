// npm run backup -- [PATH] [--recipient KEY] [--dry-run]: writes a backup of the site, which may be running.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { backup as texts } from '#locales/ru/backup.ts';
import { type BackupRun, recordRun } from '../server/backup/backup-runs.ts';
import type { BackupStore } from '../server/backup/backup-store.ts';
import { type BackupOptions, createBackup } from '../server/backup/create-backup.ts';
import { requireRecipient } from '../server/backup/encryption.ts';
import type { Summary } from '../server/backup/manifest.ts';
import { openStoreForWriting } from '../server/backup/open-store.ts';
import { removeArchives } from '../server/backup/picture-index.ts';
import { listBackups, nameBackup, selectKept } from '../server/backup/retention.ts';
import { type Config, loadConfig } from '../server/config.ts';
import type { BackupTarget } from '../server/config-backup.ts';
import { hasDatabaseServer, resolveServer } from '../server/open-database.ts';
import { createLog } from '../server/platform/log.ts';
import { createStorage } from '../server/platform/storage/create-storage.ts';
import { readRelease } from '../server/release.ts';
import { readTarget } from './backup-arguments.ts';
import { describeContents, isFolder, megabytes, secondsSince } from './backup-report.ts';
import {
  CommandError,
  endProgressLine,
  listenForInterruption,
  parseArguments,
  resolvePath,
  runMain,
  showProgressLine,
} from './command-line.ts';

type Arguments = {
  path: string | undefined;
  recipient: string | undefined;
  isDryRun: boolean;
  isScheduled: boolean;
};
type Destination = Pick<BackupOptions, 'store' | 'name' | 'pictures'>;

await runMain(async () => {
  const { values, positionals } = parseArguments(texts.backupUsage, {
    recipient: { type: 'string' },
    'new-key': { type: 'string' },
    'dry-run': { type: 'boolean' },
    scheduled: { type: 'boolean' },
  });
  const newKey = values['new-key'];
  if (newKey !== undefined && positionals.length === 0) return createKey(resolvePath(newKey));
  const [path] = positionals;
  if (newKey !== undefined || path === '' || positionals.length > 1)
    throw new CommandError(texts.backupUsage);
  const isScheduled = values.scheduled ?? false;
  return run({ path, recipient: values.recipient, isDryRun: values['dry-run'] ?? false, isScheduled });
});

async function createKey(path: string): Promise<number> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  await writeFile(path, `# public key: ${recipient}\n${identity}\n`, { flag: 'wx', mode: 0o600 }).catch(
    (error) => {
      throw error.code === 'EEXIST' ? new CommandError(texts.fileExists(path)) : error;
    },
  );
  console.log(texts.keyCreated(path, recipient));
  return 0;
}

async function run(options: Arguments): Promise<number> {
  const config = loadConfig();
  const recipient = options.recipient ?? config.backup.recipient;
  if (recipient !== undefined) requireRecipient(recipient);
  const destination = findDestination(config, options.path, recipient);
  if (recipient === undefined) console.error(texts.notEncrypted);
  if (!hasDatabaseServer(config)) throw new CommandError(texts.noSite);
  const signal = listenForInterruption();
  // The database may be of another release: a backup is made before an upgrade, so nothing migrates it here.
  const place = { canJoin: true, isCommand: true };
  const { dataDir, server } = await resolveServer(config, createLog('silent'), place);
  try {
    return await backUp(config, { ...options, recipient, ...destination, signal }, { dataDir, server });
  } finally {
    await server.stop();
  }
}

/** A folder and a bucket store pictures once for all backups; a file contains them. */
function findDestination(
  config: Config,
  path: string | undefined,
  recipient: string | undefined,
): Destination {
  const target = path === undefined ? config.backup.target : readTarget(path, config);
  if (!target) throw new CommandError(texts.noTarget);
  if (target.kind === 'bucket' || isFolder(target.path)) {
    const store = openStoreForWriting(target, recipient);
    return { store, name: nameBackup(new Date()), pictures: 'store' };
  }
  const folder = dirname(target.path);
  if (path === undefined || !isFolder(folder))
    throw new CommandError(texts.folderMissing(path === undefined ? target.path : folder));
  if (existsSync(target.path)) throw new CommandError(texts.fileExists(target.path));
  const store = openStoreForWriting({ kind: 'folder', path: folder } satisfies BackupTarget, recipient);
  return { store, name: basename(target.path), pictures: 'archive' };
}

type RunOptions = Arguments & Destination & { signal: AbortSignal };

async function backUp(
  config: Config,
  options: RunOptions,
  { dataDir, server }: Awaited<ReturnType<typeof resolveServer>>,
): Promise<number> {
  const startedAt = performance.now();
  const { store, name, recipient, isDryRun, isScheduled } = options;
  const create = async () => {
    const summary = await createBackup({
      ...options,
      migrationUrl: server.migrationUrl,
      storage: createStorage({ s3: config.s3, dataDir, log: createLog('silent') }),
      secretsFolder: join(dataDir, 'secrets'),
      publicUrl: config.publicUrl,
      release: readRelease(),
      onProgress: ({ phase, bytes }) =>
        showProgressLine(texts.progress(texts.phases[phase], Math.round(bytes / 2 ** 20), undefined)),
    });
    return { summary, bytes: summary.bytes, pictures: summary.pictures.count };
  };
  const record: BackupRun = {
    target: store.location,
    name,
    isScheduled,
    isEncrypted: recipient !== undefined,
  };
  const made = isDryRun ? await create() : await recordRun(server.migrationUrl, record, create);
  endProgressLine();
  if (!made) throw new CommandError(texts.otherBackupRuns);
  describe(made.summary);
  const location = texts.location(store.location, name);
  console.log(
    isDryRun
      ? texts.wouldWrite(location)
      : texts.created(location, megabytes(made.bytes), secondsSince(startedAt)),
  );
  if (isScheduled && !isDryRun) await removeExpired(store, config);
  return 0;
}

function describe(summary: Summary): void {
  console.log(describeContents(summary));
  if (summary.missingPictures > 0) console.error(texts.missingPictures(summary.missingPictures));
}

async function removeExpired(store: BackupStore, { backup }: Config): Promise<void> {
  const backups = await listBackups(store);
  const kept = selectKept(backups, backup.retention, new Date());
  const expired = backups.filter((found) => !kept.has(found));
  if (expired.length === 0) return;
  const names = (some: Iterable<{ name: string }>) => Array.from(some, (found) => found.name);
  const pictures = await removeArchives(store, names(expired), names(kept));
  console.log(texts.removedOld(expired.length, pictures));
}
