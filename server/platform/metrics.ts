import cluster from 'node:cluster';
import { sql } from 'kysely';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Db, poolStateOf } from './db/database.ts';
import type { JobClass } from './jobs/job-classes.ts';

export type RequestSeen = { method: string; route: string; status: number; seconds: number };
/** What a cache holds at present. */
export type CacheSize = { answers: number; bytes: number };

/** Bodies of requests that are being read, and the bytes that requests under way hold. */
export type HeldBodies = { bodies: number; bytes: number };

/** How caches report: the one port between them and whoever counts. */
export type CacheMeter = {
  hit(): void;
  miss(): void;
};

export type Metrics = ReturnType<typeof createMetrics>;
export type ShownMetrics = { contentType: string; text(): Promise<string> };

const durationsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8];

/** What the operator wants to see of a running process, in the text format of Prometheus. */
export function createMetrics({ db, heldBodies }: { db: Db; heldBodies: () => HeldBodies }) {
  const registers = [new Registry()];
  const [register] = registers as [Registry];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route template and status, and how long they took',
    labelNames: ['method', 'route', 'status'],
    buckets: durationsSeconds,
    registers,
  });
  const asked = new Counter({
    name: 'cache_requests_total',
    help: 'What was asked of a cache, by whether it had the answer',
    labelNames: ['cache', 'result'],
    registers,
  });
  const sizes = new Map<string, () => CacheSize>();
  new Gauge({
    name: 'cache_bytes',
    help: 'Bytes that a cache holds',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, size] of sizes) this.set({ cache }, size().bytes);
    },
  });
  new Gauge({
    name: 'cache_answers',
    help: 'Answers that a cache holds',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, size] of sizes) this.set({ cache }, size().answers);
    },
  });
  new Gauge({
    name: 'request_bodies',
    help: 'Bodies of requests that are being read',
    registers,
    collect() {
      this.set(heldBodies().bodies);
    },
  });
  new Gauge({
    name: 'request_body_bytes',
    help: 'Bytes of bodies that requests under way hold',
    registers,
    collect() {
      this.set(heldBodies().bytes);
    },
  });
  addPoolGauge(db, registers);
  addJobGauge(db, registers);
  if (cluster.isWorker) answerCrowd(registers);

  /** A cache of this name begins to report; `size` is asked when somebody looks. */
  function addCache(cache: string, size: () => CacheSize): CacheMeter {
    const hits = asked.labels({ cache, result: 'hit' });
    const misses = asked.labels({ cache, result: 'miss' });
    sizes.set(cache, size);
    return { hit: () => hits.inc(), miss: () => misses.inc() };
  }

  /** The job worker of this process, if it has one: which classes of jobs are being looked for. */
  function addWorker(state: () => Map<JobClass, boolean>): void {
    new Gauge({
      name: 'job_worker_up',
      help: 'Whether jobs of a class are being worked off by the process that has to',
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
    observe({ method, route, status, seconds }: RequestSeen): void {
      requests.observe({ method, route, status }, seconds);
    },
    contentType: register.contentType,
    text: (): Promise<string> => register.metrics(),
  };
}

/** One of several processes tells the first one what it has counted. */
function answerCrowd(registers: Registry[]): void {
  AggregatorRegistry.setRegistries(registers);
  new AggregatorRegistry();
}

/** The figures of all processes together, for the first of them. */
export function createCrowdMetrics(): ShownMetrics {
  const crowd = new AggregatorRegistry();
  return { contentType: crowd.contentType, text: () => crowd.clusterMetrics() };
}

function addPoolGauge(db: Db, registers: Registry[]): void {
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections of the pool that are open and idle, and callers that wait for one',
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

function addJobGauge(db: Db, registers: Registry[]): void {
  const oldest = new Gauge({
    name: 'job_oldest_due_seconds',
    help: 'How long the job that has been due for longest has waited',
    aggregator: 'max',
    registers,
  });
  new Gauge({
    name: 'jobs',
    help: 'Jobs that are due, planned for later, under way, and failed for good',
    labelNames: ['state'],
    // Every process sees the same jobs.
    aggregator: 'max',
    registers,
    async collect() {
      const { rows } = await sql<Record<string, number> & { oldest: number }>`
        select count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now()) as due,
          count(*) filter (where attempts < max_attempts and locked_at is null and run_at > now()) as planned,
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
