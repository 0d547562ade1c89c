import { expect, it } from 'vitest';
import type { RenderedResponse } from './cached-response.ts';
import { createResponseCache } from './response-cache.ts';

const minuteMs = 60_000;

function setUp({ maxBytes = 1_000_000, end }: { maxBytes?: number; end?: Date } = {}) {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const counts = { hits: 0, misses: 0 };
  const meter = {
    hit: () => {
      counts.hits += 1;
    },
    miss: () => {
      counts.misses += 1;
    },
  };
  const cache = createResponseCache({
    meter,
    maxBytes,
    clock: { now: () => new Date(now) },
    nextChangeAt: async () => end,
    onError: () => undefined,
  });
  cache.setListening(true);
  let renderCount = 0;
  const createRender =
    (tags: string[] | undefined, size = 10) =>
    async (): Promise<RenderedResponse> => {
      renderCount += 1;
      return { status: 200, headers: {}, body: `${renderCount} ${'x'.repeat(size)}`, tags };
    };
  const requestRender = async (key: string, work: () => Promise<RenderedResponse>) => {
    const { cached, rendered: fresh } = await cache.get(key, { url: key, route: '/*' }, work);
    return Number(String(cached ? cached.bodies.identity : fresh.body).split(' ')[0]);
  };
  return {
    cache,
    counts,
    createRender,
    requestRender,
    count: () => renderCount,
    advance: (ms: number) => (now += ms),
  };
}

/** A render that finishes when the test calls `finish`. */
function createSlowRender(tags: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = async (): Promise<RenderedResponse> => {
    await promise;
    return { status: 200, headers: {}, body: 'slow', tags };
  };
  return { work, finish: resolve };
}

it('caches a response until one of its tags is invalidated', async () => {
  const { cache, requestRender, createRender } = setUp();
  expect(await requestRender('/a', createRender(['post:1', 'lists']))).toBe(1);
  expect(await requestRender('/b', createRender(['post:2', 'lists']))).toBe(2);
  cache.invalidate(['post:1', 'post:9']);
  expect([
    await requestRender('/a', createRender(['post:1'])),
    await requestRender('/b', createRender([])),
  ]).toEqual([3, 2]);
  cache.invalidate(['lists']);
  expect([
    await requestRender('/a', createRender(['post:1'])),
    await requestRender('/b', createRender(['post:2'])),
  ]).toEqual([3, 4]);
});

it.each([10, 5_000, 100_000])('counts all the memory of a response of %i characters', async (size) => {
  const { cache, createRender } = setUp();
  const { cached } = await cache.get('/a', { url: '/a', route: '/*' }, createRender(['lists'], size));
  const pieces = new Set(Object.values(cached?.bodies ?? {}).map(({ buffer }) => buffer));
  const held = [...pieces].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(held).toBeLessThanOrEqual(cache.size().bytes);
  expect(cache.size().bytes).toBe(cached?.bytes);
});

it('counts hits and misses', async () => {
  const { cache, counts, requestRender, createRender } = setUp();
  await requestRender('/', createRender(['lists']));
  await requestRender('/', createRender(['lists']));
  cache.find('/');
  cache.find('/unknown');
  expect(counts).toEqual({ hits: 2, misses: 1 });
});

it('renders once for concurrent requests', async () => {
  const { requestRender, createRender, count } = setUp();
  const work = createRender(['lists']);
  await Promise.all(Array.from({ length: 1_000 }, () => requestRender('/', work)));
  expect(count()).toBe(1);
});

it('does not cache a render that began before a change, and does not share it with later requests', async () => {
  const { cache, requestRender, createRender } = setUp();
  const before = createSlowRender(['post:1']);
  const early = cache.get('/', { url: '/', route: '/*' }, before.work);
  cache.invalidate(['post:1']);
  const late = requestRender('/', createRender(['post:1']));
  before.finish();
  expect(String((await early).cached?.bodies.identity)).toBe('slow');
  expect(await late).toBe(1);
  expect(await requestRender('/', createRender(['post:1']))).toBe(1);
});

it('caches a render that began before an unrelated change', async () => {
  const { cache } = setUp();
  const before = createSlowRender(['post:1']);
  const early = cache.get('/', { url: '/', route: '/*' }, before.work);
  cache.invalidate(['post:2']);
  before.finish();
  await early;
  expect(cache.find('/')).toBeDefined();
});

it('caches nothing while changes are not received, and no render that began in that time', async () => {
  const { cache, requestRender, createRender } = setUp();
  await requestRender('/', createRender([]));
  const before = createSlowRender([]);
  const early = cache.get('/slow', { url: '/slow', route: '/*' }, before.work);
  cache.setListening(false);
  expect(cache.size().entries).toBe(0);
  await requestRender('/', createRender([]));
  expect(cache.size().entries).toBe(0);
  cache.setListening(true);
  before.finish();
  await early;
  expect(cache.size().entries).toBe(0);
});

