import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readBackupStatus } from '#server/backup/backup-status.ts';
import { createScheduledBackup } from '#server/backup/scheduled-backup.ts';
import { loadConfig } from '#server/config.ts';
import { type OpenedDatabase, openConfiguredDatabase } from '#server/open-database.ts';
import { systemClock } from '#server/platform/clock.ts';
import { loadOrCreateSecret } from '#server/platform/crypto.ts';
import { silentLog } from '#server/platform/log.ts';
import { jwtSecretPath } from '#server/platform/site-secret.ts';
import { readCommands, runCommands } from './support/run-page.ts';
import { createTempFolder, patientNodeOptions } from './support/site-process.ts';

/** `npm run drill:operations` runs every command of the page on a running site; this is its short part. */
const root = resolve(import.meta.dirname, '..');
const blocks = readCommands('docs/operations.md');
let folder: string;
let site: OpenedDatabase;

beforeAll(async () => {
  folder = createTempFolder('operations');
  mkdirSync(join(folder, 'backups'));
  site = await openConfiguredDatabase(loadConfig({ DATA_DIR: join(folder, 'data') }), silentLog);
  await loadOrCreateSecret(jwtSecretPath(site.dataDir));
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const archives = () => readdirSync(join(folder, 'backups')).filter((name) => name.endsWith('.backup'));

it('names only commands and options that exist', async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const used = blocks
    .join('\n')
    .replaceAll('\\\n', ' ')
    .matchAll(/npm run ([\w:-]+)([^\n|>]*)/g);
  const optionsOf = new Map<string, Set<string>>();
  for (const [, name = '', rest = ''] of used) {
    const options = optionsOf.get(name) ?? new Set();
    for (const [option] of rest.replace(/--silent| -- /g, ' ').matchAll(/--[a-z-]+/g)) options.add(option);
    optionsOf.set(name, options);
  }
  expect(optionsOf.size).toBeGreaterThan(3);
  for (const [name, options] of optionsOf) {
    const [program, ...args] = String(scripts[name]).split(' ');
    expect([name, program]).toEqual([name, 'node']);
    const { stdout } = await promisify(execFile)(process.execPath, [...args, '--help'], { cwd: root });
    for (const option of options) expect(stdout).toContain(option);
  }
});

it('backs up a site, exports it, restores it and replaces its secret with the commands of the page', async () => {
  const isPart = (line: string) =>
    /new-key|export (BACKUP|DATA)|backup -- \S+news-site$|export-data \S+ \S+export$|news-site-copy|restore .*key$|rotate-secrets$/.test(
      line,
    );
  const lines = blocks.flatMap((block) => block.split('\n')).filter(isPart);
  const output = await runCommands(lines, {
    replacements: {
      '/root/news-site.key': join(folder, 'news-site.key'),
      '/var/backups/news-site': join(folder, 'backups'),
      '/var/lib/news-site/restored': join(folder, 'restored'),
      '/root/news-site-export': join(folder, 'export'),
      '/root/news-site-copy': join(folder, 'copy'),
    },
    env: { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', NODE_OPTIONS: patientNodeOptions },
  });
  expect(output).toContain('Сайт восстановлен');
  expect(archives()).toHaveLength(1);
  expect(readdirSync(join(folder, 'export'))).toContain('posts.ndjson');
  expect(readdirSync(join(folder, 'copy'))).toContain('SHA256SUMS');
  expect(readdirSync(join(folder, 'restored/secrets'))).toContain('jwt.previous');
});

it('makes a scheduled backup in a process of its own', async () => {
  const env = { DATA_DIR: join(folder, 'data'), BACKUP_TARGET: join(folder, 'backups') };
  for (const [name, value] of Object.entries({ ...env, NODE_OPTIONS: patientNodeOptions }))
    vi.stubEnv(name, value);
  const settings = loadConfig(env).backup;
  const scheduled = createScheduledBackup({ db: site.db, clock: systemClock, log: silentLog, settings });
  const before = archives();
  for (const job of scheduled.jobs) await job.run({});
  const { lastSuccess, lastFailure } = await readBackupStatus(site.db, settings, new Date());
  expect([lastSuccess?.wasScheduled, lastFailure]).toEqual([true, null]);
  expect(archives().length).toBe(before.length + 1);
  for (const job of scheduled.jobs) await job.run({});
  expect(archives().length).toBe(before.length + 1);
  vi.unstubAllEnvs();
});
