import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isWorkedOffQuery } from '../jobs/worker-locks.ts';

/** One pause and two time-outs are less than a second: so long waits the first request of a database that hangs. */
const probeEveryMs = 250;
const probeTimeoutMs = 350;
/** A time-out that fires so late was delayed by this process itself, and says nothing about the database. */
const ownDelayMs = 100;
/** So many answers in a row change the verdict: one hiccup takes nobody out of a balancer. */
const answersToChange = 2;
/** A job worker that ends is replaced within seconds; without one for so long, something is wrong. */
const jobsMissingAfterMs = 20_000;

export type Missing = 'database' | 'jobs';

export type ReadinessProbe = {
  isReady(): boolean;
  /** What is not as it must be. */
  missing(): Missing[];
  /** From now on some process of the site must be working off the jobs. */
  expectJobs(): void;
  stop(): Promise<void>;
};

export type ProbeOptions = {
  url: string;
  /** Told when the database takes connections and queries without answering, and when it answers again. */
  onHang?: (isHanging: boolean) => void;
};

type Answer = 'works' | 'refuses' | 'hangs' | 'unknown';

class UnansweredError extends Error {
  override name = 'UnansweredError';
  /** Whether this process was too busy to notice an answer. */
  readonly wasBusy: boolean;
  constructor(lateMs: number) {
    super('the database does not answer');
    this.wasBusy = lateMs > ownDelayMs;
  }
}

/** Asks the database four times a second on a connection of its own: the pool may be busy without anything being wrong. */
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

  /** Nobody waits for the end: a database that hangs does not answer to that either. */
  function disconnect(): void {
    void client?.end().catch(() => undefined);
    client = undefined;
  }

  function judge(answer: Answer): void {
    if (answer === 'unknown') return;
    // Without a database nothing is known of the jobs.
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

/** An answer that has come while this process was busy counts, though the time is over. */
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
