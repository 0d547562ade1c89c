import { endpoints } from '#contract/index.ts';
import { runSteps } from './run-steps.ts';

/**
 * The full run of generated requests: `npm run fuzz -- [REQUESTS] [SEED]`. Prints the seed, so that a failure can be
 * reproduced.
 */
const requests = Number(process.argv[2] ?? 100_000);
const seed = process.argv[3] ?? String(Date.now() % 1_000_000_000);
const runs = String(Math.ceil(requests / Object.keys(endpoints).length));

console.log(`${requests} requests, ${runs} for each operation, seed ${seed}`);
await runSteps([
  {
    name: 'fuzz',
    command: ['vitest', 'run', '--project', 'api', 'tests/fuzz'],
    hangMinutes: 360,
    env: { FUZZ_RUNS: runs, FUZZ_SEED: seed },
  },
]);
