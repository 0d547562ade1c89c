import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { runSteps } from './run-steps.ts';

/**
 * npm run check:yookassa -- DESCRIPTION: validates the requests of our provider and the responses of the fake YooKassa
 * server of the tests against YooKassa's published OpenAPI description, which is not part of the project.
 */
const path = resolve(process.argv[2] ?? '');
if (process.argv[2] === undefined || !existsSync(path)) {
  console.error('Usage: npm run check:yookassa -- FILE (the OpenAPI description published by YooKassa)');
  process.exit(1);
}

await runSteps([
  {
    name: 'YooKassa',
    command: [
      'vitest',
      'run',
      '--project',
      'unit',
      'server/features/payments/providers/yookassa/yookassa.test.ts',
    ],
    env: { YOOKASSA_DESCRIPTION: path },
  },
]);
