// npm run drill:crash -- [--kills 500] [--seed NUMBER] [--folder PATH]
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CrashReport, createCrashReport, runCrashDrill } from '../tests/drills/crash-drill.ts';
import { buildSiteIfStale } from './build-site.ts';
import { CommandError, listenForInterruption, parseArguments, resolvePath, runMain } from './command-line.ts';

const usage = `Usage: npm run drill:crash -- [--kills NUMBER] [--seed NUMBER] [--folder PATH]

Starts a site of its own in a temporary folder, writes to it and kills its processes at random times: the server, the
process of the jobs, the first process of the database, one of its backends, and one that gets no more memory. After each
kill every acknowledged write must be there, counters must equal a recount, and the site must serve within 10 seconds.

  --kills   how many (500)
  --seed    of the random choices (the time)
  --folder  keeps the site and the progress there: the same command continues an interrupted drill. On a file system in
            memory, such as /dev/shm, the drill takes less time`;

await runMain(async () => {
  const { values } = parseArguments(usage, {
    kills: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    folder: { type: 'string' },
  });
  const [kills, seed] = [Number(values.kills), Number(values.seed)];
  if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) throw new CommandError(usage);
  buildSiteIfStale();
  const interrupted = listenForInterruption();
  const folder = values.folder ? resolvePath(values.folder) : mkdtempSync(join(tmpdir(), 'news-site-drill-'));
  mkdirSync(folder, { recursive: true });
  // PostgreSQL runs as another user if this one is root.
  chmodSync(folder, 0o755);
  const progress = join(folder, 'progress.json');
  const report: CrashReport = existsSync(progress)
    ? JSON.parse(readFileSync(progress, 'utf8'))
    : createCrashReport(seed);
  console.log(`${kills} kills, ${report.kills} of them done, seed ${report.seed}`);
  try {
    await runCrashDrill({
      dataDir: join(folder, 'data'),
      kills,
      report,
      interrupted,
      onKill(current, line) {
        console.log(line);
        for (const loss of current.losses.filter((text) => text.startsWith(line))) console.error(`  ${loss}`);
        writeFileSync(`${progress}.unfinished`, JSON.stringify(current));
        renameSync(`${progress}.unfinished`, progress);
      },
    });
  } finally {
    if (!values.folder) rmSync(folder, { recursive: true, force: true });
  }
  console.table(report.byFault);
  console.log(
    `${report.kills} kills, ${report.acknowledged} acknowledged writes, ${report.losses.length} losses, ${report.slow.length} times not served within 10 s`,
  );
  for (const line of [...report.losses, ...report.slow]) console.error(line);
  return report.losses.length + report.slow.length > 0 ? 1 : interrupted.aborted ? 130 : 0;
});
