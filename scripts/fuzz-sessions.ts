// npm run fuzz:sessions [-- RUNS [SEED]]: sessions under random sequences of events, in more runs than npm test has
// time for.
import { runSteps } from './run-steps.ts';

const [runs = '10000', seed] = process.argv.slice(2);
const file = 'server/features/accounts/session-model.api.test.ts';

await runSteps([
  {
    name: 'sessions',
    command: ['vitest', 'run', '--project', 'api', file],
    hangMinutes: 360,
    env: { MODEL_RUNS: runs, ...(seed !== undefined && { MODEL_SEED: seed }) },
  },
]);
