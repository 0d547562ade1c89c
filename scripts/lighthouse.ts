import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { browserProgram } from '../tests/support/browser.ts';
import { startDemoSite } from './demo-site.ts';

/**
 * Runs Lighthouse on the reading pages as a phone: the median of five runs of each must be 100 in every category. `npm
 * run lighthouse -- RUNS` changes the number of runs. The reports go to `build/lighthouse/`.
 */
const runs = Number(process.argv[2] ?? 5);
const pages = { home: '/', list: '/posts', post: '/posts/posledniy-vagon', category: '/categories/gorod' };
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const pictureVariantsLimitMs = 120_000;
const folder = resolve(import.meta.dirname, '../build/lighthouse');

type Scores = Record<(typeof categories)[number], number>;

async function measure(url: string, name: string): Promise<Scores> {
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
      onlyCategories: [...categories],
      logLevel: 'error',
    });
    if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'no result');
    writeFileSync(resolve(folder, `${name}.json`), result.report as string);
    const scores = categories.map((id) => [id, Math.round((result.lhr.categories[id]?.score ?? 0) * 100)]);
    return Object.fromEntries(scores);
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

const site = await startDemoSite();
mkdirSync(folder, { recursive: true });
let failed = 0;
try {
  for (const path of Object.values(pages)) await waitForPictureVariants(site.origin + path);
  for (const [name, path] of Object.entries(pages)) {
    const measured: Scores[] = [];
    for (let run = 1; run <= runs; run += 1)
      measured.push(await measure(site.origin + path, `${name}-${run}`));
    const medians = categories.map((id) => ({ id, score: median(measured.map((scores) => scores[id])) }));
    const isPerfect = medians.every(({ score }) => score === 100);
    if (!isPerfect) failed += 1;
    const summary = medians.map(({ id, score }) => `${id} ${score}`).join(', ');
    console.log(`${isPerfect ? '✓' : '✗'} ${name}: ${summary}`);
  }
} finally {
  await site.stop();
}
console.log(`\n${Object.keys(pages).length - failed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
