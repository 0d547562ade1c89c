import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSiteIfStale } from '../../scripts/build-site.ts';
import { readCommands, runCommands } from '../support/run-page.ts';
import { createTempFolder, findFreePort, launchSite, waitUntilReady } from '../support/site-process.ts';

/** Checks of the files in deploy/ by the programs of Debian that read them: systemd, Prometheus, PostgreSQL. Needs root. */
const root = resolve(import.meta.dirname, '../..');
let folder: string;
beforeAll(() => {
  folder = createTempFolder('deployment');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

it('the systemd unit is valid and well protected', () => {
  // The check wants the program of the unit to exist.
  const unit = readFileSync(join(root, 'deploy/news-site.service'), 'utf8');
  const file = join(folder, 'news-site.service');
  writeFileSync(file, unit.replaceAll('/opt/news-site', root));
  expect(run('systemd-analyze', 'verify', '--man=no', file)).toBe('');
  // From 0 (protected) to 10; most units of Debian have 9.
  const limit = ['--offline=true', '--threshold=15'];
  expect(run('systemd-analyze', 'security', ...limit, file)).toContain('OK');
});

it('promtool accepts the configuration and the alert rules, which fire as their tests say', () => {
  const inFolder = { cwd: join(root, 'deploy/prometheus'), encoding: 'utf8' } as const;
  execFileSync('promtool', ['check', 'config', 'prometheus.yml'], inFolder);
  const output = execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], inFolder);
  expect(output).toContain('SUCCESS');
});

it('a site runs on a database of its own with the two roles of deploy/create-database.sh', async () => {
  const [port, sitePort] = [await findFreePort(), await findFreePort()];
  const cluster = join(folder, 'postgres');
  const bin = process.env.PG15_BIN ?? '/usr/lib/postgresql/15/bin';
  const asServer = (...command: string[]) => run('runuser', '-u', 'postgres', '--', ...command);
  chmodSync(folder, 0o777);
  asServer(join(bin, 'initdb'), '--auth=trust', '--pgdata', cluster);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`;
  asServer(join(bin, 'pg_ctl'), 'start', '--wait', '-D', cluster, '-l', join(folder, 'log'), '-o', options);
  try {
    const env = { PGHOST: folder, PGPORT: String(port) };
    const commands = readCommands('docs/installation.md').filter((block) =>
      block.includes('create-database'),
    );
    expect(commands).toHaveLength(1);
    await runCommands(commands, { replacements: { '…': 'password1' }, env });
    buildSiteIfStale();
    const urlOf = (role: string) => `postgresql://${role}:password1@127.0.0.1:${port}/news`;
    const urls = { DATABASE_URL: urlOf('news_app'), MIGRATION_DATABASE_URL: urlOf('news_owner') };
    const site = launchSite([process.execPath, 'server/main.ts'], { folder, port: sitePort, env: urls });
    await waitUntilReady(sitePort);
    site.child.kill('SIGTERM');
    await once(site.child, 'exit');
  } finally {
    asServer(join(bin, 'pg_ctl'), 'stop', '--wait', '-D', cluster, '-m', 'fast');
  }
});
