import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { isDatabaseUnavailable, isTimeout } from '#server/platform/db/db-errors.ts';
import { createRandom, type Random } from '../../scripts/scale/random.ts';
import { hangLimitMs } from '../support/hang-limit.ts';
import { type DrillSite, type SiteProcesses, startDrillSite } from './drill-site.ts';
import { findJobLosses, findLosses, waitForJobs } from './find-losses.ts';
import { countAcknowledged, createLedger, type Ledger } from './ledger.ts';
import { startWriters } from './writers.ts';

const faults = ['server', 'worker', 'database', 'backend', 'memory'] as const;
type Fault = (typeof faults)[number];

export type CrashReport = {
  seed: number;
  kills: number;
  /** How often each fault was injected, and the longest time until the site served a write again. */
  byFault: Record<Fault, { kills: number; slowestMs: number }>;
  acknowledged: number;
  losses: string[];
  /** Kills after which the site took longer than `servedLimitMs`. */
  slow: string[];
  ledger: Ledger;
};

const servedLimitMs = 10_000;
const longestPauseMs = 2_500;
/** How long a process is short of memory, unless that ends it. */
const memoryShortageMs = 1_500;
const retryPauseMs = 500;
/** All jobs are awaited and their results are checked after this many kills, and at the end. */
const killsPerInventory = 25;

export function createCrashReport(seed: number): CrashReport {
  const byFault = Object.fromEntries(faults.map((fault) => [fault, { kills: 0, slowestMs: 0 }]));
  return {
    seed,
    kills: 0,
    byFault: byFault as CrashReport['byFault'],
    acknowledged: 0,
    losses: [],
    slow: [],
    ledger: createLedger(),
  };
}

type DrillOptions = {
  dataDir: string;
  kills: number;
  /** Of an earlier part of the same drill, on the same data folder. */
  report: CrashReport;
  processes?: number;
  /** Whether to wait for the jobs of acknowledged writes and check what they did, now and then and at the end. */
  awaitsJobs?: boolean;
  onKill?: (report: CrashReport, line: string) => void;
  interrupted?: AbortSignal;
};

/**
 * Kills random processes of a site at random times while it is written to, until the report counts `kills`, and
 * compares the stored data with the acknowledged writes after each kill.
 */
export async function runCrashDrill(options: DrillOptions): Promise<CrashReport> {
  const { dataDir, kills, report, processes = 2, awaitsJobs = true, onKill, interrupted } = options;
  const site = await startDrillSite({ dataDir, env: { WEB_CONCURRENCY: String(processes) } });
  try {
    while (report.kills < kills && !interrupted?.aborted) {
      // The same for a drill in one part and in several.
      const random = createRandom(report.seed * 1_000_003 + report.kills);
      const isLast = report.kills + 1 === kills;
      const isInventory = awaitsJobs && (isLast || (report.kills + 1) % killsPerInventory === 0);
      const line = await runRound(site, report, random, isInventory);
      onKill?.(report, line);
    }
    return report;
  } finally {
    await site.stop();
  }
}

async function runRound(
  site: DrillSite,
  report: CrashReport,
  random: Random,
  isInventory: boolean,
): Promise<string> {
  const fault = faults[Math.floor(random() * faults.length)] as Fault;
  const pauseMs = random() * longestPauseMs;
  const writers = startWriters(() => site.origin, report.ledger);
  let target: string;
  let ms: number;
  try {
    await writers.nextAcknowledgement();
    await sleep(pauseMs);
    target = await inject(site, fault, random);
    ms = await measureRecovery(site, writers);
    await writers.stop();
  } finally {
    writers.abandon();
  }
  report.kills += 1;
  const counted = report.byFault[fault];
  counted.kills += 1;
  counted.slowestMs = Math.max(counted.slowestMs, ms);
  const line = `${report.kills}: ${fault} (${target}), served again after ${(ms / 1000).toFixed(1)} s`;
  if (ms > servedLimitMs) report.slow.push(line);
  const found = await takeInventory(site, report.ledger, isInventory);
  report.losses.push(...found.map((loss) => `${line}: ${loss}`));
  report.acknowledged = countAcknowledged(report.ledger);
  return line;
}

