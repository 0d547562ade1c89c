import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CommandError, parseArguments, runMain } from './command-line.ts';
import { writeArtifacts } from './releases/artifacts.ts';
import {
  changeImageTag,
  changePackageVersion,
  closeChangelog,
  isLaterVersion,
  unreleasedChanges,
} from './releases/changes.ts';

/**
 * npm run release -- VERSION [--dry-run]: changes the version, closes the section of the changelog, runs the checks,
 * commits, tags and writes the files of the release. docs/release.md describes it.
 */
const usage = 'Usage: npm run release -- VERSION [--dry-run] (for example 0.2.0)';
const root = resolve(import.meta.dirname, '..');

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

type FileChange = [path: string, change: (text: string) => string];

const listChanges = (version: string, day: string): FileChange[] => [
  ['package.json', (text) => changePackageVersion(text, version)],
  ['package-lock.json', (text) => changePackageVersion(text, version)],
  ['CHANGELOG.md', (text) => closeChangelog(text, version, day)],
  ['compose.yaml', (text) => changeImageTag(text, version)],
  ['docs/installation.md', (text) => changeImageTag(text, version)],
];

function requireRelease(version: string): void {
  const { version: current } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  if (!isLaterVersion(version, current))
    throw new CommandError(`${version} is not a version above ${current}`);
  if (unreleasedChanges(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) === '')
    throw new CommandError('CHANGELOG.md has no entries for this release');
  if (run('git', 'tag', '--list', `v${version}`) !== '')
    throw new CommandError(`the tag v${version} exists already`);
}

/** Builds the files of the present commit twice: they must be the same. Changes nothing. */
function rehearse(version: string, changes: FileChange[]): void {
  for (const [path, change] of changes) {
    const text = readFileSync(join(root, path), 'utf8');
    console.log(`${change(text) === text ? 'unchanged' : 'would change'}: ${path}`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'news-site-release-'));
  try {
    const [first, second] = ['first', 'second'].map((name) =>
      writeArtifacts(root, { commit: run('git', 'rev-parse', 'HEAD'), version, folder: join(folder, name) }),
    );
    if (JSON.stringify(first) !== JSON.stringify(second))
      throw new CommandError('the files differ between two runs');
    for (const [name, hash] of first ?? []) console.log(`${hash}  ${name}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log('Nothing has been changed. The checks run before a release, not in this rehearsal.');
}

function release(version: string, changes: FileChange[]): void {
  if (run('git', 'status', '--porcelain') !== '') throw new CommandError('commit or undo the changes first');
  for (const [path, change] of changes) {
    const file = join(root, path);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
  run(process.execPath, 'scripts/generate-openapi.ts');
  execFileSync(process.execPath, ['scripts/check.ts'], { cwd: root, stdio: 'inherit' });
  execFileSync(process.execPath, ['scripts/check-signatures.ts'], { cwd: root, stdio: 'inherit' });
  run('git', 'commit', '--all', '--message', `Release ${version}`);
  run('git', 'tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
  const folder = join(root, 'build/release');
  const commit = run('git', 'rev-parse', 'HEAD');
  for (const [name, hash] of writeArtifacts(root, { commit, version, folder }))
    console.log(`${hash}  ${name}`);
  console.log(`Release ${version} is committed, tagged and in ${folder}. Publish it: git push --follow-tags`);
}

await runMain(async () => {
  const { values, positionals } = parseArguments(usage, { 'dry-run': { type: 'boolean' } });
  const [version] = positionals;
  if (version === undefined || positionals.length > 1) throw new CommandError(usage);
  requireRelease(version);
  const changes = listChanges(version, new Date().toISOString().slice(0, 10));
  if (values['dry-run']) rehearse(version, changes);
  else release(version, changes);
  return 0;
});
