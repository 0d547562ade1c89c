import type { Clock } from '#server/platform/clock.ts';

/** A clock that no machine moves: each reading is a millisecond later. It begins at noon in Moscow. */
export function createTickingClock(): Clock & { advance(ms: number): void } {
  let time = Date.parse('2026-03-01T09:00:00Z');
  return {
    now: () => {
      time += 1;
      return new Date(time);
    },
    advance: (ms) => {
      time += ms;
    },
  };
}
