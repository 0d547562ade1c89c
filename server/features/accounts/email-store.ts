import type { Db } from '#server/platform/db/database.ts';
import { isUniqueViolation } from '#server/platform/db/db-errors.ts';
import { emailKey, emailKeys } from './email-address.ts';

/** Whether another account has an address in the other spelling of its domain: an older one may be stored under any. */
export async function hasOtherSpelling(db: Db, email: string, ownId = 0): Promise<boolean> {
  const keys = emailKeys(email);
  if (keys.length === 1) return false;
  const query = db
    .selectFrom('accounts')
    .select('id')
    .where('email_key', 'in', keys)
    .where('id', '<>', ownId);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Stores a confirmed address; false if another account has it. */
export async function changeEmail(db: Db, id: number, email: string, now: Date): Promise<boolean> {
  if (await hasOtherSpelling(db, email, id)) return false;
  try {
    await db
      .updateTable('accounts')
      .set({ email, email_key: emailKey(email), email_verified_at: now })
      .where('id', '=', id)
      .execute();
    return true;
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_email_key')) return false;
    throw error;
  }
}
