import { describe, expect, it } from 'vitest';
import { isProvenBySamples } from './sampling.ts';

/** Checks with a limit of ten; returns the result and the samples that were counted. */
async function ask(counts: Record<number, number>) {
  const asked: number[] = [];
  const isProven = await isProvenBySamples([16, 4], 10, async (part) => {
    asked.push(part);
    return counts[part] ?? 0;
  });
  return { isProven, asked };
}

describe('isProvenBySamples', () => {
  it('stops at the smallest sample with enough matches', async () =>
    expect(await ask({ 16: 10 })).toEqual({ isProven: true, asked: [16] }));
  it('counts a larger sample when the smaller one suggests enough matches', async () =>
    expect(await ask({ 16: 3, 4: 10 })).toEqual({ isProven: true, asked: [16, 4] }));
  it('skips larger samples when the smaller one suggests too few matches', async () =>
    expect(await ask({ 16: 2 })).toEqual({ isProven: false, asked: [16] }));
  it('returns false when no sample has enough matches', async () =>
    expect(await ask({ 16: 3, 4: 9 })).toEqual({ isProven: false, asked: [16, 4] }));
  it('returns false without samples', async () =>
    expect(await isProvenBySamples([], 10, async () => 10)).toBe(false));
});
