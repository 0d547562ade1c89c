import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import type { Comparison } from './compare.ts';
import type { SizeMeasurement } from './growth.ts';
import { growthPlot } from './plot.ts';

type Results = {
  comparisons: Comparison[];
  special: Record<string, unknown>[];
  growth: SizeMeasurement[] | undefined;
  runs: number;
  seconds: number;
};

const root = resolve(import.meta.dirname, '..');
const docsFile = resolve(root, 'docs/performance.md');
const startMarker = (part: string) => `<!-- ${part} -->`;
const endMarker = (part: string) => `<!-- /${part} -->`;
const reportedPackages = ['fastify', 'react', 'react-router', 'kysely', 'pg', 'autocannon'];

/** Writes all results as JSON and replaces the measured sections of docs/performance.md. Its other sections stay. */
export async function writeResults(results: Results): Promise<void> {
  const environment = describeEnvironment();
  const { at } = environment;
  mkdirSync(resolve(root, 'bench/results'), { recursive: true });
  const file = resolve(root, `bench/results/${at.slice(0, 16).replace(/[:T]/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify({ ...environment, ...results }, null, 2)}\n`);
  let text = readFileSync(docsFile, 'utf8');
  if (results.comparisons.length > 0) text = replaceSection(text, 'costs', costsTable(results, environment));
  if (results.special.length > 0) text = replaceSection(text, 'special', special(results.special));
  if (results.growth) {
    text = replaceSection(text, 'growth', growthTable(results.growth));
    writeFileSync(resolve(root, 'docs/performance-growth.svg'), growthPlot(results.growth));
  }
  writeFileSync(docsFile, text);
  execFileSync(resolve(root, 'node_modules/.bin/biome'), ['format', '--write', docsFile, file], {
    cwd: root,
    stdio: 'ignore',
  });
  console.log(`\n${file}\n${docsFile}`);
}

function replaceSection(text: string, part: string, content: string): string {
  const [before = '', rest = ''] = text.split(startMarker(part));
  return `${before}${startMarker(part)}\n\n${content}\n\n${endMarker(part)}${rest.split(endMarker(part))[1] ?? ''}`;
}

const number = (value: number, digits = 0): string => value.toFixed(digits);

const describeEnvironment = () => ({
  at: new Date().toISOString(),
  machine: machine(),
  versions: versions(),
});

export function costsTable(
  { comparisons, runs, seconds }: Results,
  environment = describeEnvironment(),
): string {
  const rows = comparisons.map(({ name, site, baseline, ratio, budget, memoryMb }) => [
    name,
    number(site.cpuMicros),
    baseline ? number(baseline.cpuMicros) : '–',
    baseline ? `${number(ratio.median, 2)} (${number(ratio.min, 2)}–${number(ratio.max, 2)})` : '–',
    budget === undefined ? '–' : number(budget, 2),
    number(site.p50Ms),
    number(site.p99Ms),
    number(site.perSecond),
    number(memoryMb),
    number(site.failed),
  ]);
  const head = [
    'scenario',
    'CPU, µs',
    'baseline, µs',
    'times',
    'budget',
    'p50, ms',
    'p99, ms',
    'per s',
    'MB',
    'failed',
  ];
  const [first] = comparisons;
  return [
    `${environment.at.slice(0, 10)}, ${environment.machine}; ${environment.versions}. ${first?.posts} posts; ${runs} runs of ${seconds} s, medians.`,
    table(head, rows),
  ].join('\n\n');
}

const special = (measured: Record<string, unknown>[]): string =>
  measured
    .map(
      ({ name, ...rest }) =>
        `- ${name}: ${Object.entries(rest)
          .map(([key, value]) => `${key} ${formatValue(value)}`)
          .join(', ')}`,
    )
    .join('\n');

const formatValue = (value: unknown): string =>
  typeof value === 'number'
    ? String(Math.round(value * 100) / 100)
    : Array.isArray(value)
      ? value.join(' / ')
      : String(value);

function growthTable(sizes: SizeMeasurement[]): string {
  const rows = Object.keys(sizes[0]?.p50 ?? {}).map((name) => [
    name,
    ...sizes.map(({ p50, p95 }) => `${number(p50[name] ?? 0, 1)} / ${number(p95[name] ?? 0, 1)}`),
  ]);
  return table(['p50 / p95, ms', ...sizes.map(({ posts }) => `${posts} posts`)], rows);
}

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function machine(): string {
  const [first] = cpus();
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`;
}

function versions(): string {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(resolve(root, 'package.json'), 'utf8'),
  );
  const all: Record<string, string> = { ...devDependencies, ...dependencies };
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  return [
    `commit ${commit}`,
    `Node ${process.versions.node}`,
    ...reportedPackages.map((name) => `${name} ${all[name]}`),
  ].join(', ');
}
