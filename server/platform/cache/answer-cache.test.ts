import { expect, it } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';
import type { MadeAnswer } from './kept-answer.ts';

const minuteMs = 60_000;

function setUp({ maxBytes = 1_000_000, end }: { maxBytes?: number; end?: Date } = {}) {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const counted = { hits: 0, misses: 0 };
  const meter = {
    hit: () => {
      counted.hits += 1;
    },
    miss: () => {
      counted.misses += 1;
    },
  };
  const cache = createAnswerCache({
    meter,
    maxBytes,
    clock: { now: () => new Date(now) },
    changesAt: async () => end,
    onFault: () => undefined,
  });
  cache.hear(true);
  let made = 0;
  const make =
    (tags: string[] | undefined, size = 10) =>
    async (): Promise<MadeAnswer> => {
      made += 1;
      return { status: 200, headers: {}, body: `${made} ${'x'.repeat(size)}`, tags };
    };
  const ask = async (key: string, work: () => Promise<MadeAnswer>) => {
    const { kept, made: fresh } = await cache.get(key, { url: key, route: '/*' }, work);
    return Number((kept ? String(kept.bodies.identity) : fresh.body).split(' ')[0]);
  };
  return { cache, counted, make, ask, count: () => made, pass: (ms: number) => (now += ms) };
}

/** A render that finishes when the test calls `finish`. */
function slow(tags: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = async (): Promise<MadeAnswer> => {
    await promise;
    return { status: 200, headers: {}, body: 'slow', tags };
  };
  return { work, finish: resolve };
}

it('caches a response until one of its tags is invalidated', async () => {
  const { cache, ask, make } = setUp();
  expect(await ask('/a', make(['post:1', 'lists']))).toBe(1);
  expect(await ask('/b', make(['post:2', 'lists']))).toBe(2);
  cache.forget(['post:1', 'post:9']);
  expect([await ask('/a', make(['post:1'])), await ask('/b', make([]))]).toEqual([3, 2]);
  cache.forget(['lists']);
  expect([await ask('/a', make(['post:1'])), await ask('/b', make(['post:2']))]).toEqual([3, 4]);
});

it.each([10, 5_000, 100_000])('counts all the memory of a response of %i characters', async (size) => {
  const { cache, make } = setUp();
  const { kept } = await cache.get('/a', { url: '/a', route: '/*' }, make(['lists'], size));
  const pieces = new Set(Object.values(kept?.bodies ?? {}).map(({ buffer }) => buffer));
  const held = [...pieces].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(held).toBeLessThanOrEqual(cache.size().bytes);
  expect(cache.size().bytes).toBe(kept?.bytes);
});

it('counts hits and misses', async () => {
  const { cache, counted, ask, make } = setUp();
  await ask('/', make(['lists']));
  await ask('/', make(['lists']));
  cache.find('/');
  cache.find('/unknown');
  expect(counted).toEqual({ hits: 2, misses: 1 });
});

it('renders once for concurrent requests', async () => {
  const { ask, make, count } = setUp();
  const work = make(['lists']);
  await Promise.all(Array.from({ length: 1_000 }, () => ask('/', work)));
  expect(count()).toBe(1);
});

it('does not cache a render that began before a change, and does not share it with later requests', async () => {
  const { cache, ask, make } = setUp();
  const before = slow(['post:1']);
  const early = cache.get('/', { url: '/', route: '/*' }, before.work);
  cache.forget(['post:1']);
  const late = ask('/', make(['post:1']));
  before.finish();
  expect(String((await early).kept?.bodies.identity)).toBe('slow');
  expect(await late).toBe(1);
  expect(await ask('/', make(['post:1']))).toBe(1);
});

it('caches a render that began before an unrelated change', async () => {
  const { cache } = setUp();
  const before = slow(['post:1']);
  const early = cache.get('/', { url: '/', route: '/*' }, before.work);
  cache.forget(['post:2']);
  before.finish();
  await early;
  expect(cache.find('/')).toBeDefined();
});

it('caches nothing while changes are not received, and no render that began in that time', async () => {
  const { cache, ask, make } = setUp();
  await ask('/', make([]));
  const before = slow([]);
  const early = cache.get('/slow', { url: '/slow', route: '/*' }, before.work);
  cache.hear(false);
  expect(cache.size().answers).toBe(0);
  await ask('/', make([]));
  expect(cache.size().answers).toBe(0);
  cache.hear(true);
  before.finish();
  await early;
  expect(cache.size().answers).toBe(0);
});

