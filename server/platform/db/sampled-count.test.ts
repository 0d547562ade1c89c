import { describe, expect, it } from 'vitest';
import { sampledCountReaches } from './sampled-count.ts';

/** Checks with a limit of ten; returns the result and the samples that were counted. */
async function check(counts: Record<number, number>) {
  const counted: number[] = [];
  const reaches = await sampledCountReaches([16, 4], 10, async (part) => {
    counted.push(part);
    return counts[part] ?? 0;
  });
  return { reaches, counted };
}

describe('sampledCountReaches', () => {
  it('stops at the smallest sample with enough matches', async () =>
    expect(await check({ 16: 10 })).toEqual({ reaches: true, counted: [16] }));
  it('counts a larger sample when the smaller one suggests enough matches', async () =>
    expect(await check({ 16: 3, 4: 10 })).toEqual({ reaches: true, counted: [16, 4] }));
  it('skips larger samples when the smaller one suggests too few matches', async () =>
    expect(await check({ 16: 2 })).toEqual({ reaches: false, counted: [16] }));
  it('returns false when no sample has enough matches', async () =>
    expect(await check({ 16: 3, 4: 9 })).toEqual({ reaches: false, counted: [16, 4] }));
  it('returns false without samples', async () =>
    expect(await sampledCountReaches([], 10, async () => 10)).toBe(false));
});
