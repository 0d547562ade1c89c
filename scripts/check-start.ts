import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hangLimitMs } from '../tests/support/hang-limit.ts';

/**
 * Checks `npm start` on this checkout as a newcomer uses it: the first start, Ctrl-C, the second start, a kill, and the
 * mistakes that end with a one-line message. Stops at the first failure.
 */
const root = resolve(import.meta.dirname, '..');
const site = 'http://localhost:8000';

type Started = { child: ChildProcess; output(): string; exit: Promise<number | null> };

function npmStart(env: Record<string, string> = {}): Started {
  const child = spawn('npm', ['start', '--loglevel=error'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group: Ctrl-C in a terminal reaches every process of it.
    detached: true,
  });
  const group = child.pid as number;
  // A failed check must not leave processes behind.
  process.on('exit', () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-group, 'SIGKILL');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  return { child, output: () => output, exit: new Promise((done) => child.on('exit', done)) };
}

function check(description: string, isPassed: boolean, details: unknown = ''): void {
  if (!isPassed) throw new Error(`check failed: ${description}\n${details}`);
  console.log(`  ${description}`);
}

async function waitUntilReady({ output, exit }: Started): Promise<number> {
  const startedAt = performance.now();
  let hasEnded = false;
  void exit.then(() => (hasEnded = true));
  while (performance.now() - startedAt < hangLimitMs) {
    const response = await fetch(`${site}/readyz`).catch(() => undefined);
    if (response?.ok) return performance.now() - startedAt;
    if (hasEnded) break;
    await sleep(50);
  }
  throw new Error(`npm start did not respond\n${output()}`);
}

async function interrupt({ child, exit, output }: Started): Promise<void> {
  process.kill(-(child.pid as number), 'SIGINT');
  const ended = await Promise.race([exit.then(() => true), sleep(hangLimitMs, false, { ref: false })]);
  if (!ended) throw new Error(`Ctrl-C did not stop the site\n${output()}`);
}

async function expectRefusal(env: Record<string, string>): Promise<string> {
  const started = npmStart({ LOG_LEVEL: 'silent', ...env });
  const code = await Promise.race([started.exit, sleep(hangLimitMs, 'none', { ref: false })]);
  if (typeof code === 'string') process.kill(-(started.child.pid as number), 'SIGKILL');
  const lines = started
    .output()
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('>'));
  check(
    `exit code 1 and one line: ${lines[0]}`,
    code === 1 && lines.length === 1,
    `exit code: ${code}\n${started.output()}`,
  );
  return lines[0] ?? '';
}

async function firstStart(): Promise<string> {
  const started = npmStart();
  await waitUntilReady(started);
  // The greeting is printed shortly after the first response, with the accounts last.
  while (!/(?:@example\.com.*){3}\n/s.test(started.output()) && started.child.exitCode === null)
    await sleep(50);
  const greeting = started.output();
  const dataDir = /Data:\s+(\S+)/.exec(greeting)?.[1] ?? '';
  check(
    'the greeting shows the address, the data folder and the demo accounts',
    greeting.includes(site) && existsSync(dataDir) && greeting.includes('Demo accounts'),
    greeting,
  );
  await readSite();
  await logInAsDemo(greeting);
  const other = mkdtempSync(join(tmpdir(), 'news-site-check-start-'));
  chmodSync(other, 0o755);
  check(
    'a port in use is reported',
    (await expectRefusal({ DATA_DIR: join(other, 'data') })).includes('8000'),
  );
  check(
    'a second instance on the same data folder is refused',
    (await expectRefusal({ PORT: '8001' })) !== '',
  );
  rmSync(other, { recursive: true, force: true });
  await interrupt(started);
  check('Ctrl-C stops the site and its PostgreSQL', !existsSync(join(dataDir, 'postgres', 'postmaster.pid')));
  return dataDir;
}

/** Repeats a request while the site is unavailable, as on a slow disk. */
async function request(path: string, init?: RequestInit): Promise<Response> {
  const startedAt = performance.now();
  for (;;) {
    const response = await fetch(site + path, init);
    if (response.status !== 503 || performance.now() - startedAt > hangLimitMs) return response;
    await response.arrayBuffer();
    await sleep(100);
  }
}

async function readSite(): Promise<void> {
  const home = await (await request('/')).text();
  check(
    'the home page shows the demo posts',
    home.includes('<html lang="ru"') && home.includes('href="/posts/'),
    home,
  );
  const { count } = (await (await request('/api/v1/posts/')).json()) as { count: number };
  check('the API lists the published posts of the demo', count === 27, count);
  check('an unknown page returns 404', (await request('/net-takoy')).status === 404);
}

async function logInAsDemo(greeting: string): Promise<void> {
  const accounts = [...greeting.matchAll(/(\S+@example\.com)\s+(\S+)/g)];
  check('there are three demo accounts', accounts.length === 3, greeting);
  for (const [, email, password] of accounts) {
    const response = await request('/api/v1/auth/login/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    check(`${email} can log in`, response.status === 200);
  }
}

async function laterStarts(): Promise<void> {
  const second = npmStart();
  console.log(`  the second start responded after ${Math.round(await waitUntilReady(second))} ms`);
  process.kill(-(second.child.pid as number), 'SIGKILL');
  await second.exit;
  const third = npmStart();
  console.log(`  the start after a kill responded after ${Math.round(await waitUntilReady(third))} ms`);
  await readSite();
  await interrupt(third);
}

await firstStart();
await laterStarts();
check(
  'an unreachable database is reported',
  (await expectRefusal({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none' })).includes('DATABASE_URL'),
);
check(
  'an unwritable folder is reported',
  (await expectRefusal({ DATA_DIR: '/dev/null/data' })).includes('/dev/null'),
);
check('invalid settings are reported', (await expectRefusal({ PORT: 'many' })).includes('PORT'));