/** On a busy machine a connection or a count may exceed the time limits of the site. */
async function takeInventory(site: DrillSite, ledger: Ledger, withJobs: boolean): Promise<string[]> {
  const deadline = performance.now() + hangLimitMs;
  for (;;) {
    try {
      return await compareWithLedger(site, ledger, withJobs);
    } catch (error) {
      const mayPass = isDatabaseUnavailable(error) || isTimeout(error);
      if (!mayPass || performance.now() > deadline) throw error;
      await sleep(retryPauseMs);
    }
  }
}

async function compareWithLedger(site: DrillSite, ledger: Ledger, withJobs: boolean): Promise<string[]> {
  const db = await site.openDatabase();
  try {
    return await db.connection().execute(async (connection) => {
      // Counting thousands of posts again takes longer than a request may.
      await sql`select set_config('statement_timeout', '0', false)`.execute(connection);
      if (withJobs) await waitForJobs(connection);
      const losses = await findLosses(connection, ledger);
      return withJobs ? [...losses, ...(await findJobLosses(connection, ledger, site.dataDir))] : losses;
    });
  } finally {
    await db.destroy();
  }
}

/** Until the site is ready, shows a page and has acknowledged a write that was sent after the fault. */
async function measureRecovery(site: DrillSite, writers: ReturnType<typeof startWriters>): Promise<number> {
  const startedAt = performance.now();
  let isWritten = false;
  let failure: unknown;
  void writers.nextAcknowledgement().then(
    () => {
      isWritten = true;
    },
    (error: unknown) => {
      failure = error;
    },
  );
  const showsPage = async () =>
    (await fetch(`${site.origin}/posts?page=1`).catch(() => undefined))?.status === 200;
  while (!(isWritten && (await site.isReady()) && (await showsPage()))) {
    if (failure) throw failure;
    if (performance.now() - startedAt > hangLimitMs)
      throw new Error(`the site did not recover: ${site.output()}`);
    await sleep(20);
  }
  return performance.now() - startedAt;
}

/** Returns what was hit, for the report. */
async function inject(site: DrillSite, fault: Fault, random: Random): Promise<string> {
  const pick = (pids: Array<number | undefined>) => {
    const known = pids.filter((pid) => pid !== undefined);
    return known[Math.floor(random() * known.length)];
  };
  const targets: Record<Fault, (all: SiteProcesses) => number | undefined> = {
    server: ({ server }) => server,
    worker: ({ worker }) => worker,
    database: ({ database }) => database,
    backend: ({ backends }) => pick(backends),
    memory: ({ server, worker, database, backends }) => pick([server, worker, database, ...backends]),
  };
  const choice = random();
  for (;;) {
    const pid = targets[fault](site.processes());
    try {
      if (pid !== undefined && fault !== 'memory') process.kill(pid, 'SIGKILL');
      if (pid !== undefined && fault === 'memory') return await exhaustMemory(pid, choice);
      if (pid !== undefined) return String(pid);
    } catch {
      // The process has ended by itself: an idle backend, for example.
    }
    await sleep(20);
  }
}

/**
 * Every second time the kernel ends the process, as it does on a machine without memory; else the process gets no more
 * memory for a while, and ends or reports errors as it can.
 */
async function exhaustMemory(pid: number, choice: number): Promise<string> {
  if (choice < 0.5) {
    process.kill(pid, 'SIGKILL');
    return `${pid} killed for its memory`;
  }
  const limit = (value: string) =>
    execFileSync('prlimit', ['--pid', String(pid), `--as=${value}:`], { stdio: 'ignore' });
  limit('1');
  await sleep(memoryShortageMs);
  try {
    limit('unlimited');
  } catch {
    return `${pid} ended without memory`;
  }
  return `${pid} without memory for a while`;
}
