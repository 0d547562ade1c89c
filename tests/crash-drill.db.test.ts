import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSiteIfStale } from '../scripts/build-site.ts';
import { createCrashReport, runCrashDrill } from './drills/crash-drill.ts';
import { createTempFolder } from './support/site-process.ts';

/** A short part of `npm run drill:crash`, with the same random choices in every run. */
const seed = 46;

let folder: string;
beforeAll(() => {
  buildSiteIfStale();
  folder = createTempFolder('crash-drill');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('loses nothing and stores nothing twice when its processes are killed', async () => {
  const dataDir = join(folder, 'data');
  const report = await runCrashDrill({
    dataDir,
    kills: 3,
    processes: 1,
    awaitsJobs: false,
    report: createCrashReport(seed),
  });
  expect(report.losses).toEqual([]);
  expect(report.kills).toBe(3);
});
