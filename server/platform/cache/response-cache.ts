import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { CacheMeter } from '../metrics.ts';
import type { NextChangeAt } from './cache-tags.ts';
import {
  type CachedResponse,
  type CacheResult,
  isFresh,
  isValid,
  type RenderedResponse,
} from './cached-response.ts';
import { createInFlightRenders } from './in-flight-renders.ts';
import { createResponseStore } from './response-store.ts';

/** Number of URLs whose cache key is remembered, so that a repeated URL need not be parsed. */
const maxTargets = 10_000;
const maxUrlLength = 256;

/** The URL of a request and its route. */
export type RequestTarget = { url: string; route: string };

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
  const store = createResponseStore(maxBytes);
  const put = (key: string, response: CachedResponse): void => {
    if (isListening) store.put(key, response);
  };
  const renders = createInFlightRenders({ clock, nextChangeAt, put });
  const targets = new LRUCache<string, { key: string; route: string }>({ max: maxTargets });
  const refreshing = new Set<string>();
  let isListening = false;

  /** Enables or disables the cache. It is cleared, because changes are missed while it does not listen. */
  function setListening(now: boolean): void {
    isListening = now && maxBytes > 0;
    store.clear();
    renders.clear();
  }

  /** Removes the responses with one of these tags. Later requests do not join renders that began before. */
  function invalidate(tags: string[]): void {
    store.invalidate(tags);
    renders.invalidate(tags);
  }

  /** The fresh response of a known URL, or with `allowStale` one that is still valid. */
  function find(url: string, { allowStale = false } = {}): CacheHit | undefined {
    const target = targets.get(url);
    const response = target && store.lookUp(target.key);
    if (!response) return undefined;
    const now = clock.now().getTime();
    const isUsable = allowStale ? isValid(response, now) : isFresh(response, now);
    if (!isUsable) return undefined;
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
    const response = store.lookUp(key);
    const now = clock.now().getTime();
    const hasValidResponse = response !== undefined && isValid(response, now);
    meter[hasValidResponse ? 'hit' : 'miss']();
    if (!hasValidResponse) {
      if (admit && !renders.has(key)) await admit();
      return renders.join(key, render);
    }
    if (!isFresh(response, now) && !renders.has(key) && !refreshing.has(key))
      void refresh(key, render, admit);
    return { cached: response };
  }

  /** Renders a stale response again. If `admit` rejects, the request still gets the stale response. */
  async function refresh(key: string, render: () => Promise<RenderedResponse>, admit?: () => Promise<void>) {
    refreshing.add(key);
    try {
      await admit?.();
      await renders.join(key, render);
    } catch (error) {
      onError(error);
    } finally {
      refreshing.delete(key);
    }
  }

  return {
    find,
    get,
    setListening,
    invalidate,
    size: store.size,
  };
}
