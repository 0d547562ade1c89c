import { describe, expect, it } from 'vitest';
import { isProvenBySamples } from './sampling.ts';

/** Asks with a limit of ten; says what was answered, and which samples were asked. */
async function ask(counts: Record<number, number>) {
  const asked: number[] = [];
  const isProven = await isProvenBySamples([16, 4], 10, async (part) => {
    asked.push(part);
    return counts[part] ?? 0;
  });
  return { isProven, asked };
}

describe('isProvenBySamples', () => {
  it('is content with the smallest that holds enough', async () =>
    expect(await ask({ 16: 10 })).toEqual({ isProven: true, asked: [16] }));
  it('asks a larger one where the smaller gives hope', async () =>
    expect(await ask({ 16: 3, 4: 10 })).toEqual({ isProven: true, asked: [16, 4] }));
  it('asks no larger one in vain', async () =>
    expect(await ask({ 16: 2 })).toEqual({ isProven: false, asked: [16] }));
  it('takes nothing for proven that no sample holds', async () =>
    expect(await ask({ 16: 3, 4: 9 })).toEqual({ isProven: false, asked: [16, 4] }));
  it('proves nothing without samples', async () =>
    expect(await isProvenBySamples([], 10, async () => 10)).toBe(false));
});
