import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { BackupStore } from './backup-store.ts';

type Texts = 'keep' | 'remove';
/** Who was deleted, as far as the list says it: an id, and a keyed hash by which the account is recognised. */
export type ListedDeletion = { accountId: number; texts: Texts; isOf(account: { createdAt: Date }): boolean };
export type DeletedAccount = { accountId: number; createdAt: Date; texts: Texts };

const folder = 'deletions/';
/** A key of its own for each entry: the secret of the site may be replaced, and the list must outlive it. */
const keyBytes = 16;
const hashLength = 32;
const entryPattern = /^deletions\/(\d{1,15})\/([0-9a-f]{32})-([0-9a-f]{32})-(keep|remove)$/;

/** After a restore of an older backup, an id may belong to somebody else; the time of the registration says so. */
const hashOf = (key: string, accountId: number, createdAt: Date): string =>
  createHmac('sha256', Buffer.from(key, 'hex'))
    .update(`${accountId} ${createdAt.toISOString()}`)
    .digest('hex')
    .slice(0, hashLength);

/**
 * The accounts that were deleted, kept outside of the database: a backup that is older than a deletion must not bring
 * the account back. All of an entry is in its name, so reading the list is listing names.
 */
export function createDeletionList(stores: readonly BackupStore[]) {
  async function* listIn(store: BackupStore, prefix: string): AsyncGenerator<ListedDeletion> {
    for await (const { name } of store.list(prefix)) {
      const [, id, key, hash, texts] = entryPattern.exec(name) ?? [];
      if (!id || !key || !hash) continue;
      const accountId = Number(id);
      yield {
        accountId,
        texts: texts as Texts,
        isOf: ({ createdAt }) =>
          timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(key, accountId, createdAt))),
      };
    }
  }

  async function recordIn(store: BackupStore, deleted: DeletedAccount): Promise<void> {
    const { accountId, createdAt, texts } = deleted;
    for await (const entry of listIn(store, `${folder}${accountId}/`)) if (entry.isOf(deleted)) return;
    const key = randomBytes(keyBytes).toString('hex');
    const name = `${folder}${accountId}/${key}-${hashOf(key, accountId, createdAt)}-${texts}`;
    // A bucket may refuse an empty object.
    await store.put(name, Buffer.from('deleted\n'));
  }

  return {
    /** Writes an entry to every place that has none. Throws if one of them cannot be written. */
    async record(deleted: DeletedAccount): Promise<void> {
      for (const store of stores) await recordIn(store, deleted);
    },
    /** The entries of all places; an account may occur several times. */
    async *list(): AsyncGenerator<ListedDeletion> {
      for (const store of stores) yield* listIn(store, folder);
    },
  };
}
