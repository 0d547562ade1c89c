import { runSteps, type Step } from './run-steps.ts';

export const checks: Step[] = [
  { name: 'format, lint', command: ['biome', 'check', '--error-on-warnings'], budgetSeconds: 30 },
  { name: 'route types', command: ['react-router', 'typegen'], budgetSeconds: 30 },
  { name: 'types', command: ['tsc'], budgetSeconds: 60 },
  { name: 'boundaries', command: ['node', 'scripts/check-boundaries.ts'], budgetSeconds: 60 },
  { name: 'dead code', command: ['knip'], budgetSeconds: 60 },
  { name: 'openapi', command: ['node', 'scripts/generate-openapi.ts', '--check'], budgetSeconds: 30 },
  { name: 'unit tests', command: ['vitest', 'run', '--project', 'unit'], budgetSeconds: 120 },
];

if (import.meta.main) await runSteps(checks);
