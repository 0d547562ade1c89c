import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Runs the migrations and a part of the API tests on PostgreSQL 15, the oldest version that the README supports. The
 * npm packages contain only version 18, so this needs the programs of version 15: in `PG15_BIN`, or where Debian's
 * package `postgresql-15` or Homebrew's `postgresql@15` installs them. Without them the step reports that it did not
 * run; with `REQUIRE_PG15` set it fails.
 */
const candidateFolders = [
  process.env.PG15_BIN,
  '/usr/lib/postgresql/15/bin',
  '/opt/homebrew/opt/postgresql@15/bin',
  '/usr/local/opt/postgresql@15/bin',
];
const tests = [
  'server/platform/db/supported-versions.api.test.ts',
  'server/platform/jobs/jobs.api.test.ts',
  'server/platform/rate-limits/database-store.api.test.ts',
  'server/features/accounts/accounts.api.test.ts',
  'server/features/posts/posts.api.test.ts',
  'server/features/comments/comments.api.test.ts',
  'server/features/payments/webhook-inbox.api.test.ts',
  'server/features/subscriptions/pins.api.test.ts',
  'tests/idempotency.api.test.ts',
  'tests/counters.api.test.ts',
];
const root = resolve(import.meta.dirname, '..');
const bin = candidateFolders.find((folder) => folder && existsSync(join(folder, 'postgres')));

if (bin) {
  const command = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'api',
    '--maxWorkers=100%',
    ...tests,
  ];
  const { status } = spawnSync(process.execPath, command, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_POSTGRES_BIN: bin },
  });
  process.exitCode = status ?? 1;
} else {
  const hint = 'install postgresql-15 or set PG15_BIN to the folder of its programs';
  console.error(
    `\n!! NOT RUN: the tests on PostgreSQL 15, which is not installed on this machine (${hint})\n`,
  );
  if (process.env.REQUIRE_PG15) process.exitCode = 1;
}
