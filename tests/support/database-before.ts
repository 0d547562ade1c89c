import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startTemporaryPostgres } from '#server/platform/db/embedded/start-temporary-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { silentLog } from '#server/platform/log.ts';

const migrations = join(import.meta.dirname, '../../db/migrations');

export type DatabaseBefore = Awaited<ReturnType<typeof startDatabaseBefore>>;

/** A database with the migrations before `first`, for tests that fill it and then apply the others. */
export async function startDatabaseBefore(first: string) {
  const server = await startTemporaryPostgres({ settings: { fsync: 'off' } });
  const folder = mkdtempSync(join(tmpdir(), 'news-site-migrations-'));
  for (const name of readdirSync(migrations))
    if (name < first) cpSync(join(migrations, name), join(folder, name));
  await migrate({ url: server.migrationUrl, folder, log: silentLog });
  rmSync(folder, { recursive: true });
  const client = new pg.Client({ connectionString: server.migrationUrl });
  await client.connect();
  return {
    client,
    applyTheOthers: () => migrate({ url: server.migrationUrl, folder: migrations, log: silentLog }),
    async stop() {
      await client.end();
      await server.stop();
    },
  };
}
