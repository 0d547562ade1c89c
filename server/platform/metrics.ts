import cluster from 'node:cluster';
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Db, poolStateOf } from './db/database.ts';
import type { FreeSpace } from './free-space.ts';
import type { JobClass } from './jobs/job-classes.ts';

export type ObservedRequest = { method: string; route: string; status: number; seconds: number };
/** Current content of a cache. */
export type CacheSize = { entries: number; bytes: number };

/** Request bodies that are being read, and the bytes held by requests in progress. */
export type BodyUsage = { bodies: number; bytes: number };

/** Counts the hits and misses of a cache. */
export type CacheMeter = {
  hit(): void;
  miss(): void;
};

/** Times in seconds since 1970; 0 for never. */
export type BackupStats = {
  isScheduled: boolean;
  successAt: number;
  failureAt: number;
  bytes: number;
  seconds: number;
};

export type Metrics = ReturnType<typeof createMetrics>;
export type MetricsSource = { contentType: string; text(): Promise<string> };

const durationsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8];

type MetricsOptions = {
  db: Db;
  dataDir: string;
  bodyUsage: () => BodyUsage;
  freeSpace: Pick<FreeSpace, 'level'>;
};

let processMetrics: Registry | undefined;

/** The metrics of Node.js. Their observers run as long as the process. */
function metricsOfProcess(): Registry {
  if (processMetrics) return processMetrics;
  processMetrics = new Registry();
  collectDefaultMetrics({ register: processMetrics });
  return processMetrics;
}

/** Metrics of this process in the text format of Prometheus; docs/metrics.md lists them. */
export function createMetrics({ db, dataDir, bodyUsage, freeSpace }: MetricsOptions) {
  const register = new Registry();
  const registers = [register];
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route template and status',
    labelNames: ['method', 'route', 'status'],
    buckets: durationsSeconds,
    registers,
  });
  const lookups = new Counter({
    name: 'cache_requests_total',
    help: 'Lookups in a cache by result',
    labelNames: ['cache', 'result'],
    registers,
  });
  const sizes = new Map<string, () => CacheSize>();
  new Gauge({
    name: 'cache_bytes',
    help: 'Bytes in a cache',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, size] of sizes) this.set({ cache }, size().bytes);
    },
  });
  new Gauge({
    name: 'cache_entries',
    help: 'Entries in a cache',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, size] of sizes) this.set({ cache }, size().entries);
    },
  });
  new Gauge({
    name: 'request_bodies',
    help: 'Request bodies that are being read',
    registers,
    collect() {
      this.set(bodyUsage().bodies);
    },
  });
  new Gauge({
    name: 'request_body_bytes',
    help: 'Bytes of bodies held by requests in progress',
    registers,
    collect() {
      this.set(bodyUsage().bytes);
    },
  });
  const mails = new Counter({
    name: 'mails_total',
    help: 'E-mails handed to the mail server, by result',
    labelNames: ['result'],
    registers,
  });
  const [sentMails, failedMails] = [mails.labels({ result: 'sent' }), mails.labels({ result: 'failed' })];
  addDiskGauge(dataDir, registers);
  addPoolGauge(db, registers);
  addSpaceGauge(freeSpace, registers);
  addJobGauge(db, registers);
  if (cluster.isWorker) reportToPrimary(registers);

  /** Adds a cache to the metrics; `size` is called when they are collected. */
  function addCache(cache: string, size: () => CacheSize): CacheMeter {
    const hits = lookups.labels({ cache, result: 'hit' });
    const misses = lookups.labels({ cache, result: 'miss' });
    sizes.set(cache, size);
    return { hit: () => hits.inc(), miss: () => misses.inc() };
  }

  /** Adds the job worker of this process; `state` says which classes of jobs it polls. */
  function addWorker(state: () => Map<JobClass, boolean>): void {
    new Gauge({
      name: 'job_worker_up',
      help: 'Whether a worker polls the jobs of a class',
      labelNames: ['class'],
      aggregator: 'max',
      registers,
      collect() {
        for (const [jobClass, isUp] of state()) this.set({ class: jobClass }, isUp ? 1 : 0);
      },
    });
  }

  return {
    addCache,
    addWorker,
    addMaintenance(isOn: () => boolean): void {
      new Gauge({
        name: 'maintenance_mode',
        help: 'Whether an operator has turned off writing',
        aggregator: 'max',
        registers,
        collect() {
          this.set(isOn() ? 1 : 0);
        },
      });
    },
    addBackups: (read: () => Promise<BackupStats>) => addBackupGauges(read, registers),
    observe({ method, route, status, seconds }: ObservedRequest): void {
      requests.observe({ method, route, status }, seconds);
    },
    countMail: (isSent: boolean): void => (isSent ? sentMails : failedMails).inc(),
    contentType: register.contentType,
    text: (): Promise<string> => Registry.merge([metricsOfProcess(), register]).metrics(),
  };
}

