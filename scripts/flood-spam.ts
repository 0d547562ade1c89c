// npm run flood:spam [-- NUMBER]: 10,000 registrations with a comment of spam from 500 networks, within a day of the clock that the
// limits use, under the rules of a new site; prints how much readers see and how many requests clear it.
import { runSteps } from './run-steps.ts';

await runSteps([
  {
    name: 'flood of spam',
    command: ['vitest', 'run', '--project', 'api', 'tests/spam-flood.api.test.ts'],
    hangMinutes: 360,
    env: { FLOOD_SPAM: process.argv[2] ?? '10000' },
  },
]);
