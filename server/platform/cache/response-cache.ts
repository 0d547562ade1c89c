import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { CacheMeter } from '../metrics.ts';
import type { NextChangeAt } from './cache-tags.ts';
import { type CachedResponse, createCachedResponse, type RenderedResponse } from './cached-response.ts';

/** Values without change notifications, such as view counts, may be this old. */
const freshMs = 60_000;
/** A response older than this is rendered again before it is sent. */
const validMs = 10 * 60_000;
/** Number of URLs whose cache key is remembered, so that a repeated URL need not be parsed. */
const maxTargets = 10_000;
const maxUrlLength = 256;
/**
 * Share of the memory for responses requested once since they were rendered. A second request moves a response to the
 * rest (a segmented LRU): URLs that are requested once evict only each other.
 */
const probationShare = 0.2;

/** The URL of a request and its route. */
export type RequestTarget = { url: string; route: string };
type InFlightRender = { result: Promise<CacheResult>; changedTags: Set<string>; isStale: boolean };
/** A response that was only rendered, or the cached response. */
export type CacheResult =
  | { rendered: RenderedResponse; cached?: undefined }
  | { rendered?: undefined; cached: CachedResponse };

/** A cached response and the route of the request that it was rendered for. */
export type CacheHit = { response: CachedResponse; route: string };

export type ResponseCache = ReturnType<typeof createResponseCache>;
type Options = {
  maxBytes: number;
  clock: Clock;
  nextChangeAt: NextChangeAt;
  meter: CacheMeter;
  onError(error: unknown): void;
};

/**
 * Caches whole responses by key until something they show changes. It caches nothing while it does not receive changes
 * (`setListening`), and no response of which something changed while it was being rendered.
 */
