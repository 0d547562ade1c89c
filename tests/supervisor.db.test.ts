import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSiteIfStale } from '../scripts/build-site.ts';
import { createDataFolder } from './support/data-folder.ts';
import { hangLimitMs } from './support/hang-limit.ts';
import {
  createTempFolder,
  findFreePort,
  isRunning,
  type Launch,
  launchSite,
  listChildren,
  readDatabasePid,
  type SiteProcess,
  waitUntilReady,
} from './support/site-process.ts';

/** The documented start commands: they stop on request and restart the server after a crash. */
const nodeCommand: [string, ...string[]] = [process.execPath, 'scripts/start.ts'];
const npmCommand: [string, ...string[]] = ['npm', 'start', '--loglevel=error'];
/** Process namespaces need permission; without it these tests are skipped. */
const canUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;
/** Fault injection: on a signal the server loops forever or throws; if told so, it never ends its exit. */
const faults = `
  if (process.argv[1]?.endsWith('main.ts')) {
    process.on('SIGUSR2', function hang() { for (;;) /^(a+)+$/.test('a'.repeat(28) + 'b'); });
    process.on('SIGXCPU', () => Promise.reject(new Error('a fault nobody caught')));
    if (process.env.HANG_AT_EXIT)
      process.on('exit', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  }`;

let preparedFolder: string;
let folder: string;
let port: number;
let site: SiteProcess;
let started: number[];

