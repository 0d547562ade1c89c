import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DbLog } from '../db/db-log.ts';

/** The channel of migration 0050. */
const channel = 'news_changes';
const beatEveryMs = 250;
/** So many beats in a row without an answer mean that changes do not reach us either. */
const missedBeats = 2;
const connectTimeoutMs = 1_000;
const firstPauseMs = 250;
const longestPauseMs = 5_000;

export type Changes = {
  /** Resolves when every change that was committed before the call has been heard, or nothing is kept any more. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

type Parts = {
  url: string;
  log: DbLog;
  onChange(tags: string[]): void;
  /** Whether changes are heard from now on. */
  onHearing(isHearing: boolean): void;
};

/**
 * Hears what the database announces, on a connection of its own. A connection that is lost, or only silent, is
 * replaced: in between `onHearing(false)` holds, so that whoever trusts in hearing everything knows better.
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
        log.warn({ err: error }, 'changes cannot be heard: nothing is kept until they can');
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

  /** One question for all who ask while the one before it is under way. */
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
  /** Never rejects: an ear that gets no answer is lost. */
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
  // Not each in a race with `lost`, which would keep whatever was ever asked for as long as it lives.
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
  // Counted in beats, not in time: an event loop that was held up reads the answers before the next beat.
  function beat(): void {
    if (unanswered.size === 0) return void ask();
    missed += 1;
    if (missed >= missedBeats) lose();
  }
  void lost.then(() => {
    for (const answer of unanswered) answer();
    clearInterval(timer);
    client.end().catch(() => undefined);
    // Without waiting for a farewell: a connection that is only silent has none.
    client.connection.stream.destroy();
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    // What a session tells itself arrives before the answer does. A pooler that shares sessions loses it, and all else.
    await client.query('select pg_notify($1, $2)', [channel, greeting]);
    if (!isGreeted) throw new Error('this connection to the database carries no notifications');
  } catch (error) {
    lose();
    throw error;
  }
  timer = setInterval(beat, beatEveryMs).unref();
  return { ask, lost, close: lose };
}
