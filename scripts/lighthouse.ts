import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { browserProgram, launchBrowser } from '../tests/support/browser.ts';
import { startDemoSite } from './demo-site.ts';
import { interactionToNextPaint } from './interactions.ts';

/**
 * Runs Lighthouse on the reading pages as a phone, then uses each page on a phone of the same speed. The medians of five
 * runs must keep the budgets below. `npm run lighthouse -- RUNS` changes the number of runs. The reports go to
 * `build/lighthouse/`.
 */
const runs = Number(process.argv[2] ?? 5);
const pages = { home: '/', list: '/posts', post: '/posts/posledniy-vagon', category: '/categories/gorod' };
const pictureVariantsLimitMs = 120_000;
const folder = resolve(import.meta.dirname, '../build/lighthouse');

/** Scores of 100 at most, times in milliseconds; a layout shift below 0.001 is one that nobody sees. */
type Measured = Record<
  'performance' | 'accessibility' | 'best-practices' | 'seo' | 'fcp' | 'lcp' | 'tbt' | 'cls' | 'inp',
  number
>;
const leastScores: Partial<Measured> = {
  performance: 97,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
};
const limits: Partial<Measured> = { cls: 0.001, inp: 200 };

async function measure(url: string, name: string): Promise<Omit<Measured, 'inp'>> {
  const { executablePath, args, env } = await browserProgram();
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: ['--headless', ...args],
    envVars: env,
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      output: 'json',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
      logLevel: 'error',
    });
    if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'no result');
    writeFileSync(resolve(folder, `${name}.json`), result.report as string);
    const { categories, audits } = result.lhr;
    const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
    const metric = (id: string) => audits[id]?.numericValue ?? Number.NaN;
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      fcp: Math.round(metric('first-contentful-paint')),
      lcp: Math.round(metric('largest-contentful-paint')),
      tbt: Math.round(metric('total-blocking-time')),
      cls: metric('cumulative-layout-shift'),
    };
  } finally {
    chrome.kill();
  }
}

/** A new site first creates the smaller files of its pictures; until then its pages show the originals. */
async function waitForPictureVariants(url: string): Promise<void> {
  const deadline = Date.now() + pictureVariantsLimitMs;
  while (/<picture[^>]*><img/.test(await (await fetch(url)).text())) {
    if (Date.now() > deadline) throw new Error(`the pictures of ${url} are not ready`);
    await sleep(500);
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function mediansOf(measured: Measured[]): Measured {
  const names = Object.keys(measured[0] ?? {}) as (keyof Measured)[];
  return Object.fromEntries(
    names.map((name) => [name, median(measured.map((run) => run[name]))]),
  ) as Measured;
}

const isWithinBudgets = (medians: Measured): boolean =>
  (Object.entries(leastScores) as [keyof Measured, number][]).every(
    ([name, least]) => medians[name] >= least,
  ) && (Object.entries(limits) as [keyof Measured, number][]).every(([name, limit]) => medians[name] < limit);

const site = await startDemoSite();
const browser = await launchBrowser();
mkdirSync(folder, { recursive: true });
let failed = 0;
try {
  for (const path of Object.values(pages)) await waitForPictureVariants(site.origin + path);
  for (const [name, path] of Object.entries(pages)) {
    const measured: Measured[] = [];
    for (let run = 1; run <= runs; run += 1)
      measured.push({
        ...(await measure(site.origin + path, `${name}-${run}`)),
        inp: await interactionToNextPaint(browser, site.origin + path),
      });
    const medians = mediansOf(measured);
    const isWithin = isWithinBudgets(medians);
    if (!isWithin) failed += 1;
    const summary = Object.entries({ ...medians, cls: medians.cls.toFixed(3) })
      .map(([metric, value]) => `${metric} ${value}`)
      .join(', ');
    console.log(`${isWithin ? '✓' : '✗'} ${name}: ${summary}`);
  }
} finally {
  await browser.close();
  await site.stop();
}
console.log(`\n${Object.keys(pages).length - failed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
