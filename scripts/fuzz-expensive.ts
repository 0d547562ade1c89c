import { runSteps } from './run-steps.ts';

/**
 * The full run of expensive texts: `npm run fuzz:expensive -- [TEXTS] [SEED]` sends so many texts to every text field
 * of the API and to every function that parses user text. Prints the seed, so that a failure can be reproduced.
 */
const texts = process.argv[2] ?? '50';
const seed = process.argv[3] ?? String(Date.now() % 1_000_000_000);
const env = { EXPENSIVE_RUNS: texts, FUZZ_SEED: seed };

console.log(`${texts} texts for each reader and field, seed ${seed}`);
await runSteps(
  ['unit', 'api'].map((project) => ({
    name: `expensive texts (${project})`,
    command: ['vitest', 'run', '--project', project, 'tests/fuzz/expensive'],
    hangMinutes: 360,
    env,
  })),
);
