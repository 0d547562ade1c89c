import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDatabase } from '#server/platform/db/database.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start-embedded-postgres.ts';
import { silentLog } from '#server/platform/log.ts';
import { hangLimitMs } from '../support/hang-limit.ts';
import { type DrillSite, startDrillSite } from './drill-site.ts';
import { findJobLosses, findLosses, waitForJobs } from './find-losses.ts';
import { countAcknowledged, createLedger, type Ledger } from './ledger.ts';
import { visit } from './visitor.ts';
import { startWriters } from './writers.ts';

/** What the writers met while something happened to the nodes. */
export type Phase = { name: string; seconds: number; acknowledged: number; refused: Record<string, number> };
export type UpgradeReport = { phases: Phase[]; losses: string[] };

type UpgradeDrillOptions = {
  folder: string;
  /** The folder of the previous release, installed and built. */
  previousRelease: string;
  /** How long the writers go on in each phase. */
  secondsPerPhase: number;
  onPhase?: (phase: Phase) => void;
};

/**
 * Upgrades a site as operators do: a node of this release starts beside one of the previous release, on the same database
 * and data folder, then the previous one stops. Writers go on all the time, first on one node, then on a random one for
 * each request.
 */
export async function runUpgradeDrill(options: UpgradeDrillOptions): Promise<UpgradeReport> {
  const { folder } = options;
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'database'),
    log: silentLog,
    stopsWithProcess: true,
  });
  const db = openDatabase({ url: server.appUrl, maxConnections: 2, applicationName: 'drill' });
  try {
    const env = { DATABASE_URL: server.appUrl, MIGRATION_DATABASE_URL: server.migrationUrl };
    return await upgrade(options, db, (release) =>
      startDrillSite({ dataDir: join(folder, 'data'), env, ...(release && { release }) }),
    );
  } finally {
    await db.destroy();
    await server.stop();
  }
}

async function upgrade(
  { folder, previousRelease, secondsPerPhase, onPhase }: UpgradeDrillOptions,
  db: Db,
  startNode: (release?: string) => Promise<DrillSite>,
): Promise<UpgradeReport> {
  const ledger = createLedger();
  const phases: Phase[] = [];
  /** The nodes that a proxy would send requests to. */
  const nodes: DrillSite[] = [];
  const goOn = () => sleep(secondsPerPhase * 1_000);
  const run = async (name: string, work: () => Promise<unknown>) => {
    phases.push(await runPhase(name, nodes, ledger, work));
    onPhase?.(phases.at(-1) as Phase);
  };
  const previous = await startNode(previousRelease);
  const stops = [() => previous.stop()];
  try {
    nodes.push(previous);
    await run('the previous release alone', goOn);
    let next: DrillSite | undefined;
    await run('this release starts and migrates', async () => {
      next = await startNode();
      stops.push(() => (next as DrillSite).stop());
    });
    if (!next) throw new Error('this release did not start');
    nodes.push(next);
    const both = [previous, next] as const;
    await run('both releases', async () => {
      await expectShared(both[0].origin, both[1].origin);
      await expectShared(both[1].origin, both[0].origin);
      await goOn();
    });
    await run('the previous release stops', async () => {
      nodes.shift();
      await previous.stop();
      await goOn();
    });
    await waitForJobs(db);
    const losses = [
      ...(await findLosses(db, ledger)),
      ...(await findJobLosses(db, ledger, join(folder, 'data'))),
    ];
    return { phases, losses };
  } finally {
    await Promise.all(stops.map((stop) => stop()));
  }
}

/** Writers write to random ones of the nodes while the work is done. */
async function runPhase(
  name: string,
  nodes: DrillSite[],
  ledger: Ledger,
  work: () => Promise<unknown>,
): Promise<Phase> {
  const startedAt = performance.now();
  const before = countAcknowledged(ledger);
  const choose = () => (nodes[Math.floor(Math.random() * nodes.length)] as DrillSite).origin;
  const writers = startWriters(choose, ledger);
  try {
    await writers.nextAcknowledgement();
    await work();
    await writers.stop();
  } finally {
    writers.abandon();
  }
  const refused = [...writers.statuses].filter(([status]) => status === 0 || status >= 400);
  return {
    name,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    acknowledged: countAcknowledged(ledger) - before,
    refused: Object.fromEntries(refused),
  };
}

/** Writes through one node and waits until the other shows it: on pages, also cached ones, in the API and the search. */
async function expectShared(writing: string, reading: string): Promise<void> {
  const author = await visit(writing);
  const word = `слово${randomUUID().replaceAll(/[^a-f]/g, '')}`;
  const [first, second, opinion] = [`Первое ${word}`, `Второе ${word}`, `Мнение ${word}`];
  const content = 'Текст для проверки.';
  const post = await author.call('POST', '/api/v1/posts/', { title: first, content, status: 'published' });
  const page = () => fetch(`${reading}/posts/${post.slug}`);
  const pageHas = (text: string) => async () => (await (await page()).text()).includes(text);
  const search = `${reading}/api/v1/posts/?search=${encodeURIComponent(word)}`;
  await until('a new post', pageHas(first));
  await until('a found post', async () => (await (await fetch(search)).text()).includes(String(post.slug)));
  await author.call('PATCH', `/api/v1/posts/${post.slug}/`, { title: second });
  await until('a changed post', pageHas(second));
  await author.call('POST', '/api/v1/comments/', { post: post.id, content: opinion });
  await until('a new comment', pageHas(opinion));
  await author.call('DELETE', `/api/v1/posts/${post.slug}/`);
  await until('the end of a post', async () => [404, 410].includes((await page()).status));
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + hangLimitMs;
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`the other release does not show ${what}`);
    await sleep(100);
  }
}
