import { describe, expect, it } from 'vitest';
import { isFlood, usualOf } from './flood.ts';

describe('a flood', () => {
  it.each([
    [29, 0, false],
    [30, 0, true],
    [30, 6, false],
    [31, 6, true],
    [400, 100, false],
    [501, 100, true],
  ])('of %i within an hour where %i are usual: %s', (count, usual, expected) => {
    expect(isFlood(count, usual)).toBe(expected);
  });

  it('compares with the mean of the same hours', () => {
    expect([usualOf([]), usualOf([10, 20, 0])]).toEqual([0, 10]);
  });
});
