// npm run test:all [-- STEP…]: what npm test leaves out; a step is named by the beginning of its name.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { allCores } from './check.ts';
import { runSteps, type Step } from './run-steps.ts';
import { compileCache } from './test.ts';

const root = resolve(import.meta.dirname, '..');
/** The test files of which `npm test` takes a sample of the looks. */
const matrices = globSync('tests/e2e/*.e2e.test.ts', { cwd: root })
  .filter((file) => readFileSync(resolve(root, file), 'utf8').includes('/in-rotation.ts'))
  .sort();
const steps: Step[] = [
  { name: 'postgresql-15', command: ['node', 'scripts/test-postgres-15.ts'], env: compileCache },
  {
    name: 'screens',
    command: ['vitest', 'run', '--project', 'e2e', allCores, ...matrices],
    env: { ...compileCache, EVERY_LOOK: 'true' },
  },
  { name: 'mutations', command: ['node', 'scripts/run-mutations.ts', '--sample', '8'] },
  { name: 'operations', command: ['vitest', 'run', '--project', 'drill', 'tests/drills/operations'] },
  { name: 'upgrade', command: ['node', 'scripts/drill-upgrade.ts', '--seconds', '5'] },
  { name: 'measurements', command: ['node', 'bench/main.ts', '--smoke'] },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((word) => !steps.some(({ name }) => name.startsWith(word)));
if (unknown.length > 0) {
  console.error(
    `Unknown step: ${unknown.join(', ')}. Available: ${steps.map(({ name }) => name).join(', ')}`,
  );
  process.exit(1);
}
const isWanted = ({ name }: Step) => wanted.length === 0 || wanted.some((word) => name.startsWith(word));
/** The previous release is a commit of the history. */
const isShallow = git('rev-parse', '--is-shallow-repository') === 'true';
if (isShallow) console.log('!! NOT RUN: upgrade, which needs the whole history of the repository');
await runSteps(steps.filter((step) => isWanted(step) && !(isShallow && step.name === 'upgrade')));

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
