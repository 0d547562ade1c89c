import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DbLog } from '../db/db-log.ts';

/**
 * Session-level advisory locks that prove which queue runners are alive. Each runner holds the lock of its id, and
 * PostgreSQL releases the lock when the session ends, however the process died. All runners of a process share one
 * session.
 */
export type WorkerLocks = {
  /** Resolves when the lock of this runner is held; waits for the database without a time limit, until `stop`. */
  acquire(workerId: string): Promise<void>;
  /** Releases the lock of a runner that has ended. */
  release(workerId: string): Promise<void>;
  /** How long the session has been lost, in ms; 0 while it is connected. */
  lostForMs(): number;
  /** Publishes to every process of the site, with a shared lock, that this one runs jobs. */
  publishState(isWorking: boolean): void;
  stop(): Promise<void>;
};

/** The lock key of a runner; the seed separates it from other advisory locks. */
export const lockKeyOf = (workerId: string): string => `hashtextextended(${workerId}, 7304118926)`;
/** A shared lock of all processes with a working job worker: the two halves of the key, as `pg_locks` shows them. */
const activeWorkerKey = { classId: 1_700_720, objectId: 7_304_119 };

/** True when some process of this database runs jobs; for readiness. */
export const hasActiveWorkerQuery = `
  select exists (
    select from pg_locks
     where locktype = 'advisory' and granted and objsubid = 2
       and classid = ${activeWorkerKey.classId} and objid = ${activeWorkerKey.objectId}
       and database = (select oid from pg_database where datname = current_database())
  ) as has_active_worker`;

const queryTimeoutMs = 5_000;
const heartbeatMs = 3_000;
const reconnectPauseMs = 500;
/** The server detects a client without power after 10 + 3 × 5 s. */
const sessionSettings = `
  set tcp_keepalives_idle = 10;
  set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3;
  set lock_timeout = '4s'`;

export function openWorkerLocks({ url, log }: { url: string; log: DbLog }): WorkerLocks {
  const acquiredIds = new Set<string>();
  const stopping = new AbortController();
  let session: Session | undefined;
  let lostAt: number | undefined = performance.now();
  let isPublished = false;
  const waiting: Array<() => void> = [];

  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  const lock = (client: Session, workerId: string) =>
    client.query(`select pg_advisory_lock(${lockKeyOf('$1')})`, [workerId]);
  const publish = (client: Session) =>
    client.query(
      `select pg_advisory_${isPublished ? '' : 'un'}lock_shared(${activeWorkerKey.classId}, ${activeWorkerKey.objectId})`,
    );

  async function keepSession(): Promise<void> {
    while (!stopping.signal.aborted) {
      const client = newSession(url);
      try {
        await client.connect();
        await client.query(sessionSettings);
        if (isPublished) await publish(client);
        // Includes ids that are added during the loop.
        for (const id of acquiredIds) await lock(client, id);
        session = client;
        lostAt = undefined;
        for (const resume of waiting.splice(0)) resume();
        while (session && !stopping.signal.aborted) {
          await pause(heartbeatMs);
          await client.query('select 1');
        }
      } catch (error) {
        if (!stopping.signal.aborted && session)
          log.warn({ err: error }, 'the session of the job worker was lost');
      }
      session = undefined;
      lostAt ??= performance.now();
      await client.end().catch(() => undefined);
      await pause(reconnectPauseMs);
    }
    for (const resume of waiting.splice(0)) resume();
  }

  /** Runs `work` in the session. If it fails, a new session takes all locks. */
  async function inSession(work: (client: Session) => Promise<unknown>): Promise<boolean> {
    if (!session) return false;
    const client = session;
    return work(client).then(
      () => true,
      () => {
        if (session === client) session = undefined;
        // Ends a pending query of the loop above.
        void client.end().catch(() => undefined);
        return false;
      },
    );
  }

  const ended = keepSession();

  return {
    async acquire(workerId) {
      acquiredIds.add(workerId);
      if (await inSession((client) => lock(client, workerId))) return;
      if (!stopping.signal.aborted) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    async release(workerId) {
      acquiredIds.delete(workerId);
      await inSession((client) => client.query(`select pg_advisory_unlock(${lockKeyOf('$1')})`, [workerId]));
    },
    lostForMs: () => (lostAt === undefined ? 0 : performance.now() - lostAt),
    publishState(isWorking) {
      if (isWorking === isPublished) return;
      isPublished = isWorking;
      void inSession(publish);
    },
    async stop() {
      stopping.abort();
      await session?.end().catch(() => undefined);
      await ended;
    },
  };
}

type Session = {
  connect(): Promise<unknown>;
  query(text: string, values?: unknown[]): Promise<unknown>;
  end(): Promise<void>;
};

/** A connection that sends one query at a time, in order, since several runners share it. */
function newSession(url: string): Session {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'news-site worker locks',
    connectionTimeoutMillis: queryTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
  });
  // The query that fails reports the loss itself.
  client.on('error', () => undefined);
  let previous: Promise<unknown> = Promise.resolve();
  return {
    connect: () => client.connect(),
    query(text, values) {
      const result = previous.then(() => client.query(text, values));
      previous = result.catch(() => undefined);
      return result;
    },
    end: () => client.end(),
  };
}
