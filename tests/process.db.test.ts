import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSiteIfStale } from '../scripts/build-site.ts';
import { createDataFolder } from './support/data-folder.ts';
import { hangLimitMs } from './support/hang-limit.ts';
import {
  createTempFolder,
  findFreePort,
  launchSite,
  readDatabasePid,
  type SiteProcess,
  waitUntilReady,
} from './support/site-process.ts';

/** The process lifecycle: shutdown, and behaviour after failures. */
let port: number;
let site: string;
let folder: string;
let preparedFolder: string;
let started: SiteProcess;

beforeAll(async () => {
  buildSiteIfStale();
  preparedFolder = createTempFolder('process');
  await createDataFolder(preparedFolder);
});
beforeEach(() => {
  folder = createTempFolder('process');
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => rmSync(preparedFolder, { recursive: true, force: true }));

async function launchServer(env: Record<string, string> = {}, nodeArguments: string[] = []): Promise<void> {
  port = await findFreePort();
  site = `http://localhost:${port}`;
  started = launchSite([process.execPath, ...nodeArguments, 'server/main.ts'], { folder, port, env });
}

/** Starts on a copied database. */
async function start(env: Record<string, string> = {}, nodeArguments: string[] = []): Promise<void> {
  execFileSync('cp', ['-Rp', join(preparedFolder, 'data'), folder]);
  await launchServer(env, nodeArguments);
  await waitUntilReady(port, started);
}

async function stop(): Promise<void> {
  if (started.child.exitCode === null) started.child.kill('SIGTERM');
  await started.waitForExit();
}

const isDatabaseRunning = () => readDatabasePid(folder) !== undefined;

it('reports not ready on SIGTERM, serves while load balancers drain, then exits with code 0', async () => {
  await start({ DRAIN_MS: String(hangLimitMs) });
  started.child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${site}/readyz`)).status).toBe(503);
  const response = await fetch(`${site}/api/v1/posts/`);
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
  // A second signal ends the drain period.
  started.child.kill('SIGTERM');
  expect(await started.waitForExit()).toBe(0);
  expect(isDatabaseRunning()).toBe(false);
});

it('finishes an in-flight request on shutdown', async () => {
  await start();
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'TestPassword123!' });
  const login = request(`${site}/api/v1/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
  });
  const responded = once(login, 'response');
  login.flushHeaders();
  // From here on the server has the request and waits for its body (RFC 9110, section 10.1.1).
  await once(login, 'continue');
  started.child.kill('SIGTERM');
  await expect.poll(() => fetch(`${site}/healthz`).catch(() => 'refused')).toBe('refused');
  login.end(body);
  const [response] = (await responded) as [IncomingMessage];
  expect(response.statusCode).toBe(400);
  expect(await started.waitForExit()).toBe(0);
});

it('stops its database when Ctrl-C is pressed twice at once', async () => {
  await start();
  for (let press = 0; press < 2; press += 1) started.child.kill('SIGINT');
  expect(await started.waitForExit()).toBe(0);
  expect(isDatabaseRunning()).toBe(false);
});

it('stops its database when Ctrl-C is pressed again while load balancers drain', async () => {
  await start({ DRAIN_MS: String(hangLimitMs) });
  started.child.kill('SIGINT');
  await expect.poll(async () => (await fetch(`${site}/readyz`)).status).toBe(503);
  started.child.kill('SIGINT');
  expect(await started.waitForExit()).toBe(0);
  expect(isDatabaseRunning()).toBe(false);
});

it('stops its database when Ctrl-C is pressed during the start', async () => {
  await launchServer();
  await expect.poll(isDatabaseRunning, { interval: 5 }).toBe(true);
  started.child.kill('SIGINT');
  expect(await started.waitForExit()).toBe(0);
  expect(isDatabaseRunning()).toBe(false);
});

it('does not wait for idle connections on shutdown', async () => {
  await start();
  const socket = connect(port, 'localhost');
  await once(socket, 'connect');
  started.child.kill('SIGTERM');
  await once(socket, 'close');
  expect(await started.waitForExit()).toBe(0);
});

it('logs an unhandled rejection, shuts down gracefully and exits with code 1', async () => {
  const fault = join(folder, 'fault.mjs');
  writeFileSync(fault, "process.on('SIGUSR2', () => Promise.reject(new Error('a fault nobody caught')));");
  await start({}, ['--import', fault]);
  started.child.kill('SIGUSR2');
  expect(await started.waitForExit()).toBe(1);
  expect(started.output()).toContain('a fault nobody caught');
  expect(isDatabaseRunning()).toBe(false);
});

it('runs jobs: a registration leads to an e-mail, stored as a file without a mail server', async () => {
  await start();
  const registration = await fetch(`${site}/api/v1/auth/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: 'reader-1',
      email: 'reader-1@example.com',
      password: 'TestPassword123!',
    }),
  });
  expect(registration.status).toBe(201);
  const mails = () => readdirSync(join(folder, 'data/mail')).filter((name) => name.endsWith('.eml'));
  await expect.poll(mails).toHaveLength(1);
  started.child.kill('SIGTERM');
  expect(await started.waitForExit()).toBe(0);
});

/** The full-disk tests mount a small file system, which needs permission. */
const canMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

describe.skipIf(!canMount)('on a full disk (needs permission to mount)', () => {
  it.each([
    ['no space at all', 0],
    ['no space for a database', 3],
    ['space for a database, but not for writes to it', 60],
  ])('with %s it does not start and prints the reason in one line', async (_, megabytes) => {
    const mount = `mount -t tmpfs -o size=${megabytes + 1}m,mode=755 none ${folder}`;
    const fill = `head -c 1M /dev/zero > ${folder}/full`;
    const server = `exec ${process.execPath} server/main.ts`;
    port = await findFreePort();
    started = launchSite(['unshare', '--mount', 'sh', '-c', `${mount} && ${fill} && ${server}`], {
      folder,
      port,
      env: { LOG_LEVEL: 'silent' },
      // On a full disk PostgreSQL may be unable to stop with a checkpoint.
      limits: { preparation: 1_000, fastStop: 1_000 },
    });
    expect(await started.waitForExit()).toBe(1);
    expect(started.output().trim().split('\n')).toEqual([
      expect.stringMatching(/^the disk that holds .* free some space/),
    ]);
  });
});
