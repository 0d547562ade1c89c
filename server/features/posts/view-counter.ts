import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { networkOf } from '#server/platform/network.ts';
import { buckets } from '#server/platform/rate-limits/buckets.ts';
import { rateOf, takeFromBucket } from '#server/platform/rate-limits/gcra.ts';
import { countsForRanking, isCrawler, type ViewedPost, type Viewer } from './view.ts';

const flushEveryMs = 5_000;
const saltLifetimeMs = 24 * 3_600_000;
/** How many readers and networks are remembered; the oldest are evicted first. */
const defaultMaxReaders = 200_000;
const maxPendingPosts = 100_000;
/** Pending claims to other processes; views beyond this number are not counted. */
const maxPendingClaims = 1_000;

/** Views of a post since the last write: all, and those that count for rankings. */
export type ViewCounts = { all: number; ofReaders: number };

export type ViewCounter = {
  /** Counts a view unless the reader was counted already, is a crawler or is the site itself. */
  record(post: ViewedPost, viewer: Viewer): void;
  /** Views counted but not yet written. */
  getPending(postId: number): number;
  flush(): Promise<void>;
  /** Writes pending views and stops. */
  stop(): Promise<void>;
};

type ViewBucket = 'view' | 'viewNetwork';
/** Whether a bucket has room for a view; `name` identifies the post and the reader or network. */
export type ClaimView = (bucket: ViewBucket, name: string) => Promise<boolean>;

type Deps = {
  clock: Clock;
  log: Log;
  write(views: Map<number, ViewCounts>): Promise<void>;
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
  const bucketStates = { view: new Map<string, number>(), viewNetwork: new Map<string, number>() };
  let pending = new Map<number, ViewCounts>();
  let writing: ReadonlyMap<number, ViewCounts> = new Map();
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

  function record(post: ViewedPost, viewer: Viewer): void {
    const { actor, origin } = viewer;
    if (!origin || isCrawler(origin.userAgent)) return;
    const now = clock.now().getTime();
    // `since` is in the future if the clock was set back.
    if (Math.abs(now - salt.since) >= saltLifetimeMs) salt = newSalt();
    const views = { all: 1, ofReaders: countsForRanking(post, viewer) ? 1 : 0 };
    // Guests of a network differ only in their user agent, so their number is limited. Accounts are not limited.
    const isUser = actor.kind === 'user';
    const network = isUser ? undefined : `${post.id} ${networkOf(origin.address)}`;
    const reader = isUser ? `${post.id} user ${actor.id}` : `${network} ${origin.userAgent}`;
    if (claim) addClaimed(post.id, views, { claim, reader, network });
    else if (hasRoom('view', reader, now) && (!network || take('viewNetwork', network, now))) {
      take('view', reader, now);
      add(post.id, views);
    }
  }

  function addClaimed(
    postId: number,
    views: ViewCounts,
    { claim: claimView, reader, network }: { claim: ClaimView; reader: string; network: string | undefined },
  ): void {
    if (claims.size >= maxPendingClaims) return;
    const isNew = async () =>
      (await claimView('view', reader)) && (!network || (await claimView('viewNetwork', network)));
    const counted = isNew()
      .then((counts) => counts && add(postId, views))
      .catch((error: unknown) => log.warn({ err: error }, 'claiming a view failed'))
      .then(() => void claims.delete(counted));
    claims.add(counted);
  }

  function add(postId: number, { all, ofReaders }: ViewCounts): void {
    const current = pending.get(postId);
    if (!current && pending.size >= maxPendingPosts) return;
    pending.set(postId, { all: (current?.all ?? 0) + all, ofReaders: (current?.ofReaders ?? 0) + ofReaders });
  }

  async function flush(): Promise<void> {
    if (pending.size === 0 || writing.size > 0) return;
    const views = pending;
    pending = new Map();
    writing = views;
    try {
      await write(views);
    } catch (error) {
      // The next flush writes them.
      for (const [postId, counts] of views) add(postId, counts);
      log.warn({ err: error }, 'writing views failed');
    } finally {
      writing = new Map();
    }
  }

  const timer = setInterval(() => void flush(), flushEveryMs).unref();
  return {
    record,
    getPending: (postId) => (pending.get(postId)?.all ?? 0) + (writing.get(postId)?.all ?? 0),
    flush,
    async stop() {
      clearInterval(timer);
      await Promise.all(claims);
      await flush();
    },
  };
}
