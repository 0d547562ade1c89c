import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Mutation, mutations } from './mutations.ts';

/**
 * Mutation tests: removes one safeguard at a time from a copy of the project and runs the test that covers it. A test
 * that still passes covers nothing, and fails this command. `npm run mutation -- WORD` selects safeguards by a part of
 * their name.
 */
const root = resolve(import.meta.dirname, '..');
const copied = [
  'contract',
  'locales',
  'server',
  'web',
  'db',
  'tests',
  'scripts',
  'build',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
  'vite.config.ts',
  'react-router.config.ts',
];

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'news-site-mutation-'));
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

const vitest = (copy: string, { project, testFile, test }: Mutation) =>
  spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', project, testFile, '-t', test],
    {
      cwd: copy,
      encoding: 'utf8',
    },
  );

/** Undefined when the test failed, as it must; otherwise the problem. */
function failureOf(copy: string, mutation: Mutation): string | undefined {
  const file = join(copy, mutation.file);
  const source = readFileSync(file, 'utf8');
  if (source.split(mutation.from).length !== 2) return 'the replaced snippet does not occur exactly once';
  writeFileSync(
    file,
    source.replace(mutation.from, () => mutation.to),
  );
  const { status, stdout } = vitest(copy, mutation);
  writeFileSync(file, source);
  const summary = stripVTControlCharacters(stdout);
  if (/Tests\s+.*\d+ failed/.test(summary)) return undefined;
  return status === 0 && /Tests\s+.*\d+ passed/.test(summary)
    ? `«${mutation.test}» still passes`
    : `«${mutation.test}» did not run:\n${stdout.slice(-2_000)}`;
}

const filter = process.argv[2] ?? '';
const selected = mutations.filter(({ safeguard }) => safeguard.includes(filter));
const copy = copyProject();
let failed = 0;
try {
  for (const mutation of selected) {
    const failure = failureOf(copy, mutation);
    if (failure) failed += 1;
    console.log(`${failure ? '✗' : '✓'} without ${mutation.safeguard}: ${failure ?? 'the test fails'}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`\n${selected.length - failed} passed, ${failed} failed`);
if (failed > 0 || selected.length === 0) process.exitCode = 1;
