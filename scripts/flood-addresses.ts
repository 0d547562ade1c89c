// npm run flood:addresses [-- NUMBER]: requests 100,000 different addresses of cards, feeds and embeds, with the rate limits of a
// public site and without any, while a reader reads; prints status codes, times of the reader, memory and files.
import { runSteps } from './run-steps.ts';

const count = process.argv[2] ?? '100000';

await runSteps(
  ['1', '0'].map((factor) => ({
    name: factor === '0' ? 'flood without rate limits' : 'flood with rate limits',
    command: ['vitest', 'run', '--project', 'api', 'tests/address-flood.api.test.ts'],
    hangMinutes: 360,
    env: { FLOOD_ADDRESSES: count, FLOOD_FACTOR: factor },
  })),
);
