import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Actor, guest } from '#server/platform/actor.ts';
import { silentLog } from '#server/platform/log.ts';
import type { DailyViews } from './pending-views.ts';
import type { ViewedPost } from './view.ts';
import { createViewCounter, type ViewCounter } from './view-counter.ts';

let now = 0;
let written: Array<[number, { all: number; ofReaders: number }][]> = [];
let isDatabaseDown = false;
let counter: ViewCounter;

beforeEach(() => {
  now = Date.UTC(2026, 0, 15);
  written = [];
  isDatabaseDown = false;
  counter = createViewCounter({
    clock: { now: () => new Date(now) },
    log: silentLog,
    write: async (views) => {
      if (isDatabaseDown) throw new Error('down');
      written.push(rankedCounts(views));
    },
  });
});
afterEach(() => counter.stop());

const rankedCounts = (views: readonly DailyViews[]) =>
  views.map(({ postId, all, ofReaders }): [number, { all: number; ofReaders: number }] => [
    postId,
    { all, ofReaders },
  ]);
const browser = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/144.0';
const user: Actor = {
  kind: 'user',
  id: 7,
  username: 'a',
  role: 'author',
  permissions: new Set(),
  restrictions: [],
  lacksSecondFactor: false,
  isConfirmed: true,
  subscriberUntil: null,
  sessionId: 's',
};
const post = (id: number, changes: Partial<ViewedPost> = {}): ViewedPost => ({
  id,
  status: 'published',
  author: { id: 99 },
  ...changes,
});
const viewerFrom = (address: string, userAgent = browser) => ({
  actor: guest,
  origin: { address, userAgent },
});

