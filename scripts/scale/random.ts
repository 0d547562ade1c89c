/**
 * Returns numbers from 0 to 1. The sequence depends only on the seed, so that two machines measure the same dataset.
 */
export type Random = () => number;

/** Mulberry32: small, fast, and good enough to distribute content. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Draws indexes with the given weights in constant time (Vose's alias method). A large dataset needs hundreds of
 * millions of draws.
 */
export function createSampler(weights: Float64Array, random: Random): () => number {
  const size = weights.length;
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / size;
  const share = Float64Array.from(weights, (weight) => weight / mean);
  const alias = new Int32Array(size);
  const small: number[] = [];
  const large: number[] = [];
  for (const [index, value] of share.entries()) (value < 1 ? small : large).push(index);
  while (small.length > 0 && large.length > 0) {
    const poor = small.pop() as number;
    const rich = large.at(-1) as number;
    alias[poor] = rich;
    share[rich] = (share[rich] as number) + (share[poor] as number) - 1;
    if ((share[rich] as number) < 1) small.push(large.pop() as number);
  }
  for (const index of [...small, ...large]) share[index] = 1;
  return () => {
    const position = random() * size;
    const index = Math.floor(position);
    return position - index < (share[index] as number) ? index : (alias[index] as number);
  };
}

/** Zipf's law: the n-th most frequent item has 1/n of the weight of the first. */
export const zipfWeights = (size: number, exponent = 1): Float64Array =>
  Float64Array.from({ length: size }, (_, rank) => 1 / (rank + 1) ** exponent);
