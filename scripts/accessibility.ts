import { runSteps } from './run-steps.ts';

/**
 * Checks every screen with axe, also in the states of the site, loading, failed and empty: phone and desktop, light and
 * dark theme. `npm test` checks a part of these combinations.
 */
const budgetSeconds = 2_400;

await runSteps([
  {
    name: 'accessibility',
    command: ['vitest', 'run', '--project', 'e2e', 'tests/e2e/accessibility'],
    budgetSeconds,
    env: { EVERY_LOOK: 'true' },
  },
]);
