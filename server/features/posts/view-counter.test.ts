import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Actor, guest } from '#server/platform/actor.ts';
import { silentLog } from '#server/platform/log.ts';
import { createViewCounter, type ViewCounter } from './view-counter.ts';

let now = 0;
let written: Array<[number, number][]> = [];
let isDown = false;
let counter: ViewCounter;

beforeEach(() => {
  now = Date.UTC(2026, 0, 15);
  written = [];
  isDown = false;
  counter = createViewCounter({
    clock: { now: () => new Date(now) },
    log: silentLog,
    write: async (views) => {
      if (isDown) throw new Error('down');
      written.push([...views]);
    },
  });
});
afterEach(() => counter.stop());

const browser = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/144.0';
const user: Actor = {
  kind: 'user',
  id: 7,
  username: 'a',
  isStaff: false,
  isSuperuser: false,
  subscriberUntil: null,
  sessionId: 's',
};
const from = (address: string, userAgent = browser) => ({ actor: guest, origin: { address, userAgent } });

describe('createViewCounter', () => {
  it('counts a reader once in half an hour', () => {
    counter.record(1, from('203.0.113.1'));
    counter.record(1, from('203.0.113.1'));
    expect(counter.pendingOf(1)).toBe(1);
    counter.record(2, from('203.0.113.1'));
    expect(counter.pendingOf(2)).toBe(1);
    now += 30 * 60_000;
    counter.record(1, from('203.0.113.1'));
    expect(counter.pendingOf(1)).toBe(2);
  });

  it('tells readers apart by account, else by network and agent', () => {
    counter.record(1, { actor: user, origin: { address: '203.0.113.1', userAgent: browser } });
    counter.record(1, { actor: user, origin: { address: '198.51.100.9', userAgent: 'other' } });
    counter.record(1, from('2001:db8:1:2::1'));
    counter.record(1, from('2001:db8:1:2:ffff::9'));
    counter.record(1, from('2001:db8:1:3::1'));
    counter.record(1, from('2001:db8:1:3::1', 'Mozilla/5.0 Safari/605'));
    expect(counter.pendingOf(1)).toBe(4);
  });

  it('does not count the site itself', () => {
    counter.record(1, { actor: guest, origin: null });
    expect(counter.pendingOf(1)).toBe(0);
  });

  it('writes everything in one go, and loses nothing while the database is gone', async () => {
    counter.record(1, from('203.0.113.1'));
    isDown = true;
    await counter.flush();
    counter.record(1, from('203.0.113.2'));
    counter.record(2, from('203.0.113.2'));
    expect(counter.pendingOf(1)).toBe(2);
    isDown = false;
    await counter.stop();
    expect(written).toEqual([
      [
        [1, 2],
        [2, 1],
      ],
    ]);
    expect(counter.pendingOf(1)).toBe(0);
  });

  it('counts a reader once with another process that claims the same views', async () => {
    const claimed = new Set<string>();
    const claim = async (name: string) => claimed.size < claimed.add(name).size;
    const parts = { clock: { now: () => new Date(now) }, log: silentLog, claim };
    const both = [1, 2].map(() =>
      createViewCounter({ ...parts, write: async (views) => void written.push([...views]) }),
    );
    for (const each of both) {
      each.record(1, from('203.0.113.1'));
      each.record(1, from('203.0.113.1'));
    }
    for (const each of both) await each.stop();
    expect(written).toEqual([[[1, 1]]]);
  });
});
