import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';

const folders = ['contract', 'locales', 'server', 'web', 'scripts', 'bench'];
const program = resolve(import.meta.dirname, '../node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

type CruiseResult = {
  modules: Array<{ source: string }>;
  summary: {
    violations: Array<{ from: string; to: string; rule: { name: string }; comment?: string }>;
    ruleSetUsed: { forbidden: Array<{ name: string; comment: string }> };
  };
};

/**
 * Checks every import below `root` against the module boundaries. Reports how many modules were read and fails when a
 * source file is missing, because a check over too few files proves nothing.
 */
export function checkBoundaries(root: string): { ok: boolean; report: string } {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [program, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders],
    { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  if (!stdout) return { ok: false, report: stderr };
  const { modules, summary } = JSON.parse(stdout) as CruiseResult;
  const files = globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, { cwd: root });
  const read = new Set(modules.map(({ source }) => source));
  const missed = files.filter((file) => !read.has(file));
  const hints = new Map(summary.ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment]));
  const lines = [
    ...summary.violations.map(
      ({ from, to, rule }) => `${from} → ${to}\n  ${rule.name}: ${hints.get(rule.name)}`,
    ),
    ...missed.map((file) => `${file} was not read`),
    `boundaries: ${files.length - missed.length} modules read, ${summary.violations.length} forbidden imports`,
  ];
  return {
    ok: summary.violations.length === 0 && missed.length === 0 && files.length > 0,
    report: lines.join('\n'),
  };
}

if (import.meta.main) {
  const { ok, report } = checkBoundaries(resolve(import.meta.dirname, '..'));
  console.log(report);
  if (!ok) process.exitCode = 1;
}
