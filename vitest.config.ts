import { defineConfig } from 'vitest/config';
import { hangLimitMs, waitLimitMs } from './tests/support/hang-limit.ts';

const ignored = ['**/node_modules/**', 'build/**', 'data/**'];
/** No test is judged by a clock. */
const hangLimits = {
  testTimeout: hangLimitMs,
  hookTimeout: hangLimitMs,
  teardownTimeout: hangLimitMs,
  expect: { poll: { timeout: waitLimitMs } },
};
const setupFiles = ['tests/support/setup.ts'];

/** React as a site runs it; its development build renders pages at several times the cost. */
const production = { NODE_ENV: 'production' };

/** Node imports the TypeScript files itself; to transform them again for each test file costs seconds. */
const nativeImports = { viteModuleRunner: false, nodeLoader: false };

/** Suites by their requirements: none, a separate PostgreSQL, the whole app, a browser. Drills are no part of `npm test`. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...hangLimits,
          name: 'unit',
          include: ['{contract,locales,server,web,scripts,tests}/**/*.test.{ts,tsx}'],
          exclude: [...ignored, '**/*.{db,api,e2e,drill}.test.ts'],
          setupFiles: ['tests/support/property-seed.ts', ...setupFiles],
        },
      },
      {
        test: {
          ...hangLimits,
          name: 'db',
          include: ['{server,scripts,tests}/**/*.db.test.ts'],
          exclude: ignored,
          setupFiles,
        },
      },
      {
        test: {
          ...hangLimits,
          name: 'api',
          isolate: false,
          include: ['{server,tests}/**/*.api.test.ts'],
          exclude: ignored,
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles,
          experimental: nativeImports,
          env: production,
        },
      },
      {
        test: {
          ...hangLimits,
          name: 'e2e',
          isolate: false,
          include: ['tests/e2e/**/*.e2e.test.ts'],
          exclude: ignored,
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles,
          experimental: nativeImports,
          env: production,
        },
      },
      {
        test: {
          ...hangLimits,
          name: 'drill',
          include: ['tests/drills/*.drill.test.ts'],
          exclude: ignored,
          fileParallelism: false,
        },
      },
    ],
  },
});
