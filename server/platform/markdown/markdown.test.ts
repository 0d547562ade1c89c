import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { createMarkdown, isMachineBusy, TooComplexError } from './markdown.ts';

const markdown = createMarkdown({ publicUrl: 'http://localhost:8000', minCpuShare: 0 });
const folder = mkdtempSync(join(tmpdir(), 'news-site-workers-'));
afterAll(async () => {
  await markdown.close();
  rmSync(folder, { recursive: true });
});

/** Repeats a render whose worker has not started in time, as clients do after 503. */
async function renderRepeatedly(text: string, account: string): Promise<string> {
  try {
    return (await markdown.render(text, { account })).html;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'unavailable') return renderRepeatedly(text, account);
    throw error;
  }
}

it('renders in a worker', async () => {
  expect(await renderRepeatedly('**да**', 'a')).toBe('<p><strong>да</strong></p>');
});

it.each([
  ['costs more than its length allows', ']'.repeat(150_000)],
  ['takes too long', 'а\n\n'.repeat(700_000)],
])('refuses a text that %s and renders the next one', { timeout: 30_000 }, async (_what, text) => {
  await expect(renderRepeatedly(text, 'a')).rejects.toThrow(TooComplexError);
  expect(await renderRepeatedly('дальше', 'a')).toBe('<p>дальше</p>');
});

const neverStarts = join(folder, 'never-starts.mjs');
writeFileSync(neverStarts, 'await new Promise((done) => setTimeout(done, 1e6));');

it('does not blame a text for a worker that has not started in time', async () => {
  const options = { worker: pathToFileURL(neverStarts), minCpuShare: 0, budgetMs: 10 };
  const late = createMarkdown({ publicUrl: 'http://localhost:8000', ...options });
  try {
    await expect(late.render('да', { account: 'a' })).rejects.toMatchObject({ kind: 'unavailable' });
  } finally {
    await late.close();
  }
});

it('does not blame a text for a machine that lets its worker wait', () => {
  expect(isMachineBusy({ hasBegun: true, cpuMs: 2_249 }, 2_250)).toBe(true);
  expect(isMachineBusy({ hasBegun: true, cpuMs: 2_250 }, 2_250)).toBe(false);
});

it('renders a small text of an author while six accounts send the most expensive texts', {
  timeout: 120_000,
}, async () => {
  const expensive = '|a|\n|-|\n'.concat('|b|\n'.repeat(50_000));
  let refused = 0;
  const attacks = Array.from({ length: 6 }, (_, attacker) =>
    Array.from({ length: 3 }, () =>
      markdown.render(expensive, { account: `attacker ${attacker}` }).catch(() => {
        refused += 1;
      }),
    ),
  ).flat();
  expect(await renderRepeatedly('**да**', 'author')).toBe('<p><strong>да</strong></p>');
  expect(refused).toBeLessThan(attacks.length);
  await Promise.all(attacks);
});
