// npm run bench -- [SCENARIO…] [--data FOLDER] [--posts N] [--growth FOLDER,FOLDER] [--runs 5] [--seconds 5] [--minutes 60] [--smoke]
import { parseArgs } from 'node:util';
import { withDataFolder } from './bench-site.ts';
import { type Comparison, compare } from './compare.ts';
import { measureGrowth } from './growth.ts';
import { costsTable, writeResults } from './report.ts';
import { scenarios } from './scenarios.ts';
import { measureSpecial, specialNames } from './special.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string' },
    posts: { type: 'string' },
    growth: { type: 'string' },
    runs: { type: 'string' },
    seconds: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    smoke: { type: 'boolean', default: false },
  },
});
/** A short run with one scenario for each kind of budget, which is printed and not written. */
const smokeNames = ['home-cached', 'home-uncached', 'api-list-uncached'];
const smokePostCount = 1_000;

const { smoke } = values;
const runs = Number(values.runs ?? (smoke ? 3 : 5));
const seconds = Number(values.seconds ?? (smoke ? 1 : 5));
const allScenarios = values.growth ? [] : scenarios.map(({ name }) => name);
const wanted = positionals.length > 0 ? positionals : smoke ? smokeNames : allScenarios;
const unknown = wanted.filter(
  (name) => !scenarios.some((known) => known.name === name) && !specialNames.includes(name),
);
if (unknown.length > 0) {
  console.error(
    `Unknown scenario: ${unknown.join(', ')}. Available: ${[...scenarios.map(({ name }) => name), ...specialNames].join(', ')}`,
  );
  process.exit(1);
}

const comparisons: Comparison[] = [];
const special: Record<string, unknown>[] = [];
const posts = Number(values.posts ?? (smoke ? smokePostCount : 10_000));
const measureAll = async (dataDir: string) => {
  const chosen = scenarios.filter(({ name }) => wanted.includes(name));
  comparisons.push(...(await compare(dataDir, chosen, { runs, seconds })));
  for (const name of specialNames.filter((known) => wanted.includes(known)))
    special.push(await measureSpecial(name, dataDir, { seconds, minutes: Number(values.minutes) }));
};
if (wanted.length > 0) await withDataFolder({ folder: values.data, posts }, measureAll);
const growth = values.growth ? await measureGrowth(values.growth.split(',')) : undefined;

const results = { comparisons, special, growth, runs, seconds };
if (smoke) console.log(`\n${costsTable(results)}`);
else await writeResults(results);
