import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTempFolder, patientNodeOptions } from '#tests/support/site-process.ts';
import { loadConfig } from '../config.ts';
import { type OpenedDatabase, openConfiguredDatabase } from '../open-database.ts';
import { silentLog } from '../platform/log.ts';
import type { CheckResult } from './check.ts';

let folder: string;
let dataDir: string;
let site: OpenedDatabase;

beforeAll(async () => {
  folder = createTempFolder('doctor');
  dataDir = join(folder, 'data');
  site = await openConfiguredDatabase(loadConfig({ DATA_DIR: dataDir }), silentLog);
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command and returns its exit code and the status of every check. */
async function run(
  env: Record<string, string> = {},
): Promise<{ code: number; byName: Record<string, string> }> {
  return new Promise((done) => {
    const options = {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, NODE_OPTIONS: patientNodeOptions, ...env },
    };
    execFile(process.execPath, ['scripts/doctor.ts', '--json'], options, (error, stdout) => {
      const results = JSON.parse(stdout) as CheckResult[];
      const byName = Object.fromEntries(results.map(({ name, status }) => [name, status]));
      done({ code: Number(error?.code ?? 0), byName });
    });
  });
}

async function query(text: string): Promise<void> {
  const admin = new pg.Client({ connectionString: site.migrationUrl });
  await admin.connect();
  await admin.query(text);
  await admin.end();
}

const healthy = {
  database: 'ok',
  settings: 'ok',
  schema: 'ok',
  clock: 'ok',
  jobs: 'ok',
  configuration: 'ok',
  disk: 'ok',
  storage: 'ok',
  mail: 'ok',
  payments: 'ok',
  backup: 'ok',
  maintenance: 'ok',
};

it('finds nothing wrong with a new site on localhost', async () => {
  expect(await run()).toEqual({ code: 0, byName: healthy });
});

it('warns about a public site without TLS, mail and backups, and about an old backup', async () => {
  const env = { PUBLIC_URL: 'http://news.example' };
  const warnings = { configuration: 'warn', mail: 'warn', backup: 'warn' };
  expect(await run(env)).toEqual({ code: 0, byName: { ...healthy, ...warnings } });
  await query(`
    insert into backup_runs (started_at, finished_at, target, name, is_scheduled, is_encrypted, bytes, pictures)
      values (now() - interval '3 days', now(), '/x', 'x', true, true, 1, 1)`);
  expect((await run()).byName.backup).toBe('warn');
  expect((await run({ BACKUP_TARGET: '/x' })).byName.backup).toBe('fail');
});

it('fails for a mail server that never responds, a newer schema, missing keys and late jobs', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  await query(`insert into schema_migrations values ('9998-newer.sql', 'x');
    select graphile_worker.add_job('mail.send', '{}', run_at => now() - interval '1 hour')`);
  const { code, byName } = await run({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    YOOKASSA_SHOP_ID: '123456',
    TEST_LIMITS: JSON.stringify({ limits: { mail: 100 } }),
  });
  expect(code).toBe(1);
  expect(byName).toMatchObject({
    mail: 'fail',
    schema: 'fail',
    payments: 'fail',
    jobs: 'warn',
    database: 'ok',
  });
  await query("delete from schema_migrations where name = '9998-newer.sql'");
  silent.close();
});

it('names every mistake of the configuration, a place without a site and an unreachable database', async () => {
  expect(await run({ PORT: 'x', CURRENCY: 'x' })).toEqual({ code: 1, byName: { configuration: 'fail' } });
  expect(await run({ DATA_DIR: join(folder, 'none') })).toEqual({ code: 1, byName: { database: 'fail' } });
  const { code, byName } = await run({ DATABASE_URL: 'postgresql://x:y@127.0.0.1:1/x' });
  expect([code, byName.database, byName.disk]).toEqual([1, 'fail', 'ok']);
});
