import { describe, expect, it } from 'vitest';
import { standsStill } from './watchdog.ts';

describe('an event loop', () => {
  it('that computes for 20 s without a turn stands still', () => {
    expect(standsStill({ ticks: 20, cpuMs: 19_000 })).toBe(true);
    expect(standsStill({ ticks: 19, cpuMs: 19_000 })).toBe(false);
  });

  it('that waits for a core of a busy machine is given time', () => {
    expect(standsStill({ ticks: 60, cpuMs: 4_900 })).toBe(false);
    expect(standsStill({ ticks: 60, cpuMs: 5_000 })).toBe(true);
  });

  it('that waits for a disk stands still after two minutes', () => {
    expect(standsStill({ ticks: 119, cpuMs: 0 })).toBe(false);
    expect(standsStill({ ticks: 120, cpuMs: 0 })).toBe(true);
  });
});
