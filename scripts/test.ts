import { resolve } from 'node:path';
import { allCores, checks } from './check.ts';
import { runSteps, type Step } from './run-steps.ts';

const vitest = (project: string, ...options: string[]): Step['command'] => [
  'vitest',
  'run',
  '--project',
  project,
  ...options,
];
/** Every test file imports the server, and some start sites: they share Node's compile cache as `npm start` does. */
const compileCache = { NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../build/compiled') };
/** A complete run of the API suite fails when a declared endpoint or status never occurred. */
const completeRun = { WHOLE_RUN: 'true' };

await runSteps([
  ...checks,
  { name: 'table types', command: ['node', 'scripts/generate-db-types.ts', '--check'], budgetSeconds: 60 },
  // The database tests mostly wait for processes to start and stop.
  [
    { name: 'database', command: vitest('db', allCores), budgetSeconds: 1200, env: compileCache },
    {
      name: 'api',
      command: vitest('api', allCores),
      budgetSeconds: 1500,
      env: { ...compileCache, ...completeRun },
    },
  ],
  {
    name: 'PostgreSQL 15',
    command: ['node', 'scripts/test-postgres-15.ts'],
    budgetSeconds: 420,
    env: compileCache,
  },
  { name: 'speed', command: ['node', 'bench/main.ts', '--smoke'], budgetSeconds: 150 },
  { name: 'browser', command: vitest('e2e', allCores), budgetSeconds: 1200, env: compileCache },
]);
