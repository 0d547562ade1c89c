// npm run drill:upgrade -- [--from REVISION] [--seconds NUMBER] [--folder PATH]
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runUpgradeDrill } from '../tests/drills/upgrade-drill.ts';
import { buildSiteIfStale } from './build-site.ts';
import { CommandError, parseArguments, resolvePath, runMain } from './command-line.ts';

/** Release 0.1.0, which has no tag: the first commit after its changelog whose pages can be rendered. */
const firstRelease = '4c8adc4d7053d01bb7916d2b4abc97b6fb25abe9';
const root = resolve(import.meta.dirname, '..');

const usage = `Usage: npm run drill:upgrade -- [--from REVISION] [--seconds NUMBER] [--folder PATH]

Installs the previous release in a temporary folder, runs it under load, upgrades it to this one with both side by side on
one database, and stops the previous one. Every acknowledged write must be there, both must show what the other has
written, and jobs must be done once. Takes a few minutes and needs the registry of npm.

  --from     the previous release: a revision of git (the newest tag, or else 0.1.0)
  --seconds  of writing in each phase (20)
  --folder   keeps the installed release there for the next drill`;

await runMain(async () => {
  const { values } = parseArguments(usage, {
    from: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    folder: { type: 'string' },
  });
  const secondsPerPhase = Number(values.seconds);
  if (!(secondsPerPhase > 0)) throw new CommandError(usage);
  const revision = values.from ?? findNewestTag() ?? firstRelease;
  const temporary = mkdtempSync(join(tmpdir(), 'news-site-drill-'));
  // PostgreSQL runs as another user if this one is root.
  chmodSync(temporary, 0o755);
  try {
    const folder = values.folder ? resolvePath(values.folder) : join(temporary, 'release');
    const previousRelease = install(revision, folder);
    buildSiteIfStale();
    const { losses } = await runUpgradeDrill({
      folder: temporary,
      previousRelease,
      secondsPerPhase,
      onPhase: ({ name, seconds, acknowledged, refused }) =>
        console.log(
          `${name}: ${seconds} s, ${acknowledged} acknowledged writes, refused by status: ${JSON.stringify(refused)}`,
        ),
    });
    console.log(`${losses.length} losses`);
    for (const loss of losses) console.error(loss);
    return losses.length > 0 ? 1 : 0;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
});

/** The tag of the newest release before this commit. */
function findNewestTag(): string | undefined {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
  } catch {
    return undefined;
  }
}

/** Installs and builds a revision in a folder of its own, unless that was done before. Returns its path. */
function install(revision: string, folder: string): string {
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`);
  const path = join(folder, commit);
  const finished = join(path, 'build/client');
  if (existsSync(finished)) return path;
  console.log(`Installing ${revision}…`);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  const archive = join(path, 'sources.tar');
  git('archive', '--output', archive, commit);
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: path, stdio: ['ignore', 'ignore', 'inherit'] });
  run('tar', '-xf', archive);
  run('npm', 'install', '--no-audit', '--no-fund');
  run('npm', 'run', 'build');
  return path;
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
