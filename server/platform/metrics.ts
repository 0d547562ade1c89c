import cluster from 'node:cluster';
import { sql } from 'kysely';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Db, poolStateOf } from './db/database.ts';

export type RequestSeen = { method: string; route: string; status: number; seconds: number };
/** What a cache holds at present. */
export type CacheSize = { answers: number; bytes: number };

/** How caches report: the one port between them and whoever counts. */
export type CacheMeter = {
  hit(): void;
  miss(): void;
};

export type Metrics = ReturnType<typeof createMetrics>;
export type ShownMetrics = { contentType: string; text(): Promise<string> };

const durationsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8];

/** What the operator wants to see of a running process, in the text format of Prometheus. */
export function createMetrics({ db }: { db: Db }) {
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

  return {
    addCache,
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
  new Gauge({
    name: 'jobs',
    help: 'Jobs that are due, planned for later, under way, and failed for good',
    labelNames: ['state'],
    // Every process sees the same jobs.
    aggregator: 'max',
    registers,
    async collect() {
      const { rows } = await sql<Record<string, number>>`
        select count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now()) as due,
          count(*) filter (where attempts < max_attempts and locked_at is null and run_at > now()) as planned,
          count(*) filter (where locked_at is not null) as running,
          count(*) filter (where attempts >= max_attempts and locked_at is null) as failed
        from graphile_worker._private_jobs`.execute(db);
      for (const [state, count] of Object.entries(rows[0] ?? {})) this.set({ state }, Number(count));
    },
  });
}
