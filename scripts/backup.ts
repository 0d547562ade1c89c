// npm run backup -- PATH [--recipient KEY] [--dry-run]: writes one archive of the site, which may be running.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { backup as texts } from '#locales/ru/backup.ts';
import { createBackup } from '../server/backup/create-backup.ts';
import { recordBackup } from '../server/backup/last-backup.ts';
import type { Summary } from '../server/backup/manifest.ts';
import { loadConfig } from '../server/config.ts';
import { hasDatabaseServer, resolveServer } from '../server/open-database.ts';
import { createLog } from '../server/platform/log.ts';
import { createStorage } from '../server/platform/storage/create-storage.ts';
import { readRelease } from '../server/release.ts';
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

type Arguments =
  | { newKey: string }
  | { path: string; recipient: string | undefined; isDryRun: boolean; newKey?: undefined };

await runMain(async () => {
  const options = readArguments();
  if (options.newKey !== undefined) return createKey(options.newKey);
  return run(options);
});

function readArguments(): Arguments {
  const { values, positionals } = parseArguments(texts.backupUsage, {
    recipient: { type: 'string' },
    'new-key': { type: 'string' },
    'dry-run': { type: 'boolean' },
  });
  const newKey = values['new-key'];
  if (newKey !== undefined && positionals.length === 0) return { newKey: resolvePath(newKey) };
  const [path] = positionals;
  if (path === undefined || path === '' || positionals.length > 1) throw new CommandError(texts.backupUsage);
  const recipient = values.recipient ?? (process.env.BACKUP_RECIPIENT?.trim() || undefined);
  if (recipient !== undefined) requireRecipient(recipient);
  return { path: nameFile(resolvePath(path)), recipient, isDryRun: values['dry-run'] ?? false };
}

function requireRecipient(recipient: string): void {
  try {
    new Encrypter().addRecipient(recipient);
  } catch {
    throw new CommandError(texts.badRecipient);
  }
}

/** A folder gets a file whose name contains the time, so that names sort by age. */
function nameFile(path: string): string {
  const time = new Date().toISOString().replaceAll(':', '-').replace(/\.\d+/, '');
  const file = isFolder(path) ? join(path, `news-site-${time}.backup`) : path;
  if (!isFolder(dirname(file))) throw new CommandError(texts.folderMissing(dirname(file)));
  if (existsSync(file)) throw new CommandError(texts.fileExists(file));
  return file;
}

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

async function run({ path, recipient, isDryRun }: Exclude<Arguments, { newKey: string }>): Promise<number> {
  const startedAt = performance.now();
  const config = loadConfig();
  const log = createLog('silent');
  const signal = listenForInterruption();
  if (recipient === undefined) console.error(texts.notEncrypted);
  if (!hasDatabaseServer(config)) throw new CommandError(texts.noSite);
  // The database may be of another release: a backup is made before an upgrade, so nothing migrates it here.
  const { dataDir, server } = await resolveServer(config, log, { canJoin: true, isCommand: true });
  try {
    const summary = await createBackup({
      migrationUrl: server.migrationUrl,
      storage: createStorage({ s3: config.s3, dataDir, log }),
      secretsFolder: join(dataDir, 'secrets'),
      publicUrl: config.publicUrl,
      release: readRelease(),
      path,
      recipient,
      isDryRun,
      signal,
      onProgress: ({ phase, bytes }) =>
        showProgressLine(texts.progress(texts.phases[phase], Math.round(bytes / 2 ** 20), undefined)),
    });
    endProgressLine();
    const isEncrypted = recipient !== undefined;
    if (!isDryRun) await recordBackup(dataDir, { createdAt: new Date().toISOString(), path, isEncrypted });
    report(path, summary, { isDryRun, startedAt });
    return 0;
  } finally {
    await server.stop();
  }
}

function report(
  path: string,
  summary: Summary,
  { isDryRun, startedAt }: { isDryRun: boolean; startedAt: number },
): void {
  console.log(describeContents(summary));
  if (summary.missingPictures > 0) console.error(texts.missingPictures(summary.missingPictures));
  console.log(
    isDryRun ? texts.wouldWrite(path) : texts.created(path, megabytes(path), secondsSince(startedAt)),
  );
}
