import { LRUCache } from 'lru-cache';
import type { CachedResponse } from './cached-response.ts';

/**
 * Share of the memory for responses requested once since they were rendered. A second request moves a response to the
 * rest (a segmented LRU): URLs that are requested once evict only each other.
 */
const probationShare = 0.2;

/** Stores responses by key, within a number of bytes, and removes them by tag. */
export function createResponseStore(maxBytes: number) {
  const keysByTag = new Map<string, Set<string>>();
  const createSegment = (share: number) =>
    new LRUCache<string, CachedResponse>({
      maxSize: Math.max(1, Math.floor(maxBytes * share)),
      sizeCalculation: ({ bytes }) => bytes,
      dispose: ({ tags }, key) => untag(tags, key),
    });
  const probation = createSegment(probationShare);
  const popular = createSegment(1 - probationShare);

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

  /** Removes the responses with one of these tags. */
  function invalidate(tags: string[]): void {
    for (const tag of tags)
      for (const key of [...(keysByTag.get(tag) ?? [])]) {
        probation.delete(key);
        popular.delete(key);
      }
  }

  function clear(): void {
    probation.clear();
    popular.clear();
    keysByTag.clear();
  }

  return {
    put,
    lookUp,
    invalidate,
    clear,
    /** Current content, for the metrics. */
    size: () => ({
      entries: probation.size + popular.size,
      bytes: probation.calculatedSize + popular.calculatedSize,
    }),
  };
}
