import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { runSteps } from './run-steps.ts';

/**
 * npm run check:yookassa -- DESCRIPTION: holds what our provider sends, and what the tests' stand-in for YooKassa
 * answers, against YooKassa's published OpenAPI description, which is no part of the project.
 */
const path = resolve(process.argv[2] ?? '');
if (process.argv[2] === undefined || !existsSync(path)) {
  console.error('Name the file of YooKassa’s OpenAPI description.');
  process.exit(1);
}

await runSteps([
  {
    name: 'YooKassa',
    command: ['vitest', 'run', '--project', 'unit', 'server/features/payments/providers/yookassa.test.ts'],
    budgetSeconds: 120,
    env: { YOOKASSA_DESCRIPTION: path },
  },
]);