it.each([
  ['no tags', { status: 200, tags: undefined }],
  ['another status', { status: 404, tags: [] }],
])('does not cache a response with %s', async (_, { status, tags }) => {
  const { cache } = setUp();
  await cache.get('/', { url: '/', route: '/*' }, async () => ({ status, headers: {}, body: '', tags }));
  expect(cache.size().answers).toBe(0);
});

it('stays within its memory limit and evicts the least recently used response', async () => {
  const { cache, ask, make } = setUp({ maxBytes: 100_000 });
  for (let index = 0; index < 500; index += 1) {
    await ask(`/${index}`, make([`post:${index}`], 2_000));
    await ask('/hot', make(['hot'], 2_000));
  }
  expect(cache.size().bytes).toBeLessThanOrEqual(100_000);
  expect(cache.size().answers).toBeLessThan(50);
  expect(cache.find('/hot')).toBeDefined();
  expect(cache.find('/0')).toBeUndefined();
});

it('serves a stale response while one render replaces it, and never an expired one', async () => {
  const { ask, make, pass } = setUp();
  await ask('/', make([]));
  pass(minuteMs);
  const { work, finish } = slow([]);
  expect(await ask('/', work)).toBe(1);
  expect(await ask('/', make([]))).toBe(1);
  finish();
  await expect.poll(() => ask('/', make([]))).toBeNaN();
  pass(10 * minuteMs);
  expect(await ask('/', make([]))).toBe(2);
});

it('expires a response at the time of its next scheduled change', async () => {
  const { ask, make, pass } = setUp({ end: new Date('2026-11-20T12:00:30Z') });
  await ask('/', make(['pins']));
  pass(29_999);
  expect(await ask('/', make(['pins']))).toBe(1);
  pass(1);
  expect(await ask('/', make(['pins']))).toBe(2);
});

it('keeps responses requested twice while many URLs are requested once', async () => {
  const { cache, ask, make } = setUp({ maxBytes: 1_000_000 });
  for (let index = 0; index < 20; index += 1)
    for (const _ of [1, 2]) await ask(`/page/${index}`, make([`post:${index}`], 2_000));
  for (let index = 0; index < 2_000; index += 1) await ask(`/once/${index}`, make(['lists'], 2_000));
  for (let index = 0; index < 20; index += 1)
    expect(cache.find(`/page/${index}`), String(index)).toBeDefined();
  expect(cache.find('/once/0')).toBeUndefined();
  expect(cache.size().bytes).toBeLessThanOrEqual(1_000_000);
});

it('invalidates a response requested several times when one of its tags changes', async () => {
  const { cache, ask, make } = setUp();
  for (const _ of [1, 2, 3]) await ask('/a', make(['post:1']));
  cache.forget(['post:1']);
  expect(cache.find('/a')).toBeUndefined();
  expect(cache.size()).toEqual({ answers: 0, bytes: 0 });
});

it('rejects only the request that starts a render, not those served from the cache or waiting for the render', async () => {
  const { cache, make } = setUp();
  const refuse = () => Promise.reject(new Error('limit used up'));
  const place = { url: '/', route: '/*' };
  const before = slow(['lists']);
  await expect(cache.get('/', place, before.work, refuse)).rejects.toThrow('limit used up');
  const admitted = cache.get('/', place, before.work, async () => undefined);
  await Promise.resolve();
  const waiting = cache.get('/', place, make(['lists']), refuse);
  before.finish();
  expect((await admitted).kept).toBe((await waiting).kept);
  expect((await cache.get('/', place, make(['lists']), refuse)).kept).toBeDefined();
});

it('serves the stale response to a request whose rate limit forbids a new render', async () => {
  const { cache, ask, make, pass, count } = setUp();
  await ask('/', make([]));
  pass(minuteMs);
  const refuse = () => Promise.reject(new Error('limit used up'));
  const { kept } = await cache.get('/', { url: '/', route: '/*' }, make([]), refuse);
  expect(String(kept?.bodies.identity)).toMatch(/^1 /);
  expect(count()).toBe(1);
  expect(await ask('/', make([]))).toBe(1);
  await expect.poll(() => count()).toBe(2);
});

it('renders again after the clock was set back', async () => {
  const { ask, make, pass } = setUp();
  expect(await ask('/a', make(['post:1']))).toBe(1);
  pass(-3_600_000);
  expect(await ask('/a', make(['post:1']))).toBe(2);
  expect(await ask('/a', make(['post:1']))).toBe(2);
});
