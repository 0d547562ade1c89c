import { setImmediate as nextImmediate, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hasActiveWorkerQuery } from '../jobs/worker-locks.ts';
import { processLimits } from '../process-limits.ts';

const stateQuery = `${hasActiveWorkerQuery}, (select retry_after_seconds from maintenance) as maintenance_seconds`;

/**
 * One pause and two timeouts together take less than a second: the longest wait of the first request when the database
 * hangs.
 */
const probeIntervalMs = 250;
const undefinedTable = '42P01';
/** A timeout that fires this late was delayed by this process, and says nothing about the database. */
const maxOwnDelayMs = 100;
/**
 * The state changes after this many equal results in a row: one failed probe must not take a process out of a load
 * balancer.
 */
const resultsToChange = 2;
/** A job worker that ends is replaced within seconds. Without one for this long, something is wrong. */
const usualJobsMissingAfterMs = 20_000;

export type Missing = 'database' | 'jobs';

export type ReadinessProbe = {
  isReady(): boolean;
  /** The unavailable parts. */
  missing(): Missing[];
  /** The value of `Retry-After` while an operator has turned off writing (`npm run maintenance`). */
  maintenanceSeconds(): number | undefined;
  /** Resolves after the first response of the database, or its first failure. */
  firstResult: Promise<void>;
  /** From now on, readiness requires that some process of the site runs jobs. */
  expectJobs(): void;
  stop(): Promise<void>;
};

type ProbeTimeout = (signal: AbortSignal) => Promise<number>;

export type ProbeOptions = {
  url: string;
  /** Called when the database accepts connections and queries without responding, and when it responds again. */
  onHang?: (isHanging: boolean) => void;
  /** Called when an operator turns maintenance on or off. */
  onMaintenance?: (isOn: boolean) => void;
  jobsMissingAfterMs?: number;
  /** Waits as long as a probe may take; resolves to how late this is, in ms. Tests decide when to end the wait. */
  probeTimeout?: ProbeTimeout;
};

type ProbedState = { has_active_worker: boolean; maintenance_seconds: number | null };
type ProbeResult = 'works' | 'refuses' | 'hangs' | 'unknown';

class ProbeTimeoutError extends Error {
  override name = 'ProbeTimeoutError';
  /** Whether this process was too busy to receive a response. */
  readonly wasBusy: boolean;
  constructor(lateMs: number) {
    super('the database does not respond');
    this.wasBusy = lateMs > maxOwnDelayMs;
  }
}

/**
 * Probes the database four times a second on a separate connection, since the pool may be busy although the database
 * works.
 */
export function createReadinessProbe({
  url,
  onHang = () => undefined,
  onMaintenance = () => undefined,
  jobsMissingAfterMs = usualJobsMissingAfterMs,
  probeTimeout = usualTimeout,
}: ProbeOptions): ReadinessProbe {
  let client: pg.Client | undefined;
  let hasDatabase = true;
  let disagreements = 0;
  let consecutiveHangs = 0;
  let jobsExpected = false;
  let jobsLastSeenAt = 0;
  let isStopped = false;
  let maintenanceSeconds: number | undefined;
  const first = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;

  async function queryDatabase(): Promise<ProbeResult> {
    try {
      client ??= await connect(url, probeTimeout);
      const { rows } = await withTimeout(client.query<ProbedState>(stateQuery), probeTimeout);
      if (rows[0]?.has_active_worker) jobsLastSeenAt = performance.now();
      applyMaintenance(rows[0]?.maintenance_seconds ?? undefined);
      return 'works';
    } catch (error) {
      // The error of a database without our tables proves that it works.
      if ((error as { code?: string }).code === undefinedTable) return 'works';
      disconnect();
      if (!(error instanceof ProbeTimeoutError)) return 'refuses';
      return error.wasBusy ? 'unknown' : 'hangs';
    }
  }

  function applyMaintenance(seconds: number | undefined): void {
    const hasChanged = (seconds === undefined) !== (maintenanceSeconds === undefined);
    maintenanceSeconds = seconds;
    if (!hasChanged) return;
    // Jobs wait during maintenance, and start again after it.
    jobsLastSeenAt = performance.now();
    onMaintenance(seconds !== undefined);
  }

  /** Does not wait for `end`, which gets no response from a hanging database either. */
  function disconnect(): void {
    void client?.end().catch(() => undefined);
    client = undefined;
  }

  function applyResult(result: ProbeResult): void {
    if (result === 'unknown') return;
    // Without the database the state of the jobs is unknown.
    if (result !== 'works') jobsLastSeenAt = performance.now();
    disagreements = (result === 'works') === hasDatabase ? 0 : disagreements + 1;
    if (disagreements >= resultsToChange) {
      hasDatabase = result === 'works';
      disagreements = 0;
    }
    const wasHanging = consecutiveHangs >= resultsToChange;
    consecutiveHangs = result === 'hangs' ? consecutiveHangs + 1 : 0;
    if (consecutiveHangs >= resultsToChange !== wasHanging) onHang(!wasHanging);
  }

  async function probe(): Promise<void> {
    const result = await queryDatabase();
    first.resolve();
    if (isStopped) return;
    applyResult(result);
    timer = setTimeout(probe, result === 'hangs' ? 0 : probeIntervalMs).unref();
  }

  function missing(): Missing[] {
    if (!hasDatabase) return ['database'];
    return jobsExpected &&
      maintenanceSeconds === undefined &&
      performance.now() - jobsLastSeenAt > jobsMissingAfterMs
      ? ['jobs']
      : [];
  }

  void probe();
  return {
    isReady: () => missing().length === 0,
    missing,
    maintenanceSeconds: () => maintenanceSeconds,
    firstResult: first.promise,
    expectJobs() {
      jobsExpected = true;
      jobsLastSeenAt = performance.now();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      disconnect();
    },
  };
}

async function connect(url: string, probeTimeout: ProbeTimeout): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'news-site readiness' });
  client.on('error', () => undefined);
  try {
    await withTimeout(client.connect(), probeTimeout);
  } catch (error) {
    // Closes the socket without waiting for the server.
    client.connection.stream.destroy();
    throw error;
  }
  return client;
}

async function usualTimeout(signal: AbortSignal): Promise<number> {
  const due = performance.now() + processLimits.probe;
  await sleep(processLimits.probe, undefined, { signal, ref: false });
  return performance.now() - due;
}

/** A response that arrived while this process was busy counts, even after the time limit. */
async function withTimeout<T>(promise: Promise<T>, probeTimeout: ProbeTimeout): Promise<T> {
  const stopWaiting = new AbortController();
  const rejectLate = async (): Promise<never> => {
    const lateMs = await probeTimeout(stopWaiting.signal);
    await nextImmediate();
    throw new ProbeTimeoutError(lateMs);
  };
  try {
    return await Promise.race([promise, rejectLate()]);
  } finally {
    stopWaiting.abort();
    promise.catch(() => undefined);
  }
}
