import { defineConfig } from 'vitest/config';

const ignored = ['**/node_modules/**', 'build/**', 'data/**'];
/** What is waited for comes at once, but on a busy machine. */
const patience = { timeout: 10_000 };

/** Suites by what they need: nothing, a PostgreSQL of their own, the whole app, a browser. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,locales,server,web,scripts,tests}/**/*.test.{ts,tsx}'],
          exclude: [...ignored, '**/*.{db,api,e2e}.test.ts'],
          setupFiles: ['tests/support/property-seed.ts'],
        },
      },
      {
        test: {
          name: 'db',
          include: ['{server,scripts,tests}/**/*.db.test.ts'],
          exclude: ignored,
          expect: { poll: patience },
          // A start makes a database and applies every migration: a minute on a machine that does other things.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['{server,tests}/**/*.api.test.ts'],
          exclude: ignored,
          globalSetup: ['tests/support/global-setup.ts'],
          expect: { poll: patience },
          testTimeout: 40_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.e2e.test.ts'],
          exclude: ignored,
          globalSetup: ['tests/support/global-setup.ts'],
          expect: { poll: patience },
          // A busy machine may stop a browser for half a minute; what fails twice is no accident, and a second try is shown.
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
