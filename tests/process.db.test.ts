import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildSiteIfStale } from '../scripts/build-site.ts';

/** The process as an operator meets it: how it stops, and what it does when something in it is broken. */
const root = resolve(import.meta.dirname, '..');
const port = 20_000 + (process.pid % 20_000);
const site = `http://localhost:${port}`;
let folder: string;
let ready: string;
let server: ChildProcess;
let output: string;

beforeAll(async () => {
  buildSiteIfStale();
  ready = folder = newFolder();
  launch();
  await isReady();
  await stop();
});
beforeEach(() => {
  folder = newFolder();
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => rmSync(ready, { recursive: true, force: true }));

function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'news-site-process-'));
  chmodSync(made, 0o755);
  return made;
}

function launch(env: Record<string, string> = {}, nodeArguments: string[] = []): void {
  output = '';
  server = spawn(process.execPath, [...nodeArguments, 'server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      NODE_ENV: 'production',
      // A machine that does other things is no reason to be refused here.
      SHED_ON_LAG: 'false',
      ...env,
    },
  });
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (output += chunk));
}

/** On a database that is there already: making one takes most of a first start. */
async function start(env: Record<string, string> = {}, nodeArguments: string[] = []): Promise<void> {
  execFileSync('cp', ['-Rp', join(ready, 'data'), folder]);
  launch(env, nodeArguments);
  await isReady();
}

async function isReady(): Promise<void> {
  const ask = async () => expect((await fetch(`${site}/readyz`)).status).toBe(200);
  await vi.waitFor(ask, { timeout: 50_000 });
}

async function stop(): Promise<void> {
  if (server.exitCode === null) server.kill('SIGTERM');
  await exitCode();
}

async function exitCode(): Promise<number | null> {
  if (server.exitCode === null) await once(server, 'exit');
  return server.exitCode;
}

const isDatabaseRunning = () => existsSync(join(folder, 'data/postgres/postmaster.pid'));

it('stops when asked: not ready at once, still serving while balancers look away, then gone with exit code 0', async () => {
  await start({ DRAIN_MS: '60000' });
  server.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${site}/readyz`)).status, { timeout: 30_000 }).toBe(503);
  expect((await fetch(`${site}/api/v1/posts/`)).status).toBe(200);
  // Asked again, it looks away at once.
  server.kill('SIGTERM');
  expect(await exitCode()).toBe(0);
  expect(isDatabaseRunning()).toBe(false);
});

it('finishes a request that is under way', async () => {
  await start();
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'TestPassword123!' });
  const login = request(`${site}/api/v1/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
  });
  const answer = once(login, 'response');
  login.flushHeaders();
  // From here on the server has the request, and waits for its body (RFC 9110 10.1.1).
  await once(login, 'continue');
  server.kill('SIGTERM');
  await expect
    .poll(() => fetch(`${site}/healthz`).catch(() => 'refused'), { timeout: 5_000 })
    .toBe('refused');
  login.end(body);
  const [response] = (await answer) as [IncomingMessage];
  expect(response.statusCode).toBe(400);
  expect(await exitCode()).toBe(0);
});

it.each([5, 300])('stops its database when Ctrl-C is pressed again after %i ms', async (ms) => {
  await start({ DRAIN_MS: '20000' });
  server.kill('SIGINT');
  await new Promise((done) => setTimeout(done, ms));
  server.kill('SIGINT');
  expect(await exitCode()).toBe(0);
  expect(isDatabaseRunning()).toBe(false);
});

it('stops its database when Ctrl-C is pressed while it starts', async () => {
  launch();
  await expect.poll(isDatabaseRunning, { timeout: 50_000, interval: 5 }).toBe(true);
  server.kill('SIGINT');
  expect(await exitCode()).toBe(0);
  expect(isDatabaseRunning()).toBe(false);
});

it('does not wait for connections on which nobody asks anything', async () => {
  await start();
  const socket = connect(port, 'localhost');
  await once(socket, 'connect');
  server.kill('SIGTERM');
  await once(socket, 'close');
  expect(await exitCode()).toBe(0);
});

it('does not go on after a fault that nothing caught: it logs, stops in order, and exits with 1', async () => {
  const fault = join(folder, 'fault.mjs');
  writeFileSync(fault, "process.on('SIGUSR2', () => Promise.reject(new Error('a fault nobody caught')));");
  await start({}, ['--import', fault]);
  server.kill('SIGUSR2');
  expect(await exitCode()).toBe(1);
  expect(output).toContain('a fault nobody caught');
  expect(isDatabaseRunning()).toBe(false);
});

it('works off jobs: a registration is followed by a mail, in a file where there is no mail server', async () => {
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
  await expect.poll(mails, { timeout: 5_000 }).toHaveLength(1);
  server.kill('SIGTERM');
  expect(await exitCode()).toBe(0);
});
