import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildSiteIfStale } from '../scripts/build-site.ts';
import { createDataFolder } from './support/data-folder.ts';
import {
  createTempFolder,
  findFreePort,
  launchSite,
  listChildren,
  type SiteProcess,
} from './support/site-process.ts';

/** Three processes on one port behave like one. */
const workerCount = 3;
let folder: string;
let port: number;
let site: string;
let started: SiteProcess;
let server: ChildProcess;

/**
 * Kills the first worker of the cluster while it starts. A worker that got SIGXCPU fails, and hangs while it exits. Workers
 * do not start while the file `late` exists.
 */
const faultsScript = (died: string, late: string) => `
  import cluster from 'node:cluster';
  import { existsSync, writeFileSync } from 'node:fs';
  if (cluster.isWorker && !existsSync(${JSON.stringify(died)})) {
    writeFileSync(${JSON.stringify(died)}, '');
    process.kill(process.pid, 'SIGKILL');
  }
  if (cluster.isWorker)
    process.on('SIGXCPU', () => {
      process.on('exit', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
      Promise.reject(new Error('a fault nobody caught'));
    });
  while (cluster.isWorker && existsSync(${JSON.stringify(late)}))
    await new Promise((resolve) => setTimeout(resolve, 20));`;

beforeAll(async () => {
  buildSiteIfStale();
  folder = createTempFolder('cluster');
  await createDataFolder(folder);
  port = await findFreePort();
  site = `http://localhost:${port}`;
  const fault = join(folder, 'fault.mjs');
  writeFileSync(fault, faultsScript(join(folder, 'died'), join(folder, 'late')));
  started = launchSite([process.execPath, 'server/main.ts'], {
    folder,
    port,
    env: { WEB_CONCURRENCY: String(workerCount) },
    preloaded: fault,
    limits: { exit: 100 },
  });
  server = started.child;
});
// Not in `beforeAll`, whose failure does not count as that of a test (`npm run mutation`).
beforeEach(() => expect.poll(() => started.output()).toContain('News Site:'));
afterAll(async () => {
  if (server.exitCode === null) server.kill('SIGTERM');
  await started.waitForExit();
  rmSync(folder, { recursive: true, force: true });
});

type RequestOptions = { method?: string; body?: object; token?: string; userAgent?: string };
const firefox = (version: number) => `Mozilla/5.0 (X11; Linux x86_64) Firefox/${version}.0`;

/** Opens a new connection for each request, because the cluster distributes connections. */
async function sendRequest(
  path: string,
  { method = 'GET', body, token, userAgent = firefox(144) }: RequestOptions = {},
) {
  const outgoing = request(site + path, {
    method,
    agent: false,
    headers: {
      'user-agent': userAgent,
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  }).end(body && JSON.stringify(body));
  const [response] = await once(outgoing, 'response');
  return { status: response.statusCode as number, text: await text(response) };
}

const onAllWorkers = <Answer>(work: (_: unknown, index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: workerCount * 2 }, work));
const workerPids = (): number[] =>
  listChildren(started.pid)
    .filter(({ command }) => command.includes('main.ts'))
    .map(({ pid }) => pid);

async function register(name: string): Promise<string> {
  const body = { username: name, email: `${name}@example.com`, password: 'TestPassword123!' };
  return JSON.parse((await sendRequest('/api/v1/auth/register/', { method: 'POST', body })).text).access;
}

it('starts even if a worker is killed during the start, and replaces it', () => {
  expect(started.output()).toContain(
    '"signal":"SIGKILL","msg":"a process of the site has died and is replaced"',
  );
  expect(workerPids()).toHaveLength(workerCount);
});

it('invalidates the caches of all workers after a write to one of them', async () => {
  expect(workerPids()).toHaveLength(workerCount);
  const token = await register('reader-1');
  await onAllWorkers(() => sendRequest('/'));
  await onAllWorkers(() => sendRequest('/'));
  const body = { title: 'Слышно всем', content: 'Текст.' };
  expect((await sendRequest('/api/v1/posts/', { method: 'POST', body, token })).status).toBe(201);
  const isEverywhere = async () =>
    (await onAllWorkers(() => sendRequest('/'))).every((page) => page.text.includes('Слышно всем'));
  await expect.poll(isEverywhere, { interval: 50 }).toBe(true);
});

it('counts a reader once across workers', async () => {
  const token = await register('reader-2');
  const write = async (title: string): Promise<string> => {
    const body = { title, content: 'Текст.' };
    return JSON.parse((await sendRequest('/api/v1/posts/', { method: 'POST', body, token })).text).slug;
  };
  const view = (slug: string, userAgent: string) =>
    sendRequest(`/api/v1/posts/${slug}/view/`, { method: 'POST', body: {}, userAgent });
  const views = async (slug: string) =>
    JSON.parse((await sendRequest(`/api/v1/posts/${slug}/?count_view=false`)).text).views_count;
  const [ofOne, ofMany] = [await write('Один читатель'), await write('Много читателей')];
  await onAllWorkers(() => view(ofOne, firefox(144)));
  const readers = await onAllWorkers((_, index) => view(ofMany, firefox(100 + index)));
  // A worker shows the written views and its own ones, and writes all of these at once. When all workers show the later ones,
  // the earlier ones are written too.
  const shown = async () => [...new Set(await onAllWorkers(() => views(ofMany)))];
  await expect.poll(shown).toEqual([readers.length]);
  expect(await views(ofOne)).toBe(1);
});

it('applies rate limits across workers', async () => {
  const body = { email: 'nobody@example.com', password: 'WrongPassword123!' };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 8; attempt += 1)
    statuses.push((await sendRequest('/api/v1/auth/login/', { method: 'POST', body })).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
});

it('runs jobs in one worker and continues after it dies', async () => {
  const mails = () => readdirSync(join(folder, 'data/mail')).filter((name) => name.endsWith('.eml')).length;
  const mailsBefore = mails();
  await register('reader-4');
  await expect.poll(mails).toBeGreaterThan(mailsBefore);
  const before = workerPids();
  for (const pid of before) process.kill(pid, 'SIGKILL');
  await expect.poll(async () => workerPids().filter((pid) => !before.includes(pid)).length).toBe(workerCount);
  await expect.poll(async () => (await sendRequest('/readyz').catch(() => undefined))?.status).toBe(200);
  const mailsAfterRestart = mails();
  await register('reader-3');
  await expect.poll(mails).toBeGreaterThan(mailsAfterRestart);
  expect(started.output()).toContain('has died and is replaced');
});

async function replaceFirstWorker(signal: 'SIGKILL' | 'SIGXCPU'): Promise<void> {
  const before = workerPids();
  process.kill(before[0] as number, signal);
  const newWorkers = () => workerPids().filter((pid) => !before.includes(pid));
  await expect.poll(newWorkers).toHaveLength(1);
}

it('replaces a worker that hangs while it exits', () => replaceFirstWorker('SIGXCPU'));

it('stops all workers and the database on SIGTERM, even while a worker starts', async () => {
  writeFileSync(join(folder, 'late'), '');
  await replaceFirstWorker('SIGKILL');
  const all = workerPids();
  server.kill('SIGTERM');
  // The end of one shows that all have been told.
  await expect.poll(() => workerPids().length).toBeLessThan(workerCount);
  rmSync(join(folder, 'late'));
  expect(await started.waitForExit()).toBe(0);
  expect(started.output()).not.toContain('has not stopped');
  for (const pid of all) expect(() => process.kill(pid, 0)).toThrow();
  expect(existsSync(join(folder, 'data/postgres/postmaster.pid'))).toBe(false);
});
