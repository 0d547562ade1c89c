import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const recordSchema = z.object({ createdAt: z.iso.datetime(), path: z.string(), isEncrypted: z.boolean() });
export type BackupRecord = z.infer<typeof recordSchema>;

const recordFile = (dataDir: string) => join(dataDir, 'last-backup.json');

/** Remembers the last complete backup in the data folder. */
export async function recordBackup(dataDir: string, record: BackupRecord): Promise<void> {
  const unfinished = `${recordFile(dataDir)}.unfinished`;
  await writeFile(unfinished, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  await rename(unfinished, recordFile(dataDir));
}

/** Undefined if there was none, or if the record cannot be read. */
export async function readLastBackup(dataDir: string): Promise<BackupRecord | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(recordFile(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}