describe('createViewCounter', () => {
  it('counts a reader once in half an hour', () => {
    counter.record(post(1), viewerFrom('203.0.113.1'));
    counter.record(post(1), viewerFrom('203.0.113.1'));
    expect(counter.getPending(1)).toBe(1);
    counter.record(post(2), viewerFrom('203.0.113.1'));
    expect(counter.getPending(2)).toBe(1);
    now += 30 * 60_000;
    counter.record(post(1), viewerFrom('203.0.113.1'));
    expect(counter.getPending(1)).toBe(2);
  });

  it('identifies readers by account, otherwise by network and user agent', () => {
    counter.record(post(1), { actor: user, origin: { address: '203.0.113.1', userAgent: browser } });
    counter.record(post(1), { actor: user, origin: { address: '198.51.100.9', userAgent: 'other' } });
    counter.record(post(1), viewerFrom('2001:db8:1:2::1'));
    counter.record(post(1), viewerFrom('2001:db8:1:2:ffff::9'));
    counter.record(post(1), viewerFrom('2001:db8:1:3::1'));
    counter.record(post(1), viewerFrom('2001:db8:1:3::1', 'Mozilla/5.0 Safari/605'));
    expect(counter.getPending(1)).toBe(4);
  });

  const finishesOf = async (counting: ViewCounter, sums: DailyViews[]) => {
    await counting.stop();
    return sums.reduce((sum, { finishes }) => sum + finishes, 0);
  };

  it('counts a reader who reached the end once a day, and ten guests of one network', async () => {
    const sums: DailyViews[] = [];
    const finishing = createViewCounter({
      clock: { now: () => new Date(now) },
      log: silentLog,
      write: async (views) => void sums.push(...views),
    });
    const registered = { actor: user, origin: { address: '203.0.113.9', userAgent: browser } };
    for (let repeat = 0; repeat < 3; repeat += 1) {
      finishing.recordFinish(post(1), registered);
      now += 2 * 3_600_000;
    }
    for (let agent = 0; agent < 40; agent += 1)
      finishing.recordFinish(post(1), viewerFrom('203.0.113.1', `${browser} ${agent}`));
    finishing.recordFinish(post(1), viewerFrom('203.0.113.2', 'Googlebot/2.1'));
    expect(await finishesOf(finishing, sums)).toBe(11);
    expect(sums.every(({ all, bySource }) => all === 0 && bySource.size === 0)).toBe(true);
  });

  it('counts views by Moscow day and source, across a failed write at midnight', async () => {
    const sums: DailyViews[] = [];
    let isDown = true;
    const counting = createViewCounter({
      clock: { now: () => new Date(now) },
      log: silentLog,
      write: async (views) => {
        if (isDown) throw new Error('down');
        sums.push(...views);
      },
    });
    now = Date.UTC(2026, 0, 15, 20, 59);
    counting.record(post(1), viewerFrom('203.0.113.1'), 'habr.com');
    counting.record(post(1), viewerFrom('203.0.113.2'));
    await counting.flush();
    now += 2 * 60_000;
    counting.record(post(1), viewerFrom('203.0.113.3'), 'habr.com');
    expect(counting.getPending(1)).toBe(3);
    isDown = false;
    await counting.stop();
    const rows = sums.map(({ day, all, bySource }) => [day, all, Object.fromEntries(bySource)]);
    expect(rows.sort()).toEqual([
      ['2026-01-15', 2, { 'habr.com': 1, direct: 1 }],
      ['2026-01-16', 1, { 'habr.com': 1 }],
    ]);
  });

  it('stores at most fifty hosts of a post in memory, the others as one', async () => {
    const sums: DailyViews[] = [];
    const counting = createViewCounter({
      clock: { now: () => new Date(now) },
      log: silentLog,
      write: async (views) => void sums.push(...views),
    });
    for (let host = 0; host < 200; host += 1)
      counting.record(post(1), viewerFrom(`198.51.100.${host}`), `host-${host}.example`);
    await counting.stop();
    expect(sums[0]?.bySource.size).toBe(51);
    expect(sums[0]?.bySource.get('other')).toBe(150);
  });

  it('does not count the site itself', () => {
    counter.record(post(1), { actor: guest, origin: null });
    expect(counter.getPending(1)).toBe(0);
  });

  it('writes all views at once, and loses none while the database is unavailable', async () => {
    counter.record(post(1), viewerFrom('203.0.113.1'));
    isDatabaseDown = true;
    await counter.flush();
    counter.record(post(1), viewerFrom('203.0.113.2'));
    counter.record(post(2), viewerFrom('203.0.113.2'));
    expect(counter.getPending(1)).toBe(2);
    isDatabaseDown = false;
    await counter.stop();
    expect(written).toEqual([
      [
        [1, { all: 2, ofReaders: 2 }],
        [2, { all: 1, ofReaders: 1 }],
      ],
    ]);
    expect(counter.getPending(1)).toBe(0);
  });

  it('flushes views that are still claimed, and those recorded during another write', async () => {
    const claims = Promise.withResolvers<boolean>();
    const writes = Promise.withResolvers<void>();
    const written: number[] = [];
    const slow = createViewCounter({
      clock: { now: () => new Date(now) },
      log: silentLog,
      claim: () => claims.promise,
      write: async (views) => {
        await writes.promise;
        written.push(...views.map(({ postId }) => postId));
      },
    });
    slow.record(post(1), viewerFrom('203.0.113.1'));
    const flushes = [slow.flush().then(() => expect(written).toEqual([1]))];
    claims.resolve(true);
    await expect.poll(() => slow.getPending(1)).toBe(1);
    slow.record(post(2), viewerFrom('203.0.113.1'));
    flushes.push(slow.stop().then(() => expect(written).toEqual([1, 2])));
    writes.resolve();
    await Promise.all(flushes);
  });

  it('counts a reader once if another process claims the same views', async () => {
    const claimed = new Set<string>();
    const claim = async (bucket: string, name: string) =>
      claimed.size < claimed.add(`${bucket} ${name}`).size;
    const parts = { clock: { now: () => new Date(now) }, log: silentLog, claim };
    const both = [1, 2].map(() =>
      createViewCounter({ ...parts, write: async (views) => void written.push(rankedCounts(views)) }),
    );
    for (const each of both) {
      each.record(post(1), viewerFrom('203.0.113.1'));
      each.record(post(1), viewerFrom('203.0.113.1'));
    }
    for (const each of both) await each.stop();
    expect(written).toEqual([[[1, { all: 1, ofReaders: 1 }]]]);
  });

  const flushedViews = async () => {
    await counter.flush();
    return Object.fromEntries(written.flat());
  };

  it('counts ten guests of one network at once, and one more every three minutes', () => {
    for (let agent = 0; agent < 40; agent += 1)
      counter.record(post(1), viewerFrom('203.0.113.1', `${browser} ${agent}`));
    expect(counter.getPending(1)).toBe(10);
    counter.record(post(2), viewerFrom('203.0.113.1'));
    counter.record(post(1), viewerFrom('203.0.113.2'));
    expect([counter.getPending(1), counter.getPending(2)]).toEqual([11, 1]);
    now += 3 * 60_000;
    for (let agent = 0; agent < 40; agent += 1)
      counter.record(post(1), viewerFrom('203.0.113.1', `${browser} ${agent}`));
    expect(counter.getPending(1)).toBe(12);
  });

  it('counts every account of one network', () => {
    for (let id = 1; id <= 30; id += 1)
      counter.record(post(1), { ...viewerFrom('203.0.113.1'), actor: { ...user, id } });
    expect(counter.getPending(1)).toBe(30);
  });

  it('limits the guests of a network across processes', async () => {
    const claimedBuckets: string[] = [];
    const shared = createViewCounter({
      clock: { now: () => new Date(now) },
      log: silentLog,
      write: async (views) => void written.push(rankedCounts(views)),
      claim: async (bucket) => {
        claimedBuckets.push(bucket);
        return bucket === 'view' || claimedBuckets.filter((each) => each === 'viewNetwork').length <= 10;
      },
    });
    for (let agent = 0; agent < 40; agent += 1)
      shared.record(post(1), viewerFrom('203.0.113.1', `${browser} ${agent}`));
    await shared.stop();
    expect(written).toEqual([[[1, { all: 10, ofReaders: 10 }]]]);
  });

  it.each<[string, ViewedPost, Parameters<ViewCounter['record']>[1]]>([
    ['the author', post(1, { author: { id: 7 } }), { ...viewerFrom('203.0.113.1'), actor: user }],
    [
      'anyone before publication',
      post(1, { status: 'draft' }),
      { ...viewerFrom('203.0.113.1'), actor: user },
    ],
    ['a program', post(1), viewerFrom('203.0.113.1', 'PostmanRuntime/7.32.3')],
  ])('counts a view of %s, but not for rankings', async (_, viewed, viewer) => {
    counter.record(viewed, viewer);
    expect(await flushedViews()).toEqual({ 1: { all: 1, ofReaders: 0 } });
  });

  it.each(['Googlebot/2.1 (+http://www.google.com/bot.html)', 'Mozilla/5.0 (compatible; YandexBot/3.0)'])(
    'does not count %s at all',
    async (agent) => {
      counter.record(post(1), viewerFrom('203.0.113.1', agent));
      expect(await flushedViews()).toEqual({});
    },
  );

  it('evicts the oldest readers, but none for readers beyond the limit of a network', async () => {
    const small = createViewCounter({
      clock: { now: () => new Date(now) },
      log: silentLog,
      write: async () => undefined,
      maxReaders: 100,
    });
    small.record(post(1), viewerFrom('203.0.113.9'));
    for (let agent = 0; agent < 1_000; agent += 1)
      small.record(post(1), viewerFrom('203.0.113.1', `${browser} ${agent}`));
    small.record(post(1), viewerFrom('203.0.113.9'));
    expect(small.getPending(1)).toBe(11);
    for (let host = 0; host < 200; host += 1) small.record(post(1), viewerFrom(`198.51.100.${host}`));
    small.record(post(1), viewerFrom('203.0.113.9'));
    expect(small.getPending(1)).toBe(212);
    await small.stop();
  });
});
