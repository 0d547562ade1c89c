import { defineConfig } from 'vitest/config';

const ignored = ['**/node_modules/**', 'build/**', 'data/**'];

/** Suites by what they need: nothing, a PostgreSQL of their own, the whole app, a browser. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,text,server,web,scripts,tests}/**/*.test.{ts,tsx}'],
          exclude: [...ignored, '**/*.{db,api,e2e}.test.ts'],
        },
      },
      {
        test: {
          name: 'db',
          include: ['{server,scripts,tests}/**/*.db.test.ts'],
          exclude: ignored,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['{server,tests}/**/*.api.test.ts'],
          exclude: ignored,
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.e2e.test.ts'],
          exclude: ignored,
          globalSetup: ['tests/support/global-setup.ts'],
          fileParallelism: false,
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
