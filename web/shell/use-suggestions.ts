import { useEffect, useState } from 'react';
import type { Suggestions } from '#contract/search.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';

const minLength = 2;
/** Between two requests. */
const pauseMs = 150;
const maxCached = 50;

const cache = new Map<string, Suggestions>();
let lastRequestAt = Number.NEGATIVE_INFINITY;

/**
 * Suggestions for what is being typed; the previous ones while a request is under way. At most one request in 150 ms is
 * sent, and the next text cancels it.
 */
export function useSuggestions(typed: string): Suggestions | undefined {
  const text = typed.trim();
  const [found, setFound] = useState<Suggestions>();
  useEffect(() => {
    const known = cache.get(text);
    if (known || text.length < minLength) {
      setFound(known);
      return;
    }
    const controller = new AbortController();
    const wait = Math.max(0, lastRequestAt + pauseMs - performance.now());
    const timer = setTimeout(() => {
      lastRequestAt = performance.now();
      const options = { query: { text }, signal: controller.signal };
      getBrowserClient()
        .silentApi.call('suggestSearch', options)
        .then((suggestions) => {
          if (controller.signal.aborted) return;
          remember(text, suggestions);
          setFound(suggestions);
        })
        // A reader can search without suggestions.
        .catch(() => undefined);
    }, wait);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  return found;
}

function remember(text: string, suggestions: Suggestions): void {
  const [oldest] = cache.keys();
  if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest);
  cache.set(text, suggestions);
}
