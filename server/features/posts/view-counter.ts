import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { moscowDay } from '#server/platform/moscow-day.ts';
import { networkOf } from '#server/platform/network.ts';
import { buckets } from '#server/platform/rate-limits/buckets.ts';
import { rateOf, takeFromBucket } from '#server/platform/rate-limits/gcra.ts';
import { createPendingViews, type DailyViews } from './pending-views.ts';
import { countsForRanking, isCrawler, type ViewedPost, type Viewer } from './view.ts';
import { directSource, type ViewSource } from './view-source.ts';

const flushEveryMs = 5_000;
const saltLifetimeMs = 24 * 3_600_000;
/** How many readers and networks are remembered; the oldest are evicted first. */
const defaultMaxReaders = 200_000;
/** Pending claims to other processes; views beyond this number are not counted. */
const maxPendingClaims = 1_000;

export type ViewCounter = {
  /** Counts a view unless the reader was counted already, is a crawler or is the site itself. */
  record(post: ViewedPost, viewer: Viewer, source?: ViewSource): void;
  /** Counts a reader who reached the end, once a day, under the same conditions as a view. */
  recordFinish(post: ViewedPost, viewer: Viewer): void;
  /** Views counted but not yet written. */
  getPending(postId: number): number;
  /** Resolves when every view recorded before the call is written, or its write has failed. */
  flush(): Promise<void>;
  /** Writes pending views and stops. */
  stop(): Promise<void>;
};

type ViewBucket = 'view' | 'viewNetwork' | 'finish' | 'finishNetwork';
/** Whether a bucket has room for a view; `name` identifies the post and the reader or network. */
export type ClaimView = (bucket: ViewBucket, name: string) => Promise<boolean>;

type Deps = {
  clock: Clock;
  log: Log;
  write(views: readonly DailyViews[]): Promise<void>;
  /** Set when several processes count together. */
  claim?: ClaimView | undefined;
  maxReaders?: number;
};

/**
 * Collects views in memory and writes them every few seconds in one statement, so that reading never waits for a write. It
 * stores no IP address, only hashes with a salt that changes daily. A killed process loses the last seconds of views.
 */
export function createViewCounter({
  clock,
  log,
  write,
  claim,
  maxReaders = defaultMaxReaders,
}: Deps): ViewCounter {
  const claims = new Set<Promise<void>>();
  const bucketStates: Record<ViewBucket, Map<string, number>> = {
    view: new Map(),
    viewNetwork: new Map(),
    finish: new Map(),
    finishNetwork: new Map(),
  };
  let pending = createPendingViews();
  let writing = createPendingViews();
  let flushed: Promise<void> = Promise.resolve();
  let salt = newSalt();

  function newSalt() {
    return { key: randomBytes(32), since: clock.now().getTime() };
  }

  const hashOf = (name: string) => createHmac('sha256', salt.key).update(name).digest('base64');

  function take(bucket: ViewBucket, name: string, now: number): boolean {
    const state = bucketStates[bucket];
    const key = hashOf(name);
    const result = takeFromBucket(state.get(key), rateOf(buckets[bucket], 1), now);
    if ('waitMs' in result) return false;
    state.delete(key);
    state.set(key, result.fullAt);
    const [oldest] = state.keys();
    if (state.size > maxReaders && oldest !== undefined) state.delete(oldest);
    return true;
  }

  /** Checks without taking: readers beyond the limit of a network must not evict readers that were counted. */
  function hasRoom(bucket: ViewBucket, name: string, now: number): boolean {
    return (
      'fullAt' in takeFromBucket(bucketStates[bucket].get(hashOf(name)), rateOf(buckets[bucket], 1), now)
    );
  }

  function count(kind: 'view' | 'finish', post: ViewedPost, viewer: Viewer, source?: ViewSource): void {
    const { actor, origin } = viewer;
    if (!origin || isCrawler(origin.userAgent)) return;
    const time = clock.now();
    const now = time.getTime();
    // `since` is in the future if the clock was set back.
    if (Math.abs(now - salt.since) >= saltLifetimeMs) salt = newSalt();
    const isView = kind === 'view';
    const event: DailyViews = {
      postId: post.id,
      day: moscowDay(time),
      all: isView ? 1 : 0,
      ofReaders: isView && countsForRanking(post, viewer) ? 1 : 0,
      finishes: isView ? 0 : 1,
      bySource: new Map(isView ? [[source ?? directSource, 1]] : []),
    };
    // Guests of a network differ only in their user agent, so their number is limited. Accounts are not limited.
    const isUser = actor.kind === 'user';
    const network = isUser ? undefined : `${post.id} ${networkOf(origin.address)}`;
    const reader = isUser ? `${post.id} user ${actor.id}` : `${network} ${origin.userAgent}`;
    if (claim) addClaimed(event, { claim, kind, reader, network });
    else if (hasRoom(kind, reader, now) && (!network || take(`${kind}Network`, network, now))) {
      take(kind, reader, now);
      pending.add(event);
    }
  }

  type Claiming = {
    claim: ClaimView;
    kind: 'view' | 'finish';
    reader: string;
    network: string | undefined;
  };

  function addClaimed(event: DailyViews, { claim: claimView, kind, reader, network }: Claiming): void {
    if (claims.size >= maxPendingClaims) return;
    const isNew = async () =>
      (await claimView(kind, reader)) && (!network || (await claimView(`${kind}Network`, network)));
    const counted = isNew()
      .then((isCounted) => isCounted && pending.add(event))
      .catch((error: unknown) => log.warn({ err: error }, 'claiming a view failed'))
      .then(() => void claims.delete(counted));
    claims.add(counted);
  }

  function flush(): Promise<void> {
    const claimed = Promise.all(claims);
    flushed = flushed.then(() => claimed).then(writePending);
    return flushed;
  }

  async function writePending(): Promise<void> {
    const views = pending.list();
    if (views.length === 0) return;
    writing = pending;
    pending = createPendingViews();
    try {
      await write(views);
    } catch (error) {
      // The next flush writes them.
      for (const sums of views) pending.add(sums);
      log.warn({ err: error }, 'writing views failed');
    } finally {
      writing = createPendingViews();
    }
  }

  const timer = setInterval(() => void flush(), flushEveryMs).unref();
  return {
    record: (post, viewer, source) => count('view', post, viewer, source),
    recordFinish: (post, viewer) => count('finish', post, viewer),
    getPending: (postId) => pending.countViews(postId) + writing.countViews(postId),
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
