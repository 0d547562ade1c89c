import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isWorkedOffQuery } from '../jobs/worker-locks.ts';

/**
 * One pause and two timeouts together take less than a second: the longest wait of the first request when the database
 * hangs.
 */
const probeEveryMs = 250;
const probeTimeoutMs = 350;
/** A timeout that fires this late was delayed by this process, and says nothing about the database. */
const ownDelayMs = 100;
/**
 * The state changes after this many equal results in a row: one failed probe must not take a process out of a load
 * balancer.
 */
const answersToChange = 2;
/** A job worker that ends is replaced within seconds. Without one for this long, something is wrong. */
const jobsMissingAfterMs = 20_000;

export type Missing = 'database' | 'jobs';

export type ReadinessProbe = {
  isReady(): boolean;
  /** The unavailable parts. */
  missing(): Missing[];
  /** From now on, readiness requires that some process of the site runs jobs. */
  expectJobs(): void;
  stop(): Promise<void>;
};

export type ProbeOptions = {
  url: string;
  /** Called when the database accepts connections and queries without answering, and when it answers again. */
  onHang?: (isHanging: boolean) => void;
};

type Answer = 'works' | 'refuses' | 'hangs' | 'unknown';

class UnansweredError extends Error {
  override name = 'UnansweredError';
  /** Whether this process was too busy to receive an answer. */
  readonly wasBusy: boolean;
  constructor(lateMs: number) {
    super('the database does not answer');
    this.wasBusy = lateMs > ownDelayMs;
  }
}

/**
 * Probes the database four times a second on a separate connection, since the pool may be busy although the database
 * works.
 */
export function createReadinessProbe({ url, onHang = () => undefined }: ProbeOptions): ReadinessProbe {
  let client: pg.Client | undefined;
  let hasDatabase = true;
  let contrary = 0;
  let hangs = 0;
  let jobsExpected = false;
  let jobsSeenAt = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function ask(): Promise<Answer> {
    try {
      client ??= await connect(url);
      const answer = client.query<{ is_worked_off: boolean }>(isWorkedOffQuery);
      const { rows } = await inTime(answer);
      if (rows[0]?.is_worked_off) jobsSeenAt = performance.now();
      return 'works';
    } catch (error) {
      disconnect();
      if (!(error instanceof UnansweredError)) return 'refuses';
      return error.wasBusy ? 'unknown' : 'hangs';
    }
  }

  /** Does not wait for `end`, which a hanging database does not answer either. */
  function disconnect(): void {
    void client?.end().catch(() => undefined);
    client = undefined;
  }

  function judge(answer: Answer): void {
    if (answer === 'unknown') return;
    // Without the database the state of the jobs is unknown.
    if (answer !== 'works') jobsSeenAt = performance.now();
    contrary = (answer === 'works') === hasDatabase ? 0 : contrary + 1;
    if (contrary >= answersToChange) {
      hasDatabase = answer === 'works';
      contrary = 0;
    }
    const wasHanging = hangs >= answersToChange;
    hangs = answer === 'hangs' ? hangs + 1 : 0;
    if (hangs >= answersToChange !== wasHanging) onHang(!wasHanging);
  }

  async function probe(): Promise<void> {
    const answer = await ask();
    if (isStopped) return;
    judge(answer);
    timer = setTimeout(probe, answer === 'hangs' ? 0 : probeEveryMs).unref();
  }

  function missing(): Missing[] {
    if (!hasDatabase) return ['database'];
    return jobsExpected && performance.now() - jobsSeenAt > jobsMissingAfterMs ? ['jobs'] : [];
  }

  void probe();
  return {
    isReady: () => missing().length === 0,
    missing,
    expectJobs() {
      jobsExpected = true;
      jobsSeenAt = performance.now();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      disconnect();
    },
  };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'news-site readiness' });
  client.on('error', () => undefined);
  try {
    await inTime(client.connect());
  } catch (error) {
    // Closes the socket without waiting for the server.
    client.connection.stream.destroy();
    throw error;
  }
  return client;
}

/** An answer that arrived while this process was busy counts, even after the time limit. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const stopWaiting = new AbortController();
  const askedAt = performance.now();
  const tooLate = async (): Promise<never> => {
    await sleep(probeTimeoutMs, undefined, { signal: stopWaiting.signal, ref: false });
    const lateMs = performance.now() - askedAt - probeTimeoutMs;
    await nextTurn();
    throw new UnansweredError(lateMs);
  };
  try {
    return await Promise.race([answer, tooLate()]);
  } finally {
    stopWaiting.abort();
    answer.catch(() => undefined);
  }
}
