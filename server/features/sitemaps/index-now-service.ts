import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import { processLimits } from '#server/platform/process-limits.ts';
import * as store from './index-now-store.ts';

/** `key` proves that the sender owns the site: search engines read it at `/{key}.txt`. */
export type IndexNowSettings = { key: string; url: string };

export type IndexNowDeps = {
  db: Db;
  clock: Clock;
  log: Pick<Log, 'warn'>;
  publicUrl: string;
  /** Posts of younger accounts are not submitted. */
  minAccountAgeHours: number;
  /** Undefined: nothing is submitted. */
  indexNow: IndexNowSettings | undefined;
};

export type IndexNowService = ReturnType<typeof createIndexNow>;

/** The limit of the protocol. */
const maxAddresses = 10_000;
/** While search engines cannot be reached, the oldest changes are dropped; they read the sitemap too. */
const maxWaiting = 100_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
const maxPauseMs = 6 * hourMs;

/**
 * Tells search engines which addresses have changed (the protocol IndexNow). A trigger records the changes in the transaction that
 * makes them; a job sends them in batches, so that no publication waits for a search engine.
 */
export function createIndexNow({ db, clock, log, publicUrl, minAccountAgeHours, indexNow }: IndexNowDeps) {
  const setUp = (): Promise<void> => store.setEnabled(db, indexNow !== undefined);

  async function send(): Promise<void> {
    const now = clock.now();
    if (!indexNow || !(await store.isDue(db, now))) return;
    await store.trimChanges(db, maxWaiting);
    const changes = await store.listChanges(db, maxAddresses);
    if (changes.length === 0) return;
    const oldEnough = new Date(now.getTime() - minAccountAgeHours * hourMs);
    const slugs = new Set(
      changes
        .filter(({ authorSince }) => authorSince === null || authorSince <= oldEnough)
        .map(({ slug }) => slug),
    );
    const problem = slugs.size === 0 ? undefined : await submit(indexNow, [...slugs]);
    if (problem === undefined) {
      await store.deleteChanges(
        db,
        changes.map(({ id }) => id),
      );
      await store.recordSuccess(db);
      return;
    }
    const failures = await store.recordFailure(db, (count) => retryAt(clock.now(), count));
    log.warn({ problem, failures }, 'search engines were not told of changes; they will be later');
  }

  /** Returns why it failed, or undefined. */
  async function submit({ key, url }: IndexNowSettings, slugs: string[]): Promise<string | undefined> {
    const body = {
      host: new URL(publicUrl).host,
      key,
      keyLocation: `${publicUrl}/${key}.txt`,
      urlList: slugs.map((slug) => `${publicUrl}/posts/${slug}`),
    };
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(processLimits.indexNow),
      });
      await response.body?.cancel();
      return response.ok ? undefined : `status ${response.status}`;
    } catch (error) {
      return (error as Error).message;
    }
  }

  return { setUp, send };
}

/** Pauses of 2, 4, 8 … minutes, at most six hours. */
const retryAt = (now: Date, failures: number): Date =>
  new Date(now.getTime() + Math.min(maxPauseMs, 2 ** Math.min(failures, 20) * minuteMs));
