import { join } from 'node:path';
import { loadConfig } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/open-database.ts';
import { silentLog } from '#server/platform/log.ts';

/**
 * Creates the data of a site that has an account, for tests that start it many times: creating a database takes most of a
 * first start, and each start on demo content would work on its pictures.
 */
export async function createDataFolder(folder: string): Promise<void> {
  const site = await openConfiguredDatabase(loadConfig({ DATA_DIR: join(folder, 'data') }), silentLog);
  try {
    await site.db
      .insertInto('accounts')
      .values({
        username: 'first',
        username_key: 'first',
        email: 'first@example.com',
        email_key: 'first@example.com',
        password_hash: 'x',
      })
      .execute();
  } finally {
    await site.close();
  }
}
