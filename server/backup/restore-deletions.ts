import { repeatDeletions } from '../features/accounts/index.ts';
import { openDatabase } from '../platform/db/database.ts';
import type { BackupStore } from './backup-store.ts';
import { createDeletionList } from './deletion-list.ts';

/** As long as after a request: an owner who had cancelled it has to do that again. */
const graceMs = 14 * 24 * 3_600_000;

/**
 * Deletes the accounts again whose deletion is listed beside backups or in the data folder. Returns their number. The
 * site removes their texts when it starts.
 */
export async function restoreDeletions(url: string, stores: BackupStore[]): Promise<number> {
  const db = openDatabase({ url, maxConnections: 2, applicationName: 'news-site restore' });
  const now = new Date();
  try {
    return await repeatDeletions(db, createDeletionList(stores).list(), {
      now,
      postponedTo: new Date(now.getTime() + graceMs),
    });
  } finally {
    await db.destroy();
  }
}
