// npm run search:quality -- [--half tuning|held-out|all] [--engine NAME] [--misses] [--write]
import { parseArgs } from 'node:util';
import {
  type AbsentScores,
  findAbsentMistakes,
  findResemblingMistakes,
  measureAbsent,
  readAbsent,
  readResembling,
} from './search-quality/absent.ts';
import {
  type Collection,
  findMistakes,
  type Half,
  halves,
  queriesOf,
  readCollection,
} from './search-quality/collection.ts';
import { type Engine, engines, ours } from './search-quality/engines.ts';
import {
  hasFalseFind,
  judgedResults,
  type Outcome,
  recallOf,
  reciprocalRankOf,
  scoreOutcomes,
} from './search-quality/metrics.ts';
import {
  absentTable,
  describeEngines,
  type HalfReport,
  logHeldOutRun,
  qualityTable,
  writeReports,
} from './search-quality/report.ts';
import { type SearchSite, startSearchSite } from './search-quality/site.ts';

type Options = { halves: Half[]; engines: Engine[]; showsMisses: boolean; writes: boolean };

async function measure(
  searchSite: SearchSite,
  { texts, queries }: Collection,
  { halves: chosen, engines: chosenEngines, showsMisses }: Options,
): Promise<{ reports: HalfReport[]; absentScores: Map<string, AbsentScores> }> {
  const reports = chosen.map((half): HalfReport => ({ half, scores: new Map() }));
  const absentScores = new Map<string, AbsentScores>();
  for (const { name, prepare } of chosenEngines) {
    const find = await prepare(searchSite, texts);
    for (const { half, scores } of reports) {
      const outcomes: Outcome[] = [];
      for (const query of queriesOf(queries, half))
        outcomes.push({ query, found: judgedResults(query, await find(query.query), texts) });
      const found = scoreOutcomes(outcomes);
      scores.set(name, found);
      if (name === ours && half === 'held-out') logHeldOutRun(found);
      if (showsMisses)
        console.log(
          outcomes
            .filter(isMissed)
            .map((outcome) => describeMiss(name, outcome))
            .join('\n'),
        );
    }
    const onFind = (line: string) => showsMisses && console.log(`${name} ${line}`);
    if (name === ours) absentScores.set(name, await measureAbsent(absent, resembling, find, onFind));
  }
  return { reports, absentScores };
}

const isMissed = (outcome: Outcome): boolean =>
  hasFalseFind(outcome) ||
  (outcome.query.relevant.length > 0 && (recallOf(outcome) < 1 || reciprocalRankOf(outcome) < 1));

const describeMiss = (engine: string, { query, found }: Outcome): string =>
  `${engine} ${query.class} ${query.id} «${query.query}»: expects ${query.relevant.join(' ') || 'nothing'}; forbids ${query.forbidden.join(' ') || 'nothing'}; finds ${found.slice(0, 10).join(' ') || 'nothing'}`;

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      half: { type: 'string', default: 'tuning' },
      engine: { type: 'string' },
      misses: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const chosen = halves.filter((half) => values.half === 'all' || values.half === half);
  if (chosen.length === 0) fail(`unknown half «${values.half}»; there are ${halves.join(', ')} and all`);
  const chosenEngines = engines.filter(({ name }) => values.engine === undefined || name === values.engine);
  if (chosenEngines.length === 0)
    fail(`unknown engine «${values.engine}»; there are ${engines.map(({ name }) => name).join(', ')}`);
  // An engine tuned with the misses of this half would prove nothing.
  if (values.misses && chosen.includes('held-out')) fail('the misses of the held-out half are not shown');
  if (values.write && chosenEngines.length < engines.length) fail('only a run of all engines is written');
  return { halves: chosen, engines: chosenEngines, showsMisses: values.misses, writes: values.write };
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const options = readOptions();
const collection = readCollection();
const absent = readAbsent();
const resembling = readResembling();
const mistakes = [
  ...findMistakes(collection),
  ...findAbsentMistakes(absent, collection.texts),
  ...findResemblingMistakes(resembling, collection.texts),
];
if (mistakes.length > 0) fail(mistakes.join('\n'));
const site = await startSearchSite(collection.texts);
try {
  const { reports, absentScores } = await measure(site, collection, options);
  console.log(describeEngines(options.engines.map(({ name }) => name)));
  for (const report of reports)
    console.log(
      `\n${report.half} half: recall / mean reciprocal rank / false finds\n\n${qualityTable(report)}`,
    );
  console.log(`\nqueries that must not find a text: how many find one\n\n${absentTable(absentScores)}`);
  if (options.writes) writeReports(reports, absentScores);
} finally {
  await site.stop();
}
