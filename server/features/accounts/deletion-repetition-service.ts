import { randomBytes, randomUUID } from 'node:crypto';
import { deletedAccount } from '#locales/ru/account-deletion.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import * as store from './deletion-store.ts';
import { createPasswords, type Passwords } from './passwords.ts';

/** An entry of the list of deletions, which is kept outside of the database. */
export type ListedDeletion = {
  accountId: number;
  texts: store.DeletionTexts;
  isOf(account: { createdAt: Date }): boolean;
};

/** Nobody knows the password, and no mail reaches the address: its domain is reserved (RFC 2606). */
export const createAnonymousIdentity = async (passwords: Pick<Passwords, 'hash'>) => ({
  ...deletedAccount,
  email: `${randomUUID()}@deleted.invalid`,
  passwordHash: await passwords.hash(randomBytes(32).toString('base64url')),
});

/**
 * Deletes an account again that a restored backup has brought back; true if there was one. Its owner had the mail about
 * it. Its texts and rows are due at once.
 */
export async function repeatDeletion(
  db: Db,
  deletion: ListedDeletion,
  { passwords, now }: { passwords: Pick<Passwords, 'hash'>; now: Date },
): Promise<boolean> {
  const { accountId, texts } = deletion;
  const found = await store.findLiving(db, accountId);
  if (!found || !deletion.isOf(found)) return false;
  const identity = await createAnonymousIdentity(passwords);
  return inTransaction(db, async (tx) => {
    if (!(await store.findLiving(tx, accountId))) return false;
    await store.setDeletion(tx, accountId, { dueAt: now, texts });
    await store.anonymise(tx, accountId, identity, now);
    return true;
  });
}

/**
 * To call after a restore: repeats the listed deletions and returns their number. Requests that wait in the restored
 * database get a new day, because their owners may have cancelled them since.
 */
export async function repeatDeletions(
  db: Db,
  deletions: AsyncIterable<ListedDeletion>,
  { now, postponedTo }: { now: Date; postponedTo: Date },
): Promise<number> {
  const passwords = createPasswords({ parallel: 1, queue: 1 });
  let repeated = 0;
  for await (const deletion of deletions)
    if (await repeatDeletion(db, deletion, { passwords, now })) repeated += 1;
  await store.postponeDeletions(db, postponedTo);
  return repeated;
}
