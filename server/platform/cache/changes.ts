import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DbLog } from '../db/db-log.ts';

/** The notification channel of migration 0050. */
const channel = 'news_changes';
const beatEveryMs = 250;
/**
 * After this many heartbeats in a row without an answer the connection counts as lost: changes do not arrive either.
 */
const missedBeats = 2;
const connectTimeoutMs = 1_000;
const firstPauseMs = 250;
const longestPauseMs = 5_000;

export type Changes = {
  /** Resolves when every change committed before the call has been received, or the cache is disabled. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

type Parts = {
  url: string;
  log: DbLog;
  onChange(tags: string[]): void;
  /** Whether changes are received from now on. */
  onHearing(isHearing: boolean): void;
};

/**
 * Listens for change notifications of the database on its own connection. A lost or silent connection is replaced;
 * until then `onListening(false)` holds, so that nothing relies on receiving every change.
 */
export function hearChanges({ url, log, onChange, onHearing }: Parts): Changes {
  const stopping = new AbortController();
  let ear: Ear | undefined;
  let waiting: Promise<void> | undefined;
  let asking: Promise<void> = Promise.resolve();

  async function keepHearing(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!stopping.signal.aborted) {
      ear = await listen(url, onChange).catch((error: unknown) => {
        log.warn({ err: error }, 'cannot listen for changes; nothing is cached until it works again');
        return undefined;
      });
      pauseMs = ear ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
      if (ear && !stopping.signal.aborted) {
        onHearing(true);
        await ear.lost;
        onHearing(false);
      }
      ear?.close();
      ear = undefined;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const ended = keepHearing();

  /** Callers that arrive during a ping share the next one. */
  function settled(): Promise<void> {
    waiting ??= asking.then(() => {
      waiting = undefined;
      asking = ear?.ask() ?? Promise.resolve();
      return asking;
    });
    return waiting;
  }

  return {
    settled,
    async stop() {
      stopping.abort();
      ear?.close();
      await ended;
    },
  };
}

type Ear = {
  /** Never rejects: a connection without an answer is lost. */
  ask(): Promise<void>;
  lost: Promise<void>;
  close(): void;
};

const clientOf = (url: string): pg.Client =>
  new pg.Client({
    connectionString: url,
    application_name: 'news-site changes',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });

async function listen(url: string, onChange: (tags: string[]) => void): Promise<Ear> {
  const client = clientOf(url);
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
  client.on('error', () => lose());
  client.on('end', () => lose());
  const greeting = `hello:${randomUUID()}`;
  let isGreeted = false;
  client.on('notification', ({ payload = '' }) => {
    isGreeted ||= payload === greeting;
    onChange(payload.split(' '));
  });
  // A race with `lost` for each ping would retain every promise for the lifetime of the connection.
  const unanswered = new Set<() => void>();
  let missed = 0;
  function ask(): Promise<void> {
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    unanswered.add(answer);
    const end = () => {
      unanswered.delete(answer);
      answer();
    };
    client
      .query('select 1')
      .then(() => {
        missed = 0;
      }, lose)
      .then(end);
    return promise;
  }
  // Counted in heartbeats, not in time: a delayed event loop reads the answers before the next heartbeat.
  function beat(): void {
    if (unanswered.size === 0) return void ask();
    missed += 1;
    if (missed >= missedBeats) lose();
  }
  void lost.then(() => {
    for (const answer of unanswered) answer();
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
    await client.query('select pg_notify($1, $2)', [channel, greeting]);
    if (!isGreeted) throw new Error('this connection to the database carries no notifications');
  } catch (error) {
    lose();
    throw error;
  }
  timer = setInterval(beat, beatEveryMs).unref();
  return { ask, lost, close: lose };
}
