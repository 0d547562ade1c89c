// npm run bench -- [SCENARIO…] [--data FOLDER] [--posts N] [--growth FOLDER,FOLDER] [--runs 5] [--seconds 5] [--minutes 60] [--smoke]
import { parseArgs } from 'node:util';
import { type Compared, compare } from './compare.ts';
import { measureGrowth } from './growth.ts';
import { writeResults } from './report.ts';
import { scenarios } from './scenarios.ts';
import { measureSpecial, specials } from './special.ts';
import { withData } from './stage.ts';

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
/** A short run with one scenario for each kind of budget. */
const smokeNames = ['home-cached', 'home-uncached', 'api-list-uncached'];
const smokePosts = 1_000;
/** Other work on the machine spreads the measurements, so only a large excess fails the smoke run. */
const patience = 2;

const { smoke } = values;
const runs = Number(values.runs ?? (smoke ? 3 : 5));
const seconds = Number(values.seconds ?? (smoke ? 1 : 5));
const everything = values.growth ? [] : scenarios.map(({ name }) => name);
const wanted = positionals.length > 0 ? positionals : smoke ? smokeNames : everything;
const unknown = wanted.filter(
  (name) => !scenarios.some((known) => known.name === name) && !specials.includes(name),
);
if (unknown.length > 0) {
  console.error(
    `Unknown scenario: ${unknown.join(', ')}. Available: ${[...scenarios.map(({ name }) => name), ...specials].join(', ')}`,
  );
  process.exit(1);
}

const compared: Compared[] = [];
const special: Record<string, unknown>[] = [];
const posts = Number(values.posts ?? (smoke ? smokePosts : 10_000));
const measureAll = async (dataDir: string) => {
  const chosen = scenarios.filter(({ name }) => wanted.includes(name));
  compared.push(...(await compare(dataDir, chosen, { runs, seconds })));
  for (const name of specials.filter((known) => wanted.includes(known)))
    special.push(await measureSpecial(name, dataDir, { seconds, minutes: Number(values.minutes) }));
};
if (wanted.length > 0) await withData({ folder: values.data, posts }, measureAll);
const growth = values.growth ? await measureGrowth(values.growth.split(',')) : undefined;

if (smoke) {
  const missed = compared.filter(
    ({ ratio, budget }) => budget !== undefined && ratio.median > patience * budget,
  );
  for (const { name, ratio, budget } of missed)
    console.error(
      `${name}: ${ratio.median.toFixed(2)} times its baseline, the budget is ${budget?.toFixed(2)}`,
    );
  console.log(`${compared.length - missed.length} passed, ${missed.length} failed`);
  process.exitCode = missed.length > 0 ? 1 : 0;
} else await writeResults({ compared, special, growth, runs, seconds });