/** A worker process reports its metrics to the primary process. */
function reportToPrimary(registers: Registry[]): void {
  AggregatorRegistry.setRegistries([metricsOfProcess(), ...registers]);
  new AggregatorRegistry();
}

/** The metrics of all processes, collected by the primary process. */
export function createClusterMetrics(): MetricsSource {
  const registry = new AggregatorRegistry();
  return { contentType: registry.contentType, text: () => registry.clusterMetrics() };
}

function addDiskGauge(dataDir: string, registers: Registry[]): void {
  new Gauge({
    name: 'disk_free_bytes',
    help: 'Free space on the disk of the data folder',
    // Every process sees the same disk.
    aggregator: 'min',
    registers,
    async collect() {
      const { bavail, bsize } = await statfs(dataDir);
      this.set(bavail * bsize);
    },
  });
}

function addBackupGauges(read: () => Promise<BackupStats>, registers: Registry[]): void {
  let reading: Promise<BackupStats> | undefined;
  /** All gauges of one scrape share a query. */
  const readOnce = () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
  const add = (name: string, help: string, pick: (stats: BackupStats) => number) =>
    new Gauge({
      name,
      help,
      // Every process sees the same backups.
      aggregator: 'max',
      registers,
      async collect() {
        this.set(pick(await readOnce()));
      },
    });
  add('backup_scheduled', 'Whether backups are scheduled', ({ isScheduled }) => (isScheduled ? 1 : 0));
  add(
    'backup_last_success_timestamp_seconds',
    'Start of the last good backup; 0 for none',
    ({ successAt }) => successAt,
  );
  add(
    'backup_last_failure_timestamp_seconds',
    'Start of the last backup that failed; 0 if a good one is newer',
    ({ failureAt }) => failureAt,
  );
  add(
    'backup_last_size_bytes',
    'Size of the last good backup without pictures beside it',
    ({ bytes }) => bytes,
  );
  add('backup_last_duration_seconds', 'Duration of the last good backup', ({ seconds }) => seconds);
}

function addPoolGauge(db: Db, registers: Registry[]): void {
  new Gauge({
    name: 'db_pool_connections',
    help: 'Open and idle connections of the pool, and callers waiting for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { total, idle, waiting } = poolStateOf(db);
      this.set({ state: 'open' }, total);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}

function addSpaceGauge({ level }: Pick<FreeSpace, 'level'>, registers: Registry[]): void {
  new Gauge({
    name: 'writes_refused_for_space',
    help: '1 while writes are refused: the disk is almost full or read-only',
    aggregator: 'max',
    registers,
    collect() {
      this.set(level() === 'enough' ? 0 : 1);
    },
  });
}

function addJobGauge(db: Db, registers: Registry[]): void {
  const oldest = new Gauge({
    name: 'job_oldest_due_seconds',
    help: 'Age of the oldest due job',
    aggregator: 'max',
    registers,
  });
  new Gauge({
    name: 'jobs',
    help: 'Jobs that are due, scheduled, running, and permanently failed',
    labelNames: ['state'],
    // Every process sees the same jobs.
    aggregator: 'max',
    registers,
    async collect() {
      const { rows } = await sql<Record<string, number> & { oldest: number }>`
        select count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now()) as due,
          count(*) filter (where attempts < max_attempts and locked_at is null and run_at > now()) as scheduled,
          count(*) filter (where locked_at is not null) as running,
          count(*) filter (where attempts >= max_attempts and locked_at is null) as failed,
          coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts
            and locked_at is null and run_at <= now())), 0)::float8 as oldest
        from graphile_worker._private_jobs`.execute(db);
      const { oldest: oldestSeconds = 0, ...counts } = rows[0] ?? {};
      oldest.set(oldestSeconds);
      for (const [state, count] of Object.entries(counts)) this.set({ state }, Number(count));
    },
  });
}
