import type { Role } from '#contract/permissions.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { searchTerms } from '#server/platform/db/search-terms.ts';
import * as store from './account-list-store.ts';

export type AccountQuery = {
  search?: string | undefined;
  role?: Role | 'staff' | undefined;
  state?: 'active' | 'restricted' | 'disabled' | undefined;
  page?: string | undefined;
  page_size?: string | undefined;
};

/** The list of all accounts for moderators. */
export async function listForModerators(
  db: Db,
  query: AccountQuery,
  now: Date,
): Promise<{ accounts: store.ListedAccount[]; count: number; page: Page }> {
  const filters = { terms: searchTerms(query.search), role: query.role, state: query.state, now };
  const count = await store.countAccounts(db, filters);
  const page = pageOf(query, count);
  return { accounts: await store.listAccounts(db, filters, page), count, page };
}
