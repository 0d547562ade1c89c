import { runSteps, type Step } from './run-steps.ts';

/** By default Vitest leaves one core unused. */
export const allCores = '--maxWorkers=100%';

export const checks: Array<Step | Step[]> = [
  [
    { name: 'format, lint', command: ['biome', 'check', '--error-on-warnings'], budgetSeconds: 60 },
    { name: 'route types', command: ['react-router', 'typegen'], budgetSeconds: 60 },
    { name: 'boundaries', command: ['node', 'scripts/check-boundaries.ts'], budgetSeconds: 90 },
    { name: 'dead code', command: ['knip'], budgetSeconds: 90 },
    {
      name: 'regular expressions',
      command: ['node', 'scripts/regular-expressions.ts', '--check'],
      budgetSeconds: 120,
    },
    { name: 'migrations', command: ['node', 'scripts/check-migrations.ts'], budgetSeconds: 60 },
    { name: 'references', command: ['node', 'scripts/check-references.ts'], budgetSeconds: 60 },
    { name: 'words', command: ['node', 'scripts/check-words.ts'], budgetSeconds: 60 },
    { name: 'licences', command: ['node', 'scripts/licenses.ts', '--check'], budgetSeconds: 60 },
    {
      name: 'word families',
      command: ['node', 'scripts/generate-word-families.ts', '--check'],
      budgetSeconds: 60,
    },
    { name: 'openapi', command: ['node', 'scripts/generate-openapi.ts', '--check'], budgetSeconds: 60 },
  ],
  [
    { name: 'types', command: ['tsc'], budgetSeconds: 90 },
    { name: 'site build', command: ['node', 'scripts/build-site.ts'], budgetSeconds: 120 },
  ],
  { name: 'script weight', command: ['size-limit'], budgetSeconds: 30 },
  { name: 'unit tests', command: ['vitest', 'run', '--project', 'unit', allCores], budgetSeconds: 150 },
];

if (import.meta.main) await runSteps(checks);
