type FuzzOptions = { numRuns: number; seed: number };

const seed = 20_261_121;

/** The same documents in every run, unless `npm run fuzz:editor` sets another seed and number of runs. */
export function fuzzOptions(numRuns: number): FuzzOptions {
  const { EDITOR_RUNS, EDITOR_SEED } = process.env;
  return { numRuns: Number(EDITOR_RUNS ?? numRuns), seed: Number(EDITOR_SEED ?? seed) };
}
