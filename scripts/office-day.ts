// npm run office-day [-- SEED]: simulates a whole day of fifty readers behind one address. None of them may reach a
// limit.
import { runSteps } from './run-steps.ts';

const seed = process.argv[2] ?? String(Date.now() % 1_000_000_000);

await runSteps([
  {
    name: 'office day',
    command: ['vitest', 'run', '--project', 'api', 'tests/office-day.api.test.ts'],
    hangMinutes: 360,
    env: { OFFICE_DAY_UNTIL: '24', OFFICE_DAY_SEED: seed },
  },
]);
