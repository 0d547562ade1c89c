import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { backup as texts } from '#locales/ru/backup.ts';
import type { Config } from '../config.ts';
import type { BackupTarget } from '../config-backup.ts';
import { silentLog } from '../platform/log.ts';
import { createStorage } from '../platform/storage/create-storage.ts';
import { readRelease } from '../release.ts';
import { createBackup } from './create-backup.ts';
import { openStoreForWriting } from './open-store.ts';
import { nameBackup } from './retention.ts';

const prefix = 'before-upgrade-';
const keptBackups = 3;

type Place = { dataDir: string; migrationUrl: string };

/**
 * A copy of the database and the secrets before migrations change them, in the target of the backups or else in the data
 * folder. Pictures are not changed by migrations, so they stay where they are. Returns the path of the archive.
 */
export async function backUpBeforeUpgrade(
  config: Pick<Config, 'backup' | 's3' | 'publicUrl'>,
  { dataDir, migrationUrl }: Place,
  signal: AbortSignal = new AbortController().signal,
): Promise<string> {
  const { recipient } = config.backup;
  const target = config.backup.target ?? (await localTarget(dataDir));
  const store = openStoreForWriting(target, recipient);
  const name = prefix + nameBackup(new Date());
  await createBackup({
    migrationUrl,
    storage: createStorage({ s3: config.s3, dataDir, log: silentLog }),
    secretsFolder: join(dataDir, 'secrets'),
    publicUrl: config.publicUrl,
    release: readRelease(),
    store,
    name,
    recipient,
    pictures: 'none',
    isDryRun: false,
    signal,
    onProgress: () => undefined,
  });
  const names: string[] = [];
  for await (const found of store.list('')) if (found.name.startsWith(prefix)) names.push(found.name);
  for (const old of names.sort().slice(0, -keptBackups)) await store.remove(old);
  return texts.location(store.location, name);
}

async function localTarget(dataDir: string): Promise<BackupTarget> {
  const path = join(dataDir, 'backups');
  await mkdir(path, { recursive: true, mode: 0o700 });
  return { kind: 'folder', path };
}
