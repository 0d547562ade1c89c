import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSiteIfStale } from '../scripts/build-site.ts';

/** Three processes on one port behave as one. */
const size = 3;
const root = resolve(import.meta.dirname, '..');
const port = 20_000 + ((process.pid + 7_000) % 20_000);
const site = `http://localhost:${port}`;
let folder: string;
let server: ChildProcess;
let output = '';

beforeAll(async () => {
  buildSiteIfStale();
  folder = mkdtempSync(join(tmpdir(), 'news-site-crowd-'));
  chmodSync(folder, 0o755);
  // A machine that is busy with other tests is not overloaded by readers.
  const env = {
    SHED_ON_LAG: 'false',
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    WEB_CONCURRENCY: String(size),
  };

  server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const { promise: isUp, resolve: setUp } = Promise.withResolvers<void>();
  server.stdout?.on('data', () => output.includes('News Site:') && setUp());
  await Promise.race([isUp, once(server, 'exit')]);
});
afterAll(async () => {
  if (server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

/** On a connection of its own: the processes take connections in turn. */
async function ask(
  path: string,
  { method = 'GET', body, token }: { method?: string; body?: object; token?: string } = {},
) {
  const asked = request(site + path, {
    method,
    agent: false,
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/144.0',
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  }).end(body && JSON.stringify(body));
  const [answer] = await once(asked, 'response');
  return { status: answer.statusCode as number, text: await text(answer) };
}

const ofAll = <Answer>(work: () => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: size * 2 }, work));
const members = (): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], { encoding: 'utf8' })
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0 && isMember(pid));
const isMember = (pid: number): boolean =>
  execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).includes('main.ts');

async function register(name: string): Promise<string> {
  const body = { username: name, email: `${name}@example.com`, password: 'TestPassword123!' };
  return JSON.parse((await ask('/api/v1/auth/register/', { method: 'POST', body })).text).access;
}

it('shows what one of them has written in all of them within a second', async () => {
  expect(members()).toHaveLength(size);
  const token = await register('reader-1');
  await ofAll(() => ask('/'));
  await ofAll(() => ask('/'));
  const body = { title: 'Слышно всем', content: 'Текст.' };
  expect((await ask('/api/v1/posts/', { method: 'POST', body, token })).status).toBe(201);
  const isEverywhere = async () =>
    (await ofAll(() => ask('/'))).every((page) => page.text.includes('Слышно всем'));
  await expect.poll(isEverywhere, { timeout: 1_000, interval: 50 }).toBe(true);
});

it('counts a reader once, whichever of them is told', async () => {
  const token = await register('reader-2');
  const body = { title: 'Один читатель', content: 'Текст.' };
  const { slug } = JSON.parse((await ask('/api/v1/posts/', { method: 'POST', body, token })).text);
  await ofAll(() => ask(`/api/v1/posts/${slug}/view/`, { method: 'POST', body: {} }));
  const views = async () =>
    JSON.parse((await ask(`/api/v1/posts/${slug}/?count_view=false`)).text).views_count;
  await expect.poll(views, { timeout: 10_000 }).toBe(1);
});

it('limits a caller by what all of them have seen', async () => {
  const body = { email: 'nobody@example.com', password: 'WrongPassword123!' };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 8; attempt += 1)
    statuses.push((await ask('/api/v1/auth/login/', { method: 'POST', body })).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
});

it('works off jobs in one of them, and goes on when it dies', async () => {
  const mails = () => readdirSync(join(folder, 'data/mail')).filter((name) => name.endsWith('.eml')).length;
  await expect.poll(mails, { timeout: 10_000 }).toBe(2);
  const before = members();
  for (const pid of before) process.kill(pid, 'SIGKILL');
  await expect
    .poll(async () => members().filter((pid) => !before.includes(pid)).length, { timeout: 20_000 })
    .toBe(size);
  await expect
    .poll(async () => (await ask('/readyz').catch(() => undefined))?.status, { timeout: 20_000 })
    .toBe(200);
  await register('reader-3');
  await expect.poll(mails, { timeout: 20_000 }).toBe(3);
  expect(output).toContain('has died and is replaced');
});

it('stops in order, and leaves nobody behind', async () => {
  const all = members();
  server.kill('SIGTERM');
  await once(server, 'exit');
  expect(server.exitCode).toBe(0);
  for (const pid of all) expect(() => process.kill(pid, 0)).toThrow();
  expect(existsSync(join(folder, 'data/postgres/postmaster.pid'))).toBe(false);
});
