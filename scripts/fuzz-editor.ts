import { runSteps } from './run-steps.ts';

/** Runs generated texts and documents through the editor and the page: `npm run fuzz:editor -- [DOCUMENTS] [SEED]`. */
const documents = process.argv[2] ?? '5000';
const seed = process.argv[3] ?? String(Date.now() % 1_000_000_000);

console.log(`${documents} documents for each property, seed ${seed}`);
await runSteps([
  {
    name: 'fuzz editor',
    command: ['vitest', 'run', '--project', 'unit', 'tests/editor', 'complexity-limit.test.ts'],
    hangMinutes: 360,
    env: { EDITOR_RUNS: documents, EDITOR_SEED: seed },
  },
]);
