// npm run fuzz:moderation [-- RUNS [SEED]]: moderators, an author and readers at once, in more runs of each race than
// npm test has time for.
import { runSteps } from './run-steps.ts';

const [runs = '1000', seed] = process.argv.slice(2);
const file = 'server/features/moderation/moderation-model.api.test.ts';

await runSteps([
  {
    name: 'moderation',
    command: ['vitest', 'run', '--project', 'api', file],
    hangMinutes: 360,
    env: { MODEL_RUNS: runs, ...(seed !== undefined && { MODEL_SEED: seed }) },
  },
]);
