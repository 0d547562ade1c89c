import { runSteps, type Step } from './run-steps.ts';

/** By default Vitest leaves one core unused. */
export const allCores = '--maxWorkers=100%';

export const checks: Array<Step | Step[]> = [
  [
    { name: 'format, lint', command: ['biome', 'check', '--error-on-warnings'] },
    { name: 'route types', command: ['react-router', 'typegen'] },
    { name: 'boundaries', command: ['node', 'scripts/check-boundaries.ts'] },
    { name: 'dead code', command: ['knip'] },
    {
      name: 'regular expressions',
      command: ['node', 'scripts/regular-expressions.ts', '--check'],
    },
    { name: 'migrations', command: ['node', 'scripts/check-migrations.ts'] },
    { name: 'references', command: ['node', 'scripts/check-references.ts'] },
    { name: 'words', command: ['node', 'scripts/check-words.ts'] },
    { name: 'licences', command: ['node', 'scripts/licenses.ts', '--check'] },
    {
      name: 'word families',
      command: ['node', 'scripts/generate-word-families.ts', '--check'],
    },
    { name: 'openapi', command: ['node', 'scripts/generate-openapi.ts', '--check'] },
  ],
  [
    { name: 'types', command: ['tsc'] },
    { name: 'site build', command: ['node', 'scripts/build-site.ts'] },
  ],
  { name: 'script weight', command: ['size-limit'] },
  { name: 'unit tests', command: ['vitest', 'run', '--project', 'unit', allCores] },
];

if (import.meta.main) await runSteps(checks);
