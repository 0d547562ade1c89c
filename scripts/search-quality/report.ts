import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AbsentScores } from './absent.ts';
import type { Half, QueryClass } from './collection.ts';
import { engines, ours } from './engines.ts';
import type { Score, Scores } from './metrics.ts';
import { qualityPlot } from './plot.ts';

/** The scores of each engine, by its name. */
export type HalfReport = { half: Half; scores: Map<string, Scores> };

const root = resolve(import.meta.dirname, '../..');
const docsFile = resolve(root, 'docs/search.md');
const runsSection = 'held-out runs';

/** One row for each class and one for all; each cell has recall, mean reciprocal rank and false finds. */
export function qualityTable({ scores }: HalfReport): string {
  const [first] = scores.values();
  const classes = [...(first?.classes.keys() ?? [])];
  const row = (name: string, queries: number, scoreOf: (found: Scores) => Score | undefined) => [
    name,
    String(queries),
    ...[...scores.values()].map((found) => cell(scoreOf(found))),
  ];
  return table(
    ['class', 'queries', ...scores.keys()],
    [
      ...classes.map((name) =>
        row(name, first?.classes.get(name)?.queries ?? 0, ({ classes: all }) => all.get(name)),
      ),
      row('**all**', first?.total.queries ?? 0, ({ total }) => total),
    ],
  );
}

/** One row for each kind of query and one for all: how many found a text. */
export function absentTable(scores: Map<string, AbsentScores>): string {
  const [first] = scores.values();
  const all = [...scores.values()];
  const sum = (of: AbsentScores, key: 'queries' | 'found') =>
    [...of.values()].reduce((total, score) => total + score[key], 0);
  const rows = [...(first ?? [])].map(([kind, { queries }]) => [
    kind,
    String(queries),
    ...all.map((of) => String(of.get(kind)?.found ?? 0)),
  ]);
  const total = first === undefined ? 0 : sum(first, 'queries');
  const shares = all.map((of) => `${sum(of, 'found')} (${percent(sum(of, 'found') / total)})`);
  return table(['kind', 'queries', ...scores.keys()], [...rows, ['**all**', String(total), ...shares]]);
}

const cell = (score: Score | undefined): string =>
  score === undefined
    ? '–'
    : [share(score.recall), share(score.reciprocalRank), percent(score.falseFinds)].join(' / ');
const share = (value: number | undefined): string => value?.toFixed(2) ?? '–';
const percent = (value: number | undefined): string =>
  value === undefined ? '–' : `${(value * 100).toFixed(value > 0 && value < 0.1 ? 1 : 0)} %`;

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Replaces the tables and the chart of docs/search.md; the other parts stay. */
export function writeReports(reports: HalfReport[], absentScores: Map<string, AbsentScores>): void {
  replaceSection('absent', () => `${measuredAt()}\n\n${absentTable(absentScores)}`);
  for (const report of reports) {
    replaceSection(`quality ${report.half}`, () => `${measuredAt()}\n\n${qualityTable(report)}`);
    writeFileSync(resolve(root, `docs/search-quality-${report.half}.svg`), qualityPlot(report));
  }
  formatDocs();
}

/** Adds a row to the log of runs on the held-out half. */
export function logHeldOutRun({ total, classes }: Scores): void {
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const row = [
    at,
    commit(),
    share(total.recall),
    share(total.reciprocalRank),
    percent(total.falseFinds),
    lowest(classes),
  ];
  replaceSection(runsSection, (rows) => `${rows}\n| ${row.join(' | ')} |`);
  formatDocs();
}

function lowest(classes: Map<QueryClass, Score>): string {
  const [first] = [...classes]
    .flatMap(([name, { recall }]) => (recall === undefined ? [] : [{ name, recall }]))
    .toSorted((left, right) => left.recall - right.recall);
  return first ? `${first.name} ${share(first.recall)}` : '–';
}

function replaceSection(name: string, change: (content: string) => string): void {
  const text = readFileSync(docsFile, 'utf8');
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest = ''] = text.split(start);
  const [content, after] = rest.split(end);
  if (content === undefined || after === undefined)
    throw new Error(`docs/search.md has no section «${name}»`);
  writeFileSync(docsFile, `${before}${start}\n\n${change(content.trim())}\n\n${end}${after}`);
}

const formatDocs = (): void =>
  void execFileSync(resolve(root, 'node_modules/.bin/biome'), ['format', '--write', docsFile], {
    cwd: root,
    stdio: 'ignore',
  });

const measuredAt = (): string => `${new Date().toISOString().slice(0, 10)}, commit ${commit()}.`;

/** The commit, with a mark if the measured files differ from it. */
function commit(): string {
  const git = (...parameters: string[]) =>
    execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', ':!docs') !== '';
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`;
}

/** What the engines are, for the terminal. */
export const describeEngines = (names: Iterable<string>): string =>
  engines
    .filter(({ name }) => [...names].includes(name))
    .map(({ name, description }) => `${name === ours ? `${name} (ours)` : name}: ${description}`)
    .join('\n');
