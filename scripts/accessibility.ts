import { runSteps } from './run-steps.ts';

/** Every screen under axe, as a phone and as a desktop, light and dark; `npm test` looks at a quarter of these. */
const budgetSeconds = 1_200;

await runSteps([
  {
    name: 'accessibility',
    command: ['vitest', 'run', '--project', 'e2e', 'tests/e2e/accessibility'],
    budgetSeconds,
    env: { EVERY_LOOK: 'true' },
  },
]);
