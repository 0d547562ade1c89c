// npm run model [-- RUNS [SEED]]: sessions against any order of events, more often than npm test has time for.
import { runSteps } from './run-steps.ts';

const [runs = '10000', seed] = process.argv.slice(2);
const file = 'server/features/accounts/session-model.api.test.ts';

await runSteps([
  {
    name: 'sessions',
    command: ['vitest', 'run', '--project', 'api', file],
    budgetSeconds: 3_600,
    env: { MODEL_RUNS: runs, ...(seed !== undefined && { MODEL_SEED: seed }) },
  },
]);
