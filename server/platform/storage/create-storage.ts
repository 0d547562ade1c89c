import { join } from 'node:path';
import type { Log } from '../log.ts';
import type { S3Settings } from './bucket.ts';
import { createDiskStorage } from './disk-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** The configured storage: a bucket, or a folder of the data folder. */
export function createStorage({
  s3,
  dataDir,
  log,
}: {
  s3: S3Settings | undefined;
  dataDir: string;
  log: Log;
}): Storage {
  return s3 ? createS3Storage({ ...s3, log }) : createDiskStorage(join(dataDir, 'media'));
}
