import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/db/database.ts';
import type { EmbeddedPostgres } from '#server/platform/db/embedded/start-embedded-postgres.ts';
import { startTemporaryPostgres } from '#server/platform/db/embedded/start-temporary-postgres.ts';
import { silentLog } from '#server/platform/log.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { installJobs } from './install-jobs.ts';
import { jobs } from './jobs.ts';

/** An external server: the roles exist, but no rights have been granted. */
let server: EmbeddedPostgres;
let ownerUrl: string;

beforeAll(async () => {
  server = await startTemporaryPostgres({ settings: { fsync: 'off' } });
  for (const role of ['owner', 'app', 'other'])
    await query(server.superuserUrl, `create role shared_${role} login password 'x'`);
  await query(server.superuserUrl, 'create database shared owner shared_owner');
  ownerUrl = urlOf('owner');
});
afterAll(() => server.stop());

const urlOf = (role: string) => {
  const url = new URL(server.superuserUrl);
  url.username = `shared_${role}`;
  url.password = 'x';
  url.pathname = '/shared';
  return url.href;
};

async function query(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

const install = (appUrl: string) => installJobs({ url: ownerUrl, appUrl, log: silentLog });

it("grants the application's role the rights of a worker, repeatedly, and other roles none", async () => {
  await install(urlOf('app'));
  await install(urlOf('app'));
  const done: unknown[] = [];
  const db = openDatabase({ url: urlOf('app'), maxConnections: 1, applicationName: 'test' });
  try {
    await jobs.add(db, 'note', { id: 1 });
    const handlers = [{ name: 'note', run: async (payload: unknown) => void done.push(payload) }];
    await runDueJobs({ url: urlOf('app'), handlers });
  } finally {
    await db.destroy();
  }
  expect(done).toEqual([{ id: 1 }]);
  await expect(query(urlOf('app'), 'delete from graphile_worker.migrations')).rejects.toThrow(
    'permission denied',
  );
  await expect(query(urlOf('other'), 'select from graphile_worker.jobs')).rejects.toThrow(
    'permission denied',
  );
  await query(
    server.superuserUrl.replace('/postgres?', '/shared?'),
    'grant usage on schema graphile_worker to shared_other',
  );
  await query(
    server.superuserUrl.replace('/postgres?', '/shared?'),
    'grant select on all tables in schema graphile_worker to shared_other',
  );
  await query(urlOf('app'), `select graphile_worker.add_job('note', '{}')`);
  expect((await query(urlOf('other'), 'select from graphile_worker._private_jobs')).rowCount).toBe(0);
});

it('works with a single role for everything', async () => {
  await install(ownerUrl);
  await query(ownerUrl, `select graphile_worker.add_job('note', '{}')`);
});
