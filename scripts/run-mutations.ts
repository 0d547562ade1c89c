import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Mutation, mutations } from './mutations.ts';

/**
 * Mutation tests: removes one safeguard at a time from a copy of the project and runs the test that covers it. A test
 * that still passes covers nothing, and fails this command. `npm run mutation -- WORD` selects safeguards by a part of
 * their name; `--sample 8` selects eight by the hash of the commit.
 */
const root = resolve(import.meta.dirname, '..');
const copied = [
  'contract',
  'locales',
  'server',
  'web',
  'db',
  'tests',
  'bench',
  'scripts',
  'build',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
  'vite.config.ts',
  'vite.worker.config.ts',
  'react-router.config.ts',
];

/** A test may fail by waiting in vain for what the mutated code does not do. */
const hangMinutes = '2';

type ListedTest = { name: string; file: string; projectName: string };
type Results = { numPassedTests: number; numFailedTests: number };

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'news-site-mutation-'));
  // Before the first build there is no folder `build`; a test that needs it makes it.
  for (const name of copied.filter((name) => existsSync(join(root, name))))
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

const vitest = (folder: string, ...args: string[]) =>
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HANG_LIMIT_MINUTES: hangMinutes },
  });

/** Lists the mutations whose test does not exist, for example because it was renamed. */
function findMissingTests(folder: string): Mutation[] {
  const list = join(folder, 'tests.json');
  const files = new Set(mutations.map(({ testFile }) => testFile));
  // Only a list that runs the files contains the names that `it.each` makes.
  const { status, stderr } = vitest(folder, 'list', '--no-staticParse', `--json=${list}`, ...files);
  if (status !== 0) throw new Error(`cannot list the tests: ${stderr}`);
  const listed: ListedTest[] = JSON.parse(readFileSync(list, 'utf8'));
  return mutations.filter(
    ({ project, testFile, test }) =>
      !listed.some(
        ({ name, file, projectName }) =>
          projectName === project && file === join(folder, testFile) && fullName(name).includes(test),
      ),
  );
}

/** The name that the option `-t` of Vitest compares. */
const fullName = (name: string) => name.replaceAll(' > ', ' ');

/** Undefined when the test failed, as it must; otherwise the problem. */
function findProblem(folder: string, { file, from, to, project, testFile, test }: Mutation) {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2) return 'the replaced snippet does not occur exactly once';
  const results = join(folder, 'results.json');
  rmSync(results, { force: true });
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  const filter = ['--project', project, testFile, '-t', test];
  const { stdout, stderr } = vitest(folder, 'run', '--reporter=json', `--outputFile=${results}`, ...filter);
  writeFileSync(path, source);
  const { numPassedTests, numFailedTests } = readResults(results);
  if (numFailedTests > 0) return undefined;
  return numPassedTests > 0
    ? `«${test}» still passes`
    : `«${test}» did not run:\n${(stdout + stderr).slice(-2_000)}`;
}

function readResults(path: string): Results {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0 };
  }
}

/** The same mutations for the same commit, others for the next. */
function sampleByCommit(size: number): Mutation[] {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const rank = ({ safeguard }: Mutation) =>
    createHash('sha256')
      .update(commit + safeguard)
      .digest('hex');
  return mutations.toSorted((a, b) => rank(a).localeCompare(rank(b))).slice(0, size);
}

const { values, positionals } = parseArgs({
  options: { sample: { type: 'string' } },
  allowPositionals: true,
});
const selected = values.sample
  ? sampleByCommit(Number(values.sample))
  : mutations.filter(({ safeguard }) => safeguard.includes(positionals[0] ?? ''));
const copy = copyProject();
let failed = 0;
try {
  const missing = findMissingTests(copy);
  for (const { safeguard, testFile, test } of missing)
    console.log(`✗ without ${safeguard}: ${testFile} has no test «${test}»`);
  failed = missing.length;
  for (const mutation of selected.filter((mutation) => !missing.includes(mutation))) {
    const problem = findProblem(copy, mutation);
    if (problem) failed += 1;
    console.log(`${problem ? '✗' : '✓'} without ${mutation.safeguard}: ${problem ?? 'the test fails'}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`\n${selected.length} selected of ${mutations.length}, ${failed} failed`);
if (failed > 0 || selected.length === 0) process.exitCode = 1;
