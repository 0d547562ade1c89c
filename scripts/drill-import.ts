// npm run drill:import -- [--posts 2000] [--kills 50] [--seed NUMBER]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runImportDrill } from '../tests/drills/import-drill.ts';
import { CommandError, listenForInterruption, parseArguments, runMain } from './command-line.ts';

const usage = `Usage: npm run drill:import -- [--posts NUMBER] [--kills NUMBER] [--seed NUMBER]

Writes an export of WordPress with ordinary and hostile articles, discussions and pictures, imports it into an empty site, and into
another one whose import is killed at random moments and started again. Both sites must be the same: their copies by
export-site, the reports of the imports, and the counters.

  --posts  how many articles (2000)
  --kills  how many kills (50)
  --seed   of the articles and the random moments (the time)`;

await runMain(async () => {
  const { values } = parseArguments(usage, {
    posts: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  });
  const [posts, kills, seed] = [values.posts, values.kills, values.seed].map(Number) as [
    number,
    number,
    number,
  ];
  if (![posts, kills, seed].every(Number.isInteger) || posts < 1 || kills < 0) throw new CommandError(usage);
  const folder = mkdtempSync(join(tmpdir(), 'news-site-import-drill-'));
  console.log(`${posts} articles, ${kills} kills, seed ${seed}`);
  try {
    const interrupted = listenForInterruption();
    const report = await runImportDrill({
      ...{ folder, posts, kills, seed, interrupted },
      onLine: console.log,
    });
    const { articles, comments, seconds, differences } = report;
    console.log(
      `${articles} articles and ${comments} comments; without a kill in ${seconds.plain.toFixed()} s, with ${kills} kills in ${seconds.killed.toFixed()} s`,
    );
    console.log(`differences: ${differences.length}`);
    for (const line of differences) console.error(`  ${line}`);
    return differences.length > 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
