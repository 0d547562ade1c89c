import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { route } from '#contract/paths.ts';
import { joinEmbeddedPostgres } from '#server/platform/db/embedded/join-embedded-postgres.ts';
import { type Dataset, readDataset } from './dataset.ts';
import { type MeasuredProcess, startSite } from './processes.ts';
import type { Visitor } from './scenarios.ts';

export type BenchSite = { site: MeasuredProcess & { startMs: number }; dataset: Dataset; visitor: Visitor };

/** Calls `work` with a filled data folder: the given one, or a temporary one that is removed afterwards. */
export async function withDataFolder(
  { folder, posts }: { folder: string | undefined; posts: number },
  work: (dataDir: string) => Promise<void>,
): Promise<void> {
  if (folder !== undefined) return work(resolve(process.env.INIT_CWD ?? '.', folder));
  const tempFolder = mkdtempSync(join(tmpdir(), 'news-site-bench-'));
  // PostgreSQL may run as another user, which needs access to this folder.
  chmodSync(tempFolder, 0o755);
  try {
    const dataDir = join(tempFolder, 'data');
    const seed = resolve(import.meta.dirname, '../scripts/seed-scale.ts');
    const { status } = spawnSync(process.execPath, [seed, '--posts', String(posts)], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error('seeding the benchmark site failed');
    await work(dataDir);
  } finally {
    rmSync(tempFolder, { recursive: true, force: true });
  }
}

/** Runs the site on a data folder while `work` measures it, with or without the response cache and load shedding. */
export async function withBenchSite<T>(
  dataDir: string,
  { isCached, shedsLoad = false }: { isCached: boolean; shedsLoad?: boolean },
  work: (benchSite: BenchSite) => Promise<T>,
): Promise<T> {
  const env = { SHED_ON_LAG: String(shedsLoad), ...(!isCached && { CACHE_MB: '0' }) };
  const site = await startSite({ dataDir, env });
  try {
    const urls = await joinEmbeddedPostgres(dataDir);
    if (!urls) throw new Error(`no database runs in ${dataDir}`);
    const dataset = await readDataset(urls.appUrl);
    return await work({ site, dataset, visitor: await register(site.origin) });
  } finally {
    await site.stop();
  }
}

async function register(origin: string): Promise<Visitor> {
  const name = `bench-${Date.now().toString(36)}`;
  const visitor = { email: `${name}@example.com`, password: `Measure-${name}` };
  return { ...visitor, access: await fetchAccessToken(origin, 'register', { username: name, ...visitor }) };
}

/** The same visitor with a new access token. */
export async function refreshVisitor(origin: string, { email, password }: Visitor): Promise<Visitor> {
  return { email, password, access: await fetchAccessToken(origin, 'login', { email, password }) };
}

async function fetchAccessToken(origin: string, id: 'register' | 'login', body: object): Promise<string> {
  const response = await fetch(origin + route(id).path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { access } = (await response.json()) as { access?: string };
  if (!access) throw new Error(`${id} failed: ${response.status}`);
  return access;
}
