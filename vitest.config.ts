import { defineConfig } from 'vitest/config';

const ignored = ['**/node_modules/**', 'build/**', 'data/**'];
/** A condition holds at once except on a busy machine. */
const polling = { timeout: 10_000 };

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
          name: 'unit',
          include: ['{contract,locales,server,web,scripts,tests}/**/*.test.{ts,tsx}'],
          exclude: [...ignored, '**/*.{db,api,e2e,drill}.test.ts'],
          setupFiles: ['tests/support/property-seed.ts'],
        },
      },
      {
        test: {
          name: 'db',
          include: ['{server,scripts,tests}/**/*.db.test.ts'],
          exclude: ignored,
          expect: { poll: polling },
          // A start creates a database and applies every migration: up to a minute on a busy machine.
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
          experimental: nativeImports,
          env: production,
          expect: { poll: polling },
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
          experimental: nativeImports,
          env: production,
          expect: { poll: polling },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'drill',
          include: ['tests/drills/*.drill.test.ts'],
          exclude: ignored,
          expect: { poll: polling },
          fileParallelism: false,
          testTimeout: 1_200_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
});