it.each([
  ['no tags', { status: 200, tags: undefined }],
  ['another status', { status: 404, tags: [] }],
])('does not cache a response with %s', async (_, { status, tags }) => {
  const { cache } = setUp();
  await cache.get('/', { url: '/', route: '/*' }, async () => ({ status, headers: {}, body: '', tags }));
  expect(cache.size().entries).toBe(0);
});

it('stays within its memory limit and evicts the least recently used response', async () => {
  const { cache, requestRender, createRender } = setUp({ maxBytes: 100_000 });
  for (let index = 0; index < 500; index += 1) {
    await requestRender(`/${index}`, createRender([`post:${index}`], 2_000));
    await requestRender('/hot', createRender(['hot'], 2_000));
  }
  expect(cache.size().bytes).toBeLessThanOrEqual(100_000);
  expect(cache.size().entries).toBeLessThan(50);
  expect(cache.find('/hot')).toBeDefined();
  expect(cache.find('/0')).toBeUndefined();
});

it('serves a stale response while one render replaces it, and never an expired one', async () => {
  const { requestRender, createRender, advance } = setUp();
  await requestRender('/', createRender([]));
  advance(minuteMs);
  const { work, finish } = createSlowRender([]);
  expect(await requestRender('/', work)).toBe(1);
  expect(await requestRender('/', createRender([]))).toBe(1);
  finish();
  await expect.poll(() => requestRender('/', createRender([]))).toBeNaN();
  advance(10 * minuteMs);
  expect(await requestRender('/', createRender([]))).toBe(2);
});

it('expires a response at the time of its next scheduled change', async () => {
  const { requestRender, createRender, advance } = setUp({ end: new Date('2026-11-20T12:00:30Z') });
  await requestRender('/', createRender(['pins']));
  advance(29_999);
  expect(await requestRender('/', createRender(['pins']))).toBe(1);
  advance(1);
  expect(await requestRender('/', createRender(['pins']))).toBe(2);
});

it('keeps responses requested twice while many URLs are requested once', async () => {
  const { cache, requestRender, createRender } = setUp({ maxBytes: 1_000_000 });
  for (let index = 0; index < 20; index += 1)
    for (const _ of [1, 2]) await requestRender(`/page/${index}`, createRender([`post:${index}`], 2_000));
  for (let index = 0; index < 2_000; index += 1)
    await requestRender(`/once/${index}`, createRender(['lists'], 2_000));
  for (let index = 0; index < 20; index += 1)
    expect(cache.find(`/page/${index}`), String(index)).toBeDefined();
  expect(cache.find('/once/0')).toBeUndefined();
  expect(cache.size().bytes).toBeLessThanOrEqual(1_000_000);
});

it('invalidates a response requested several times when one of its tags changes', async () => {
  const { cache, requestRender, createRender } = setUp();
  for (const _ of [1, 2, 3]) await requestRender('/a', createRender(['post:1']));
  cache.invalidate(['post:1']);
  expect(cache.find('/a')).toBeUndefined();
  expect(cache.size()).toEqual({ entries: 0, bytes: 0 });
});

it('rejects only the request that starts a render, not those served from the cache or waiting for the render', async () => {
  const { cache, createRender } = setUp();
  const refuse = () => Promise.reject(new Error('limit used up'));
  const target = { url: '/', route: '/*' };
  const before = createSlowRender(['lists']);
  await expect(cache.get('/', target, before.work, refuse)).rejects.toThrow('limit used up');
  const admitted = cache.get('/', target, before.work, async () => undefined);
  await Promise.resolve();
  const waiting = cache.get('/', target, createRender(['lists']), refuse);
  before.finish();
  expect((await admitted).cached).toBe((await waiting).cached);
  expect((await cache.get('/', target, createRender(['lists']), refuse)).cached).toBeDefined();
});

it('serves the stale response to a request whose rate limit forbids a new render', async () => {
  const { cache, requestRender, createRender, advance, count } = setUp();
  await requestRender('/', createRender([]));
  advance(minuteMs);
  const refuse = () => Promise.reject(new Error('limit used up'));
  const { cached } = await cache.get('/', { url: '/', route: '/*' }, createRender([]), refuse);
  expect(String(cached?.bodies.identity)).toMatch(/^1 /);
  expect(count()).toBe(1);
  expect(await requestRender('/', createRender([]))).toBe(1);
  await expect.poll(() => count()).toBe(2);
});

it('renders again after the clock was set back', async () => {
  const { requestRender, createRender, advance } = setUp();
  expect(await requestRender('/a', createRender(['post:1']))).toBe(1);
  advance(-3_600_000);
  expect(await requestRender('/a', createRender(['post:1']))).toBe(2);
  expect(await requestRender('/a', createRender(['post:1']))).toBe(2);
});