beforeAll(async () => {
  buildSiteIfStale();
  preparedFolder = createTempFolder('supervised-ready');
  writeFileSync(join(preparedFolder, 'faults.mjs'), faults);
  await createDataFolder(preparedFolder);
});
beforeEach(async () => {
  folder = createTempFolder('supervised');
  execFileSync('cp', ['-Rp', join(preparedFolder, 'data'), folder]);
  port = await findFreePort();
  started = [];
});
afterEach(async () => {
  // Kills all processes, also after a failed test.
  const all = [...started, site.pid, readDatabasePid(folder) ?? 0];
  for (const pid of all) if (pid > 0 && isRunning(pid)) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => rmSync(preparedFolder, { recursive: true, force: true }));

async function start(command = nodeCommand, options: Partial<Launch> = {}): Promise<void> {
  const preloaded = join(preparedFolder, 'faults.mjs');
  site = launchSite(command, { folder, port, preloaded, detached: true, ...options });
  await waitUntilReady(port, site);
  started.push(...descendantsOf(site.pid));
}

const descendantsOf = (pid: number): number[] =>
  listChildren(pid).flatMap((child) => [child.pid, ...descendantsOf(child.pid)]);

/** The serving process below the one that was started. */
function serverPid(): number {
  const all = [site.pid, ...descendantsOf(site.pid)].flatMap(listChildren);
  return all.find(({ command }) => /server\/main\.ts --supervised/.test(command))?.pid ?? 0;
}

async function expectNoProcesses(): Promise<void> {
  await expect.poll(() => started.filter(isRunning)).toEqual([]);
  expect(readDatabasePid(folder)).toBeUndefined();
}

describe('node scripts/start.ts', () => {
  it('fills an empty folder with a database and the demo content', async () => {
    rmSync(join(folder, 'data'), { recursive: true });
    await start();
    const posts = await fetch(`http://localhost:${port}/api/v1/posts/`);
    expect((await posts.json()).count).toBeGreaterThan(20);
    site.child.kill('SIGTERM');
    expect(await site.waitForExit()).toBe(0);
    await expectNoProcesses();
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('shuts down gracefully on %s', async (signal) => {
    await start();
    site.child.kill(signal);
    expect(await site.waitForExit()).toBe(0);
    await expectNoProcesses();
  });

  it('shuts down when only the server gets SIGTERM', async () => {
    await start();
    process.kill(serverPid(), 'SIGTERM');
    expect(await site.waitForExit()).toBe(0);
    await expectNoProcesses();
  });

  it('handles a terminal signal to all its processes as one request', async () => {
    await start(nodeCommand, { env: { DRAIN_MS: String(hangLimitMs) } });
    process.kill(-site.pid, 'SIGINT');
    await expect.poll(async () => (await fetch(`http://localhost:${port}/readyz`)).status).toBe(503);
    // The second signal ends the drain period.
    process.kill(-site.pid, 'SIGINT');
    expect(await site.waitForExit()).toBe(0);
    await expectNoProcesses();
  });

  it('restarts a killed server on the running database', async () => {
    await start();
    const [server, database] = [serverPid(), readDatabasePid(folder)];
    process.kill(server, 'SIGKILL');
    await expect.poll(() => [0, server].includes(serverPid())).toBe(false);
    await waitUntilReady(port);
    started.push(serverPid());
    expect(readDatabasePid(folder)).toBe(database);
    expect(site.output()).toContain('has died and is started again');
    site.child.kill('SIGTERM');
    expect(await site.waitForExit()).toBe(0);
    await expectNoProcesses();
  });

  it('restarts the server after an unhandled rejection', async () => {
    await start();
    const server = serverPid();
    process.kill(server, 'SIGXCPU');
    await expect.poll(() => isRunning(server)).toBe(false);
    await waitUntilReady(port);
    started.push(...descendantsOf(site.pid));
    expect(site.output()).toContain('a fault nobody caught');
  });

  it('kills a server with a blocked event loop, logs its stack and restarts it', async () => {
    await start(nodeCommand, { limits: { watchdogTick: 250 } });
    const server = serverPid();
    process.kill(server, 'SIGUSR2');
    await expect.poll(() => isRunning(server)).toBe(false);
    await waitUntilReady(port);
    started.push(...descendantsOf(site.pid));
    expect(site.output()).toMatch(/"stack":\[[^\n]*"hang [^\n]*the event loop stands still/);
  });

  it('kills a server that hangs while it exits, and keeps its exit code', async () => {
    await start(nodeCommand, { env: { HANG_AT_EXIT: 'true' }, limits: { exit: 100 } });
    const server = serverPid();
    process.kill(server, 'SIGXCPU');
    await expect.poll(() => isRunning(server)).toBe(false);
    await waitUntilReady(port);
    started.push(...descendantsOf(site.pid));
    site.child.kill('SIGTERM');
    expect(await site.waitForExit()).toBe(0);
    expect(site.output()).toContain('"code":1,"signal":null');
    await expectNoProcesses();
  });

  it('stops the database if it gets SIGTERM between a crash and the restart', async () => {
    await start(nodeCommand, { pauses: { first: hangLimitMs, longestAfterServing: hangLimitMs } });
    process.kill(serverPid(), 'SIGKILL');
    await expect.poll(() => site.output()).toContain('has died');
    site.child.kill('SIGTERM');
    await site.waitForExit();
    await expectNoProcesses();
  });

  it('leaves no process behind when it is killed itself', async () => {
    await start();
    site.child.kill('SIGKILL');
    await expectNoProcesses();
  });

  it('exits with the code of a failed first start and prints the reason once', async () => {
    site = launchSite(nodeCommand, { folder, port, env: { PORT: 'many' } });
    expect(await site.waitForExit()).toBe(1);
    expect(site.output().trim().split('\n')).toEqual([expect.stringContaining('PORT')]);
  });
});

describe('npm start', () => {
  it.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    'leaves no process behind when only npm gets %s',
    async (signal) => {
      await start(npmCommand);
      site.child.kill(signal);
      await site.waitForExit();
      await expectNoProcesses();
    },
  );

  it('continues after the shell that started it in the background exits', async () => {
    const script = 'nohup npm start --loglevel=error < /dev/null > nohup.log 2>&1 & echo $!';
    const cwd = process.cwd();
    const program = `cd ${cwd} && ${script.replace('nohup.log', join(folder, 'nohup.log'))}`;
    site = launchSite(['sh', '-c', program], { folder, port });
    expect(await site.waitForExit()).toBe(0);
    const npm = Number(site.output());
    await waitUntilReady(port);
    started.push(npm, ...descendantsOf(npm));
    process.kill(npm, 'SIGTERM');
    await expectNoProcesses();
  });
});

describe('npm run dev', () => {
  it('stops all its processes on SIGHUP', async () => {
    await start(['npm', 'run', 'dev', '--loglevel=error']);
    site.child.kill('SIGHUP');
    await site.waitForExit();
    await expectNoProcesses();
  });
});

describe.skipIf(!canUnshare)('as process 1 (needs permission for a process namespace)', () => {
  const asProcessOne = (command: string[]): [string, ...string[]] => [
    'unshare',
    '--pid',
    '--fork',
    '--mount-proc',
    '--kill-child',
    ...command,
  ];
  /** The pid of its process 1 outside the namespace. */
  const findProcessOne = () => listChildren(site.pid)[0]?.pid ?? 0;

  it.each(['SIGTERM', 'SIGHUP'] as const)('node scripts/start.ts shuts down on %s', async (signal) => {
    await start(asProcessOne(nodeCommand));
    process.kill(findProcessOne(), signal);
    expect(await site.waitForExit()).toBe(0);
    await expectNoProcesses();
  });

  it('npm start shuts down on SIGTERM', async () => {
    await start(asProcessOne(npmCommand));
    process.kill(findProcessOne(), 'SIGTERM');
    await site.waitForExit();
    await expectNoProcesses();
  });

  it('reaps orphaned processes', async () => {
    await start(asProcessOne(nodeCommand));
    const database = descendantsOf(findProcessOne()).find((pid) =>
      listChildren(pid).some(({ command }) => /checkpointer/.test(command)),
    );
    const backends = listChildren(database ?? 0).map(({ pid }) => pid);
    process.kill(database ?? 0, 'SIGKILL');
    expect(backends.length).toBeGreaterThan(0);
    const exists = (pid: number) => spawnSync('kill', ['-0', String(pid)]).status === 0;
    await expect.poll(() => backends.filter(exists)).toEqual([]);
    started.push(...descendantsOf(findProcessOne()));
    process.kill(findProcessOne(), 'SIGTERM');
    expect(await site.waitForExit()).toBe(0);
  });
});
