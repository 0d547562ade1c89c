// npm run fuzz:payments [-- RUNS [SEED]]: payments under random sequences of events, in more runs than npm test has
// time for.
import { runSteps } from './run-steps.ts';

const [runs = '10000', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2);
const folder = 'server/features/payments';

console.log(`${runs} sequences, ${Number(runs) / 10} pin races, seed ${seed}`);
await runSteps([
  {
    name: 'sequences',
    command: ['vitest', 'run', '--project', 'api', `${folder}/payment-model.api.test.ts`],
    hangMinutes: 360,
    env: { PAYMENT_RUNS: runs, PAYMENT_SEED: seed },
  },
  {
    name: 'pin races',
    command: ['vitest', 'run', '--project', 'api', 'server/features/subscriptions/pin-races.api.test.ts'],
    hangMinutes: 360,
    env: { PIN_RACES: String(Math.ceil(Number(runs) / 10)) },
  },
]);