export function createResponseCache({ maxBytes, clock, nextChangeAt, meter, onError }: Options) {
  const keysByTag = new Map<string, Set<string>>();
  const createSegment = (share: number) =>
    new LRUCache<string, CachedResponse>({
      maxSize: Math.max(1, Math.floor(maxBytes * share)),
      sizeCalculation: ({ bytes }) => bytes,
      dispose: ({ tags }, key) => untag(tags, key),
    });
  const probation = createSegment(probationShare);
  const popular = createSegment(1 - probationShare);
  const targets = new LRUCache<string, { key: string; route: string }>({ max: maxTargets });
  const inFlightByKey = new Map<string, InFlightRender>();
  const allInFlight = new Set<InFlightRender>();
  const refreshing = new Set<string>();
  let isListening = false;

  function untag(tags: ReadonlySet<string>, key: string): void {
    for (const tag of tags) {
      const keys = keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) keysByTag.delete(tag);
    }
  }

  function put(
    key: string,
    response: CachedResponse,
    segment = popular.has(key) ? popular : probation,
  ): void {
    segment.set(key, response);
    // A response larger than the segment was not stored.
    if (segment.peek(key) !== response) return;
    for (const tag of response.tags) {
      const keys = keysByTag.get(tag) ?? new Set();
      keysByTag.set(tag, keys.add(key));
    }
  }

  /** Returns the response of a key and promotes it to the segment for repeated requests. */
  function lookUp(key: string): CachedResponse | undefined {
    const known = popular.get(key);
    if (known) return known;
    const found = probation.get(key);
    if (!found) return undefined;
    probation.delete(key);
    put(key, found, popular);
    return found;
  }

  /** Enables or disables the cache. It is cleared, because changes are missed while it does not listen. */
  function setListening(now: boolean): void {
    isListening = now && maxBytes > 0;
    clear();
  }

  function clear(): void {
    probation.clear();
    popular.clear();
    keysByTag.clear();
    inFlightByKey.clear();
    for (const inFlightRender of allInFlight) inFlightRender.isStale = true;
  }

  /** Removes the responses with one of these tags. Later requests do not join renders that began before. */
  function invalidate(tags: string[]): void {
    for (const tag of tags)
      for (const key of [...(keysByTag.get(tag) ?? [])]) {
        probation.delete(key);
        popular.delete(key);
      }
    for (const inFlightRender of allInFlight) for (const tag of tags) inFlightRender.changedTags.add(tag);
    inFlightByKey.clear();
  }

  /** The fresh response of a known URL, or with `allowStale` one that is still valid. */
  function find(url: string, { allowStale = false } = {}): CacheHit | undefined {
    const target = targets.get(url);
    const response = target && lookUp(target.key);
    if (!response) return undefined;
    const now = clock.now().getTime();
    const isValid = allowStale
      ? isUpcoming(response.validUntil, now, validMs)
      : isUpcoming(response.freshUntil, now, freshMs);
    if (!isValid) return undefined;
    meter.hit();
    return { response, route: target.route };
  }

  /**
   * The cached response of a key, or else a new one, which concurrent requests wait for together. `admit` is called
   * for a request that would start a render, and rejects only that request by throwing.
   */
  async function get(
    key: string,
    { url, route }: RequestTarget,
    render: () => Promise<RenderedResponse>,
    admit?: () => Promise<void>,
  ): Promise<CacheResult> {
    if (!isListening) {
      await admit?.();
      return { rendered: await render() };
    }
    if (url.length <= maxUrlLength) targets.set(url, { key, route });
    const response = lookUp(key);
    const now = clock.now().getTime();
    const hasValidResponse = response !== undefined && isUpcoming(response.validUntil, now, validMs);
    meter[hasValidResponse ? 'hit' : 'miss']();
    if (!hasValidResponse) {
      if (admit && !inFlightByKey.has(key)) await admit();
      return (inFlightByKey.get(key) ?? startRender(key, render)).result;
    }
    if (!isUpcoming(response.freshUntil, now, freshMs) && !inFlightByKey.has(key) && !refreshing.has(key))
      void refresh(key, render, admit);
    return { cached: response };
  }

  /** Renders a stale response again. If `admit` rejects, the request still gets the stale response. */
  async function refresh(key: string, render: () => Promise<RenderedResponse>, admit?: () => Promise<void>) {
    refreshing.add(key);
    try {
      await admit?.();
      await (inFlightByKey.get(key) ?? startRender(key, render)).result;
    } catch (error) {
      onError(error);
    } finally {
      refreshing.delete(key);
    }
  }

  function startRender(key: string, render: () => Promise<RenderedResponse>): InFlightRender {
    const inFlightRender = { changedTags: new Set<string>(), isStale: false } as InFlightRender;
    allInFlight.add(inFlightRender);
    inFlightByKey.set(key, inFlightRender);
    inFlightRender.result = renderAndStore(key, inFlightRender, render).finally(() => {
      allInFlight.delete(inFlightRender);
      if (inFlightByKey.get(key) === inFlightRender) inFlightByKey.delete(key);
    });
    return inFlightRender;
  }

  async function renderAndStore(
    key: string,
    inFlightRender: InFlightRender,
    render: () => Promise<RenderedResponse>,
  ): Promise<CacheResult> {
    const since = clock.now();
    const rendered = await render();
    if (rendered.status !== 200 || !rendered.tags) return { rendered };
    const tags = new Set(rendered.tags);
    const end = await nextChangeAt(rendered.tags, since);
    const validUntil = Math.min(since.getTime() + validMs, end?.getTime() ?? Number.POSITIVE_INFINITY);
    const freshUntil = Math.min(since.getTime() + freshMs, validUntil);
    const response = await createCachedResponse(rendered, tags, { freshUntil, validUntil });
    const isOutdated = inFlightRender.isStale || [...inFlightRender.changedTags].some((tag) => tags.has(tag));
    if (!isOutdated && isListening) put(key, response);
    return { cached: response };
  }

  return {
    find,
    get,
    setListening,
    invalidate,
    /** Current content, for the metrics. */
    size: () => ({
      entries: probation.size + popular.size,
      bytes: probation.calculatedSize + popular.calculatedSize,
    }),
  };
}

/**
 * Whether a time is in the future, and not further than it was set. A time further ahead was set before the clock was
 * set back.
 */
const isUpcoming = (until: number, now: number, maxMs: number): boolean =>
  until > now && until - now <= maxMs;
