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
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ bytes }) => bytes,
    dispose: ({ tags }, key) => untag(tags, key),
  });
  const places = new LRUCache<string, { key: string; route: string }>({ max: knownAddresses });
  const flights = new Map<string, Flight>();
  const underway = new Set<Flight>();
  let isHearing = false;

  function untag(tags: ReadonlySet<string>, key: string): void {
    for (const tag of tags) {
      const keys = tagged.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) tagged.delete(tag);
    }
  }

  function put(key: string, answer: KeptAnswer): void {
    kept.set(key, answer);
    // One that is larger than all the room there is has not been taken.
    if (kept.peek(key) !== answer) return;
    for (const tag of answer.tags) {
      const keys = tagged.get(tag) ?? new Set();
      tagged.set(tag, keys.add(key));
    }
  }

  /** Begins to keep answers, or stops to and forgets them all: what changes meanwhile nobody tells. */
  function hear(now: boolean): void {
    isHearing = now && maxBytes > 0;
    forgetAll();
  }

  function forgetAll(): void {
    kept.clear();
    tagged.clear();
    flights.clear();
    for (const flight of underway) flight.isSpoilt = true;
  }

  /** Forgets what shows one of these. Nobody joins any longer in the making of what was begun before. */
  function forget(tags: string[]): void {
    for (const tag of tags) for (const key of [...(tagged.get(tag) ?? [])]) kept.delete(key);
    for (const flight of underway) for (const tag of tags) flight.missed.add(tag);
    flights.clear();
  }

  /** A fresh answer by the address that was asked for, where it is known to lead to one; or one that is still valid. */
  function find(url: string, { mayBeOld = false } = {}): Found | undefined {
    const place = places.get(url);
    const answer = place && kept.get(place.key);
    if (!answer) return undefined;
    const until = mayBeOld ? answer.validUntil : answer.freshUntil;
    if (clock.now().getTime() >= until) return undefined;
    meter.hit();
    return { answer, route: place.route };
  }

  /** The answer of a key: the kept one, else a new one, which all who ask meanwhile wait for together. */
  async function get(key: string, { url, route }: Place, make: () => Promise<MadeAnswer>): Promise<Outcome> {
    if (!isHearing) return { made: await make() };
    if (url.length <= addressMaxLength) places.set(url, { key, route });
    const answer = kept.get(key);
    const now = clock.now().getTime();
    const isKept = answer !== undefined && now < answer.validUntil;
    meter[isKept ? 'hit' : 'miss']();
    if (!isKept) return (flights.get(key) ?? begin(key, make)).made;
    if (now >= answer.freshUntil && !flights.has(key)) begin(key, make).made.catch(onFault);
    return { kept: answer };
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
    size: () => ({ answers: kept.size, bytes: kept.calculatedSize ?? 0 }),
  };
}
