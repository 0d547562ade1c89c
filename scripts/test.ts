import { checks } from './check.ts';
import { runSteps } from './run-steps.ts';

const vitest = (project: string) => ['vitest', 'run', '--project', project] as [string, ...string[]];
/** The API suite sees every endpoint: what is declared and never seen fails it. */
const wholeRun = { WHOLE_RUN: 'true' };

await runSteps([
  ...checks,
  { name: 'site build', command: ['node', 'scripts/build-site.ts'], budgetSeconds: 120 },
  { name: 'table types', command: ['node', 'scripts/generate-db-types.ts', '--check'], budgetSeconds: 60 },
  { name: 'database', command: vitest('db'), budgetSeconds: 360 },
  { name: 'api', command: vitest('api'), budgetSeconds: 540, env: wholeRun },
  { name: 'browser', command: vitest('e2e'), budgetSeconds: 420 },
]);
