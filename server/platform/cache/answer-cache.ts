import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { CacheMeter } from '../metrics.ts';
import { type KeptAnswer, keepAnswer, type MadeAnswer } from './kept-answer.ts';
import type { ChangesAt } from './shown.ts';

/** Values without change notifications, such as view counts, may be this old. */
const freshMs = 60_000;
/** A response older than this is rendered again before it is sent. */
const validMs = 10 * 60_000;
/** Number of URLs whose cache key is remembered, so that a repeated URL need not be parsed. */
const knownAddresses = 10_000;
const addressMaxLength = 256;
/**
 * Share of the memory for responses requested once since they were rendered. A second request moves a response to the
 * rest (a segmented LRU): URLs that are requested once evict only each other.
 */
const probationShare = 0.2;

/** The URL of a request and its route. */
export type Place = { url: string; route: string };
type Flight = { made: Promise<Outcome>; missed: Set<string>; isSpoilt: boolean };
/** A response that was only rendered, or the cached response. */
export type Outcome = { made: MadeAnswer; kept?: undefined } | { made?: undefined; kept: KeptAnswer };

/** A cached response and the route of the request that it was rendered for. */
export type Found = { answer: KeptAnswer; route: string };

export type AnswerCache = ReturnType<typeof createAnswerCache>;
type Parts = {
  maxBytes: number;
  clock: Clock;
  changesAt: ChangesAt;
  meter: CacheMeter;
  onFault(error: unknown): void;
};

/**
 * Caches whole responses by key until something they show changes. It caches nothing while it does not receive changes
 * (`setListening`), and no response of which something changed while it was being rendered.
 */
export function createAnswerCache({ maxBytes, clock, changesAt, meter, onFault }: Parts) {
  const tagged = new Map<string, Set<string>>();
  const segmentOf = (share: number) =>
    new LRUCache<string, KeptAnswer>({
      maxSize: Math.max(1, Math.floor(maxBytes * share)),
      sizeCalculation: ({ bytes }) => bytes,
      dispose: ({ tags }, key) => untag(tags, key),
    });
  const probation = segmentOf(probationShare);
  const popular = segmentOf(1 - probationShare);
  const places = new LRUCache<string, { key: string; route: string }>({ max: knownAddresses });
  const flights = new Map<string, Flight>();
  const underway = new Set<Flight>();
  const refreshing = new Set<string>();
  let isHearing = false;

  function untag(tags: ReadonlySet<string>, key: string): void {
    for (const tag of tags) {
      const keys = tagged.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) tagged.delete(tag);
    }
  }

  function put(key: string, answer: KeptAnswer, segment = popular.has(key) ? popular : probation): void {
    segment.set(key, answer);
    // A response larger than the segment was not stored.
    if (segment.peek(key) !== answer) return;
    for (const tag of answer.tags) {
      const keys = tagged.get(tag) ?? new Set();
      tagged.set(tag, keys.add(key));
    }
  }

  /** Returns the response of a key and promotes it to the segment for repeated requests. */
  function lookUp(key: string): KeptAnswer | undefined {
    const known = popular.get(key);
    if (known) return known;
    const found = probation.get(key);
    if (!found) return undefined;
    probation.delete(key);
    put(key, found, popular);
    return found;
  }

  /** Enables or disables the cache. It is cleared, because changes are missed while it does not listen. */
  function hear(now: boolean): void {
    isHearing = now && maxBytes > 0;
    forgetAll();
  }

  function forgetAll(): void {
    probation.clear();
    popular.clear();
    tagged.clear();
    flights.clear();
    for (const flight of underway) flight.isSpoilt = true;
  }

  /** Removes the responses with one of these tags. Later requests do not join renders that began before. */
  function forget(tags: string[]): void {
    for (const tag of tags)
      for (const key of [...(tagged.get(tag) ?? [])]) {
        probation.delete(key);
        popular.delete(key);
      }
    for (const flight of underway) for (const tag of tags) flight.missed.add(tag);
    flights.clear();
  }

  /** The fresh response of a known URL, or with `allowStale` one that is still valid. */
  function find(url: string, { mayBeOld = false } = {}): Found | undefined {
    const place = places.get(url);
    const answer = place && lookUp(place.key);
    if (!answer) return undefined;
    const now = clock.now().getTime();
    const isValid = mayBeOld
      ? lasts(answer.validUntil, now, validMs)
      : lasts(answer.freshUntil, now, freshMs);
    if (!isValid) return undefined;
    meter.hit();
    return { answer, route: place.route };
  }

  /**
   * The cached response of a key, or else a new one, which concurrent requests wait for together. `admit` is called
   * for a request that would start a render, and rejects only that request by throwing.
   */
  async function get(
    key: string,
    { url, route }: Place,
    make: () => Promise<MadeAnswer>,
    admit?: () => Promise<void>,
  ): Promise<Outcome> {
    if (!isHearing) {
      await admit?.();
      return { made: await make() };
    }
    if (url.length <= addressMaxLength) places.set(url, { key, route });
    const answer = lookUp(key);
    const now = clock.now().getTime();
    const isKept = answer !== undefined && lasts(answer.validUntil, now, validMs);
    meter[isKept ? 'hit' : 'miss']();
    if (!isKept) {
      if (admit && !flights.has(key)) await admit();
      return (flights.get(key) ?? begin(key, make)).made;
    }
    if (!lasts(answer.freshUntil, now, freshMs) && !flights.has(key) && !refreshing.has(key))
      void refresh(key, make, admit);
    return { kept: answer };
  }

  /** Renders a stale response again. If `admit` rejects, the request still gets the stale response. */
  async function refresh(key: string, make: () => Promise<MadeAnswer>, admit?: () => Promise<void>) {
    refreshing.add(key);
    try {
      await admit?.();
      await (flights.get(key) ?? begin(key, make)).made;
    } catch (error) {
      onFault(error);
    } finally {
      refreshing.delete(key);
    }
  }

  function begin(key: string, make: () => Promise<MadeAnswer>): Flight {
    const flight = { missed: new Set<string>(), isSpoilt: false } as Flight;
    underway.add(flight);
    flights.set(key, flight);
    flight.made = complete(key, flight, make).finally(() => {
      underway.delete(flight);
      if (flights.get(key) === flight) flights.delete(key);
    });
    return flight;
  }

  async function complete(key: string, flight: Flight, make: () => Promise<MadeAnswer>): Promise<Outcome> {
    const since = clock.now();
    const made = await make();
    if (made.status !== 200 || !made.tags) return { made };
    const tags = new Set(made.tags);
    const end = await changesAt(made.tags, since);
    const validUntil = Math.min(since.getTime() + validMs, end?.getTime() ?? Number.POSITIVE_INFINITY);
    const freshUntil = Math.min(since.getTime() + freshMs, validUntil);
    const answer = await keepAnswer(made, tags, { freshUntil, validUntil });
    const isOutdated = flight.isSpoilt || [...flight.missed].some((tag) => tags.has(tag));
    if (!isOutdated && isHearing) put(key, answer);
    return { kept: answer };
  }

  return {
    find,
    get,
    hear,
    forget,
    /** Current content, for the metrics. */
    size: () => ({
      answers: probation.size + popular.size,
      bytes: probation.calculatedSize + popular.calculatedSize,
    }),
  };
}

/**
 * Whether a time is in the future, and not further than it was set. A time further ahead was set before the clock was
 * set back.
 */
const lasts = (until: number, now: number, longestMs: number): boolean =>
  until > now && until - now <= longestMs;
