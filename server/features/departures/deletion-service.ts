import type { Accounts, DueDeletion } from '#server/features/accounts/index.ts';
import type { Comments } from '#server/features/comments/index.ts';
import type { Media } from '#server/features/media/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import type { Subscriptions } from '#server/features/subscriptions/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { forEachRow } from '#server/platform/jobs/for-each-row.ts';
import type { Log } from '#server/platform/log.ts';
import * as store from './account-data-store.ts';

type Texts = DueDeletion['texts'];
type DeletedAccount = { accountId: number; createdAt: Date; texts: Texts };
/** The deleted accounts, kept outside of the database (server/backup/deletion-list.ts). */
export type DeletionList = {
  record(deleted: DeletedAccount): Promise<void>;
  list(): AsyncIterable<{ accountId: number; texts: Texts; isOf(account: { createdAt: Date }): boolean }>;
};

const batchSize = 100;
/** Five years after the year of the payment (federal law 402-FZ, article 29). */
const accountingYears = 5;

type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  list: DeletionList;
  accounts: Pick<Accounts, 'deletions'>;
  posts: Pick<Posts, 'removeOfAuthor'>;
  comments: Pick<Comments, 'removeOfAuthor'>;
  media: Pick<Media, 'removeOfOwner'>;
  subscriptions: Pick<Subscriptions, 'endOf'>;
};

export type DeletionService = ReturnType<typeof createDeletionService>;

/** Executes requested deletions. Every step can be repeated: a killed job goes on where it was. */
export function createDeletionService({
  db,
  clock,
  log,
  list,
  accounts: { deletions },
  posts,
  comments,
  media,
  subscriptions,
}: Deps) {
  const deleteDueAccounts = (): Promise<void> =>
    forEachRow({
      read: (after) => deletions.listDue({ after, limit: batchSize }),
      batchSize,
      keyOf: ({ accountId }) => accountId,
      work: execute,
      log,
      task: 'deletion of account',
    });

  /** The list comes first: as soon as the account is anonymous, no backup may bring it back. */
  async function execute(deletion: DueDeletion): Promise<void> {
    const { accountId, startedAt } = deletion;
    if (!startedAt) {
      if (!(await deletions.check(accountId))) return;
      await list.record(deletion);
      await deletions.begin(accountId);
    }
    await subscriptions.endOf(accountId);
    await posts.removeOfAuthor(accountId, deletion.texts);
    await comments.removeOfAuthor(accountId, deletion.texts);
    await store.deletePrivateRows(db, accountId);
    await media.removeOfOwner(accountId);
    await deletions.markFinished(accountId);
    log.info({ accountId }, 'an account is deleted');
  }

  /**
   * Compares the list with the accounts, both ways: a restored database may be older than a deletion, and a place of the
   * list may be newer.
   */
  async function compareWithList(): Promise<void> {
    for await (const entry of list.list())
      if (await deletions.repeat(entry)) log.warn({ accountId: entry.accountId }, 'a deletion is repeated');
    let after = 0;
    let deleted: DeletedAccount[];
    do {
      deleted = await deletions.listDeleted({ after, limit: batchSize });
      for (const account of deleted) await list.record(account);
      after = deleted.at(-1)?.accountId ?? after;
    } while (deleted.length === batchSize);
  }

  /** Accounting records of deleted accounts go when the law does not ask for them any more. */
  async function deleteOldRecords(): Promise<void> {
    const before = new Date(Date.UTC(clock.now().getUTCFullYear() - accountingYears, 0, 1));
    while (await inTransaction(db, (tx) => store.deleteOldPayments(tx, before, batchSize)));
    await store.deleteOldSubscriptions(db, before);
  }

  return { deleteDueAccounts, compareWithList, deleteOldRecords };
}
