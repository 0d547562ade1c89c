import { resolve } from 'node:path';
import { allCores, checks } from './check.ts';
import { runSteps } from './run-steps.ts';

/** Every test file imports the server, and some start sites: they share Node's compile cache as `npm start` does. */
export const compileCache = { NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../build/compiled') };
/** A complete run of the API suite fails when a declared endpoint or status never occurred. */
const completeRun = { ...compileCache, WHOLE_RUN: 'true' };

if (import.meta.main)
  await runSteps([
    ...checks,
    { name: 'table types', command: ['node', 'scripts/generate-db-types.ts', '--check'] },
    // The database tests mostly wait for processes to start and stop.
    [
      { name: 'database', command: ['vitest', 'run', '--project', 'db', allCores], env: compileCache },
      { name: 'api', command: ['vitest', 'run', '--project', 'api', allCores], env: completeRun },
    ],
    { name: 'browser', command: ['vitest', 'run', '--project', 'e2e', allCores], env: compileCache },
  ]);
