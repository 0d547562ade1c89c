type Fuzzing = { numRuns: number; seed: number };

/** Longer than a busy machine needs; `npm run fuzz:editor` takes its time. */
export const slowMs = process.env.EDITOR_RUNS ? 3_600_000 : 60_000;
const seed = 20_261_121;

/** The same documents in every run, unless `npm run fuzz:editor` asks for more and other ones. */
export function fuzzing(numRuns: number): Fuzzing {
  const { EDITOR_RUNS, EDITOR_SEED } = process.env;
  return { numRuns: Number(EDITOR_RUNS ?? numRuns), seed: Number(EDITOR_SEED ?? seed) };
}
