import type { Clock } from '../clock.ts';
import type { NextChangeAt } from './cache-tags.ts';
import {
  type CachedResponse,
  type CacheResult,
  createCachedResponse,
  freshMs,
  type RenderedResponse,
  validMs,
} from './cached-response.ts';

type InFlightRender = { result: Promise<CacheResult>; changedTags: Set<string>; isStale: boolean };
type Render = () => Promise<RenderedResponse>;
type Options = {
  clock: Clock;
  nextChangeAt: NextChangeAt;
  /** Stores a response of which nothing changed while it was being rendered. */
  put(key: string, response: CachedResponse): void;
};

/** The renders in progress, which concurrent requests for the same key wait for together. */
export function createInFlightRenders({ clock, nextChangeAt, put }: Options) {
  const inFlightByKey = new Map<string, InFlightRender>();
  const allInFlight = new Set<InFlightRender>();

  function startRender(key: string, render: Render): InFlightRender {
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
    render: Render,
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
    if (!isOutdated) put(key, response);
    return { cached: response };
  }

  return {
    has: (key: string): boolean => inFlightByKey.has(key),
    /** The result of the render of a key, which is started if none is in progress. */
    join: (key: string, render: Render): Promise<CacheResult> =>
      (inFlightByKey.get(key) ?? startRender(key, render)).result,
    /** Later requests do not join renders that began before a change. */
    invalidate(tags: string[]): void {
      for (const inFlightRender of allInFlight) for (const tag of tags) inFlightRender.changedTags.add(tag);
      inFlightByKey.clear();
    },
    /** No result of the current renders is stored. */
    clear(): void {
      inFlightByKey.clear();
      for (const inFlightRender of allInFlight) inFlightRender.isStale = true;
    },
  };
}
