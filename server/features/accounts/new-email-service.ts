import type { TextKey } from '#locales/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import { refusesUnicodeNames } from '#server/platform/mail/mail-server-store.ts';
import { hasMixedDomain, hasUnicodeName } from './email-address.ts';

/** The error message for a new address whose characters are valid, or undefined. Accounts that have such an address keep it. */
export async function findEmailProblem(db: Db, email: string): Promise<TextKey | undefined> {
  if (hasMixedDomain(email)) return 'auth.emailMixed';
  return hasUnicodeName(email) && (await refusesUnicodeNames(db)) ? 'auth.emailUnicode' : undefined;
}
