import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Sabotage, sabotages } from './sabotages.ts';

/**
 * Mutation tests: removes one safeguard at a time from a copy of the project and runs the test that covers it. A test
 * that still passes covers nothing, and fails this command. `npm run mutation -- WORD` selects safeguards by a part of
 * their name.
 */
const root = resolve(import.meta.dirname, '..');
const copied = [
  'contract',
  'text',
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
  const copy = mkdtempSync(join(tmpdir(), 'news-site-sabotage-'));
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

const vitest = (copy: string, { project, testFile, test }: Sabotage) =>
  spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', project, testFile, '-t', test],
    {
      cwd: copy,
      encoding: 'utf8',
    },
  );

/** Undefined when the test failed, as it must; otherwise the problem. */
function failureOf(copy: string, sabotage: Sabotage): string | undefined {
  const file = join(copy, sabotage.file);
  const source = readFileSync(file, 'utf8');
  if (source.split(sabotage.from).length !== 2) return 'the replaced snippet does not occur exactly once';
  writeFileSync(
    file,
    source.replace(sabotage.from, () => sabotage.to),
  );
  const { status, stdout } = vitest(copy, sabotage);
  writeFileSync(file, source);
  const summary = stripVTControlCharacters(stdout);
  if (/Tests\s+.*\d+ failed/.test(summary)) return undefined;
  return status === 0 && /Tests\s+.*\d+ passed/.test(summary)
    ? `«${sabotage.test}» still passes`
    : `«${sabotage.test}» did not run:\n${stdout.slice(-2_000)}`;
}

const word = process.argv[2] ?? '';
const chosen = sabotages.filter(({ net }) => net.includes(word));
const copy = copyProject();
let failed = 0;
try {
  for (const sabotage of chosen) {
    const failure = failureOf(copy, sabotage);
    if (failure) failed += 1;
    console.log(`${failure ? '✗' : '✓'} without ${sabotage.net}: ${failure ?? 'the test fails'}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`\n${chosen.length - failed} passed, ${failed} failed`);
if (failed > 0 || chosen.length === 0) process.exitCode = 1;
