import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DbLog } from '../db/db-log.ts';

/** The notification channel of migration 0050. */
const channel = 'news_changes';
const heartbeatMs = 250;
/**
 * After this many heartbeats in a row without a response the connection counts as lost: changes do not arrive either.
 */
const maxMissedHeartbeats = 2;
const connectTimeoutMs = 1_000;
const minRetryDelayMs = 250;
const maxRetryDelayMs = 5_000;

export type ChangeListener = {
  /** Resolves when every change committed before the call has been received, or the cache is disabled. */
  waitForChanges(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  url: string;
  log: DbLog;
  onChange(tags: string[]): void;
  /** Whether changes are received from now on. */
  onListening(isListening: boolean): void;
};

/**
 * Listens for change notifications of the database on its own connection. A lost or silent connection is replaced;
 * until then `onListening(false)` holds, so that nothing relies on receiving every change.
 */
export function listenForChanges({ url, log, onChange, onListening }: Options): ChangeListener {
  const stopping = new AbortController();
  let connection: Connection | undefined;
  let nextPing: Promise<void> | undefined;
  let pinging: Promise<void> = Promise.resolve();

  async function keepListening(): Promise<void> {
    let retryDelayMs = minRetryDelayMs;
    while (!stopping.signal.aborted) {
      connection = await openConnection(url, onChange).catch((error: unknown) => {
        log.warn({ err: error }, 'cannot listen for changes; nothing is cached until it works again');
        return undefined;
      });
      retryDelayMs = connection ? minRetryDelayMs : Math.min(retryDelayMs * 2, maxRetryDelayMs);
      if (connection && !stopping.signal.aborted) {
        onListening(true);
        await connection.lost;
        onListening(false);
      }
      connection?.close();
      connection = undefined;
      await sleep(retryDelayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const ended = keepListening();

  /** Callers that arrive during a ping share the next one. */
  function waitForChanges(): Promise<void> {
    nextPing ??= pinging.then(() => {
      nextPing = undefined;
      pinging = connection?.ping() ?? Promise.resolve();
      return pinging;
    });
    return nextPing;
  }

  return {
    waitForChanges,
    async stop() {
      stopping.abort();
      connection?.close();
      await ended;
    },
  };
}

type Connection = {
  /** Never rejects: a connection without a response is lost. */
  ping(): Promise<void>;
  lost: Promise<void>;
  close(): void;
};

const createClient = (url: string): pg.Client =>
  new pg.Client({
    connectionString: url,
    application_name: 'news-site changes',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });

async function openConnection(url: string, onChange: (tags: string[]) => void): Promise<Connection> {
  const client = createClient(url);
  const { promise: lost, resolve: markLost } = Promise.withResolvers<void>();
  client.on('error', () => markLost());
  client.on('end', () => markLost());
  const handshake = `hello:${randomUUID()}`;
  let hasHandshake = false;
  client.on('notification', ({ payload = '' }) => {
    hasHandshake ||= payload === handshake;
    onChange(payload.split(' '));
  });
  // A race with `lost` for each ping would retain every promise for the lifetime of the connection.
  const pendingPings = new Set<() => void>();
  let missedHeartbeats = 0;
  function ping(): Promise<void> {
    const { promise, resolve: finishPing } = Promise.withResolvers<void>();
    pendingPings.add(finishPing);
    const end = () => {
      pendingPings.delete(finishPing);
      finishPing();
    };
    client
      .query('select 1')
      .then(() => {
        missedHeartbeats = 0;
      }, markLost)
      .then(end);
    return promise;
  }
  // Counted in heartbeats, not in time: a delayed event loop reads the responses before the next heartbeat.
  function sendHeartbeat(): void {
    if (pendingPings.size === 0) return void ping();
    missedHeartbeats += 1;
    if (missedHeartbeats >= maxMissedHeartbeats) markLost();
  }
  void lost.then(() => {
    for (const finishPing of pendingPings) finishPing();
    clearInterval(timer);
    client.end().catch(() => undefined);
    // Without waiting for a clean close, which a silent connection does not send.
    client.connection.stream.destroy();
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    // A session receives its own notification before the result of the query. A connection pooler that shares sessions
    // loses this one, and all others.
    await client.query('select pg_notify($1, $2)', [channel, handshake]);
    if (!hasHandshake) throw new Error('this connection to the database carries no notifications');
  } catch (error) {
    markLost();
    throw error;
  }
  timer = setInterval(sendHeartbeat, heartbeatMs).unref();
  return { ping, lost, close: markLost };
}
