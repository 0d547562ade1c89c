import { runSteps } from './run-steps.ts';

/**
 * Expensive texts in full: `npm run fuzz:expensive -- [TEXTS] [SEED]`, so many texts for every text field of the API and for
 * everything in memory that reads texts of users. The seed is printed, so that a find can be repeated.
 */
const texts = process.argv[2] ?? '50';
const seed = process.argv[3] ?? String(Date.now() % 1_000_000_000);
const env = { EXPENSIVE_RUNS: texts, FUZZ_SEED: seed };
const hours = 3_600;

console.log(`${texts} texts for each reader and field, seed ${seed}`);
await runSteps(
  ['unit', 'api'].map((project) => ({
    name: `expensive texts (${project})`,
    command: ['vitest', 'run', '--project', project, 'tests/fuzz/expensive'],
    budgetSeconds: 3 * hours,
    env,
  })),
);
