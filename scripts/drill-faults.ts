// npm run drill:faults -- [WORD]
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultScenarios } from '../tests/drills/fault-drill.ts';
import { buildSiteIfStale } from './build-site.ts';
import { CommandError, listenForInterruption, parseArguments, runMain } from './command-line.ts';

const usage = `Usage: npm run drill:faults -- [WORD]

Starts sites of its own in temporary folders and takes away what they need: disk, database, mail server, names, bucket, the right
time. Reports what readers and writers see meanwhile, and expects that each site recovers by itself.
${faultScenarios.map(({ name }) => `\n  ${name}`).join('')}

  WORD  only the faults whose name contains it`;

await runMain(async () => {
  const { positionals } = parseArguments(usage, {});
  const chosen = faultScenarios.filter(({ name }) => name.includes(positionals[0] ?? ''));
  if (chosen.length === 0 || positionals.length > 1) throw new CommandError(usage);
  buildSiteIfStale();
  const interrupted = listenForInterruption();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, skipReason, run } of chosen) {
    if (interrupted.aborted) return 130;
    const reason = skipReason?.();
    if (reason) {
      counts.skipped += 1;
      console.log(`- ${name}: skipped, ${reason}`);
      continue;
    }
    const folder = mkdtempSync(join(tmpdir(), 'news-site-drill-'));
    // PostgreSQL runs as another user if this one is root.
    chmodSync(folder, 0o755);
    try {
      console.log(`✓ ${name}: ${await run(folder)}`);
      counts.passed += 1;
    } catch (error) {
      console.error(`✗ ${name}: ${(error as Error).message}`);
      counts.failed += 1;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts.failed > 0 ? 1 : 0;
});
