import { describe, expect, it } from 'vitest';
import { changeLayout, isInEffect, nextPlacementChangeAt, type WantedPlacement } from './placement.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 2, 10, hour));
const lead = (id: number | undefined, postId: number, changes: Partial<WantedPlacement> = {}) => ({
  id,
  postId,
  section: 'lead' as const,
  startsAt: null,
  endsAt: null,
  ...changes,
});

describe('a placement', () => {
  it.each([
    [null, null, true],
    [at(12), null, true],
    [at(13), null, false],
    [null, at(12), false],
    [null, at(13), true],
    [at(11), at(13), true],
  ])('from %s until %s is in effect at twelve: %s', (startsAt, endsAt, expected) => {
    expect(isInEffect({ startsAt, endsAt }, at(12))).toBe(expected);
  });

  it('changes the page when it begins and when it ends', () => {
    const periods = [
      { startsAt: at(9), endsAt: at(15) },
      { startsAt: at(14), endsAt: null },
    ];
    expect(nextPlacementChangeAt(periods, at(12))).toEqual(at(14));
    expect(nextPlacementChangeAt(periods, at(14))).toEqual(at(15));
    expect(nextPlacementChangeAt(periods, at(15))).toBeUndefined();
  });
});

describe('a new layout', () => {
  const current = [lead(1, 10), lead(2, 20), lead(3, 30, { section: 'row' })];
  const summary = (wanted: WantedPlacement[]) => {
    const { added, changed, removed } = changeLayout(current, wanted);
    return [
      added.map(({ postId, section, position }) => `${postId} ${section} ${position}`),
      changed.map(({ id }) => id),
      removed.map(({ id }) => id),
    ];
  };

  it('changes nothing if it is the current one', () => {
    expect(summary(current)).toEqual([[], [], []]);
  });

  it('adds, moves and removes; another post in a placement is a new one', () => {
    expect(summary([lead(2, 20), lead(undefined, 40), lead(3, 50, { section: 'row' })])).toEqual([
      ['40 lead 2', '50 row 1'],
      [2],
      [1, 3],
    ]);
  });

  it('changes a placement whose section or period changes', () => {
    expect(summary([lead(1, 10), lead(2, 20, { endsAt: at(9) }), lead(3, 30)])).toEqual([[], [2, 3], []]);
  });

  it('adds a placement again whose id is used twice or unknown', () => {
    expect(summary([...current, lead(1, 10), lead(99, 90)])).toEqual([['10 lead 3', '90 lead 4'], [], []]);
  });
});
