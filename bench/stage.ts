import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { route } from '#contract/paths.ts';
import { joinEmbeddedPostgres } from '#server/platform/db/embedded/join-embedded-postgres.ts';
import { type Measured, startSite } from './processes.ts';
import type { Visitor } from './scenarios.ts';
import { lookAround, type World } from './world.ts';

export type Stage = { site: Measured & { startMs: number }; world: World; visitor: Visitor };

/** Calls `work` with a filled data folder: the given one, or a temporary one that is removed afterwards. */
export async function withData(
  { folder, posts }: { folder: string | undefined; posts: number },
  work: (dataDir: string) => Promise<void>,
): Promise<void> {
  if (folder !== undefined) return work(resolve(process.env.INIT_CWD ?? '.', folder));
  const made = mkdtempSync(join(tmpdir(), 'news-site-bench-'));
  // PostgreSQL may run as another user, which needs access to this folder.
  chmodSync(made, 0o755);
  try {
    const dataDir = join(made, 'data');
    const seed = resolve(import.meta.dirname, '../scripts/seed-scale.ts');
    const { status } = spawnSync(process.execPath, [seed, '--posts', String(posts)], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error('seeding the benchmark site failed');
    await work(dataDir);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Runs the site on a data folder while `work` measures it, with or without the response cache and load shedding. */
export async function onStage<T>(
  dataDir: string,
  { isCached, sheds = false }: { isCached: boolean; sheds?: boolean },
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const env = { SHED_ON_LAG: String(sheds), ...(!isCached && { CACHE_MB: '0' }) };
  const site = await startSite({ dataDir, env });
  try {
    const urls = await joinEmbeddedPostgres(dataDir);
    if (!urls) throw new Error(`no database runs in ${dataDir}`);
    const world = await lookAround(urls.appUrl);
    return await work({ site, world, visitor: await register(site.origin) });
  } finally {
    await site.stop();
  }
}

async function register(origin: string): Promise<Visitor> {
  const name = `bench-${Date.now().toString(36)}`;
  const visitor = { email: `${name}@example.com`, password: `Measure-${name}` };
  return { ...visitor, access: await accessOf(origin, 'register', { username: name, ...visitor }) };
}

/** The same visitor with a new access token: each expires after 15 minutes. */
export async function renewed(origin: string, { email, password }: Visitor): Promise<Visitor> {
  return { email, password, access: await accessOf(origin, 'login', { email, password }) };
}

async function accessOf(origin: string, id: 'register' | 'login', body: object): Promise<string> {
  const response = await fetch(origin + route(id).path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { access } = (await response.json()) as { access?: string };
  if (!access) throw new Error(`${id} failed: ${response.status}`);
  return access;
}
