import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startTemporaryPostgres } from '#server/platform/db/embedded/start-temporary-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { installJobs } from '#server/platform/jobs/install-jobs.ts';
import { silentLog } from '#server/platform/log.ts';
import { buildSiteIfStale } from '../../scripts/build-site.ts';
import { reportUncovered } from './contract-coverage.ts';
import { templateName } from './empty-database.ts';
import { findInstalledBinaries } from './installed-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    appUrl: string;
    superuserUrl: string;
    observedFolder: string;
  }
}

/** Starts one PostgreSQL for the run, with a template database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildSiteIfStale();
  // Another PostgreSQL than the bundled one: see scripts/test-postgres-15.ts.
  const binariesFolder = process.env.TEST_POSTGRES_BIN;
  const server = await startTemporaryPostgres({
    // Statistics that come in the background would change plans from run to run.
    settings: { fsync: 'off', max_connections: '200', autovacuum: 'off' },
    binaries: binariesFolder === undefined ? undefined : findInstalledBinaries(binariesFolder),
  });
  const observedFolder = mkdtempSync(join(tmpdir(), 'news-site-observed-'));
  await installJobs({ url: server.migrationUrl, appUrl: server.appUrl, log: silentLog });
  await migrate({ url: server.migrationUrl, folder: 'db/migrations', log: silentLog });
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  await client.query(`alter database news rename to ${templateName}`);
  await client.end();
  project.provide('appUrl', server.appUrl);
  project.provide('superuserUrl', server.superuserUrl);
  project.provide('observedFolder', observedFolder);
  return async () => {
    await server.stop();
    try {
      reportUncovered(observedFolder);
    } finally {
      rmSync(observedFolder, { recursive: true, force: true });
    }
  };
}
