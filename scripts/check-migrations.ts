/**
 * Checks db/migrations: db/migrations.lock lists every file with its checksum in the order of landing, nobody changes or
 * reorders what earlier commits listed, and no new file locks a table for long. With --write it adds new files to the
 * list.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type MigrationFile, readMigrations } from '../server/platform/db/migration-files.ts';
import { findLongLocks } from './find-long-locks.ts';

type Entry = { name: string; checksum: string };
type Migration = Pick<MigrationFile, 'name' | 'checksum' | 'earlierChecksums'>;

const root = resolve(import.meta.dirname, '..');
const lockName = 'db/migrations.lock';
const lockPath = resolve(root, lockName);
const migrationFolder = resolve(root, 'db/migrations');
const updateCommand = 'npx node scripts/check-migrations.ts --write';
/** Files up to this one ran before there was an installation whose tables could be locked. */
const lastUncheckedFile = '0140-post-daily-views.sql';

export function parseLock(text: string): Entry[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', checksum = ''] = line.split(' ');
      return { name, checksum };
    });
}

/** Problems of the list itself, and of the files that it lists. */
export function findLockProblems(lock: Entry[], files: Migration[]): string[] {
  const known = new Map(files.map((file) => [file.name, file]));
  const listed = new Set(lock.map(({ name }) => name));
  const last = lock.at(-1)?.name ?? '';
  return [
    ...lock.flatMap(({ name }, index) =>
      name > (lock[index - 1]?.name ?? '')
        ? []
        : [`${name} is listed after ${lock[index - 1]?.name}: give it a number above it`],
    ),
    ...lock.flatMap(({ name, checksum }) => {
      const file = known.get(name);
      if (!file) return [`${name} is listed, but the file is missing`];
      const checksums = [file.checksum, ...file.earlierChecksums];
      return checksums.includes(checksum)
        ? []
        : [`${name} was changed after it had landed; add a new file instead`];
    }),
    ...files
      .filter(({ name }) => !listed.has(name))
      .map(({ name }) =>
        name > last
          ? `${name} is not listed; run: ${updateCommand}`
          : `${name} is numbered below ${last}, which databases have applied; give it a number above it`,
      ),
  ];
}

/** Problems of the list compared with the list of an earlier commit, which may only grow at its end. */
export function findHistoryProblems(lock: Entry[], earlier: Entry[]): string[] {
  const isSame = (entry: Entry, index: number) =>
    lock[index]?.name === entry.name && lock[index]?.checksum === entry.checksum;
  const changed = earlier.find((entry, index) => !isSame(entry, index));
  return changed
    ? [`an earlier commit listed ${changed.name} elsewhere or otherwise; new files belong at the end`]
    : [];
}

/** The list in every commit that changed it; empty without Git, as in a release archive. */
function readEarlierLocks(): Entry[][] {
  if (!existsSync(resolve(root, '.git'))) return [];
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const commits = git('log', '--format=%H', '--', lockName).split('\n').filter(Boolean);
  return commits.map((commit) => parseLock(git('show', `${commit}:${lockName}`)));
}

function addNewFiles(lock: Entry[], files: Migration[]): void {
  const last = lock.at(-1)?.name ?? '';
  const lines = [...lock, ...files.filter(({ name }) => name > last)];
  const header =
    '# Migrations in the order of landing, with their SHA-256. Lines are only added, at the end.\n';
  writeFileSync(lockPath, `${header}${lines.map(({ name, checksum }) => `${name} ${checksum}\n`).join('')}`);
}

async function run(): Promise<void> {
  const files = await readMigrations(migrationFolder);
  const readLock = () => (existsSync(lockPath) ? parseLock(readFileSync(lockPath, 'utf8')) : []);
  if (process.argv.includes('--write')) addNewFiles(readLock(), files);
  const lock = readLock();
  const problems = [
    ...findLockProblems(lock, files),
    ...readEarlierLocks().flatMap((earlier) => findHistoryProblems(lock, earlier)),
    ...findLongLocks(
      files.filter(({ name }) => name > lastUncheckedFile),
      migrationFolder,
    ),
  ];
  if (problems.length > 0) {
    console.error([...new Set(problems)].join('\n'));
    process.exitCode = 1;
  } else
    console.log(
      `${files.length} migrations are listed in ${lockName}, and the new ones lock nothing for long`,
    );
}

if (import.meta.main) await run();
