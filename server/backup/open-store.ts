import { backup as texts } from '#locales/ru/backup.ts';
import type { BackupTarget } from '../config-backup.ts';
import { BackupError } from './backup-error.ts';
import type { BackupStore } from './backup-store.ts';
import { createBucketStore } from './bucket-store.ts';
import { createFolderStore } from './folder-store.ts';

/** A target as an operator writes it. */
export const describeTarget = (target: BackupTarget): string =>
  target.kind === 'folder' ? target.path : `s3://${target.s3.bucket}/${target.prefix}`;

export const openStore = (target: BackupTarget): BackupStore =>
  target.kind === 'folder' ? createFolderStore(target.path) : createBucketStore(target);

/** A place for new backups. A bucket belongs to somebody else, so nothing leaves for it without encryption. */
export function openStoreForWriting(target: BackupTarget, recipient: string | undefined): BackupStore {
  if (target.kind === 'bucket' && recipient === undefined) throw new BackupError(texts.bucketNeedsKey);
  return openStore(target);
}
