import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoAccount } from '../server/demo.ts';

const startLimitMs = 120_000;

export type DemoSite = {
  origin: string;
  accounts: DemoAccount[];
  /** The `DATA_DIR` of the site. */
  dataDir: string;
  /** Stops the process and removes its data. */
  stop(): Promise<void>;
};

/** Starts a separate site as the first `npm start` does: demo content, a free port, temporary data. */
export async function startDemoSite(env: Record<string, string> = {}): Promise<DemoSite> {
  const folder = mkdtempSync(join(tmpdir(), 'news-site-demo-'));
  // PostgreSQL may run as another user, which needs access to this folder.
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'start.ts')], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = new Promise<void>((done) => child.on('exit', () => done()));
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + startLimitMs;
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error('the demo site did not start');
    }
    await sleep(100);
  }
  const { accounts } = JSON.parse(readFileSync(join(dataDir, 'demo-accounts.json'), 'utf8'));
  return { origin, accounts, dataDir, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
