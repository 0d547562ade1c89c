import type { Db } from '#server/platform/db/database.ts';
import { findRedirect } from './import-store.ts';
import { normaliseAddress } from './old-address.ts';

/** The present path of the public article that had this address on its earlier site. */
export function createRedirects({ db }: { db: Db }) {
  return async (address: string): Promise<string | undefined> => {
    const path = normaliseAddress(address);
    const slug = path === undefined ? undefined : await findRedirect(db, path);
    return slug === undefined ? undefined : `/posts/${slug}`;
  };
}
