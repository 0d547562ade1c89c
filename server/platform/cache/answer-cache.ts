import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { CacheMeter } from '../metrics.ts';
import { type KeptAnswer, keepAnswer, type MadeAnswer } from './kept-answer.ts';
import type { ChangesAt } from './shown.ts';

/** Figures that nobody announces, such as views, may be so old. */
const freshMs = 60_000;
/** What nobody has asked for in this time is made anew before it is sent. */
const validMs = 10 * 60_000;
/** Addresses whose place is remembered, so that a repeated one need not be read. */
const knownAddresses = 10_000;
const addressMaxLength = 256;
/**
 * The share of the memory for what has been asked for once since it was rendered. A second request moves a response to
 * the rest (a segmented LRU): addresses that are requested once each push out only their like.
 */
const probationShare = 0.2;

/** Where an answer was asked for: the address, and the route that leads there. */
export type Place = { url: string; route: string };
type Flight = { made: Promise<Outcome>; missed: Set<string>; isSpoilt: boolean };
/** What was made, and the same as it is kept where it is. */
export type Outcome = { made: MadeAnswer; kept?: undefined } | { made?: undefined; kept: KeptAnswer };

/** A kept answer, and the route by which it was asked for before. */
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
 * Keeps whole answers under their keys until something they show is changed. It keeps nothing while it does not hear
 * of changes (`hear`), and nothing of which a change was heard while it was being made.
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
    // One that is larger than all the room there is has not been taken.
    if (segment.peek(key) !== answer) return;
    for (const tag of answer.tags) {
      const keys = tagged.get(tag) ?? new Set();
      tagged.set(tag, keys.add(key));
    }
  }

  /** The response of a key; it is popular from now on. */
  function lookUp(key: string): KeptAnswer | undefined {
    const known = popular.get(key);
    if (known) return known;
    const found = probation.get(key);
    if (!found) return undefined;
    probation.delete(key);
    put(key, found, popular);
    return found;
  }

  /** Begins to keep answers, or stops to and forgets them all: what changes meanwhile nobody tells. */
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

  /** Forgets what shows one of these. Nobody joins any longer in the making of what was begun before. */
  function forget(tags: string[]): void {
    for (const tag of tags)
      for (const key of [...(tagged.get(tag) ?? [])]) {
        probation.delete(key);
        popular.delete(key);
      }
    for (const flight of underway) for (const tag of tags) flight.missed.add(tag);
    flights.clear();
  }

  /** A fresh answer by the address that was asked for, where it is known to lead to one; or one that is still valid. */
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
   * The answer of a key: the kept one, else a new one, which all who ask meanwhile wait for together. `admit` is called
   * for a request that would have a response rendered, and refuses that request alone by throwing.
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

  /** Renders again what is out of date. Who is refused gets the present response all the same. */
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
    /** What is kept at present, for whoever watches the process. */
    size: () => ({
      answers: probation.size + popular.size,
      bytes: probation.calculatedSize + popular.calculatedSize,
    }),
  };
}

/** Whether a time lies ahead, and no further than it was set: what lies further was set before the clock was set back. */
const lasts = (until: number, now: number, longestMs: number): boolean =>
  until > now && until - now <= longestMs;
