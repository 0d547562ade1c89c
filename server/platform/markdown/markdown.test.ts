import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { hangLimitMs } from '#tests/support/hang-limit.ts';
import { isMachineBusy } from '../limited-pool.ts';
import { createMarkdown, TooComplexError } from './markdown.ts';

const publicUrl = 'http://localhost:8000';
const markdown = createMarkdown({ publicUrl, budgetMs: hangLimitMs });
const folder = mkdtempSync(join(tmpdir(), 'news-site-workers-'));
afterAll(async () => {
  await markdown.close();
  rmSync(folder, { recursive: true });
});

const htmlOf = async (text: string, account = 'a') => (await markdown.render(text, { account })).html;

it('renders in a worker', async () => {
  expect(await htmlOf('**да**')).toBe('<p><strong>да</strong></p>');
});

it('refuses a text that costs more than its length allows and renders the next one', async () => {
  await expect(htmlOf(']'.repeat(150_000))).rejects.toThrow(TooComplexError);
  expect(await htmlOf('дальше')).toBe('<p>дальше</p>');
});

it('refuses a text that takes too long and renders the next one', async () => {
  let deadline = new AbortController();
  let begun: Int32Array | undefined;
  const startDeadline = (flag: Int32Array) => {
    begun = flag;
    return deadline.signal;
  };
  const impatient = createMarkdown({ publicUrl, startDeadline, minCpuShare: 0 });
  const refused = expect(impatient.render('а\n\n'.repeat(700_000), { account: 'a' })).rejects.toThrow(
    TooComplexError,
  );
  await expect.poll(() => begun?.[0]).toBe(1);
  deadline.abort();
  await refused;
  deadline = new AbortController();
  expect((await impatient.render('дальше', { account: 'a' })).html).toBe('<p>дальше</p>');
  await impatient.close();
});

const neverStarts = join(folder, 'never-starts.mjs');
writeFileSync(neverStarts, 'await new Promise((done) => setTimeout(done, 2 ** 31 - 1));');

it('does not blame a text for a worker that has not started in time', async () => {
  const options = { worker: pathToFileURL(neverStarts), minCpuShare: 0, budgetMs: 10 };
  const late = createMarkdown({ publicUrl, ...options });
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

it('renders a small text of an author while six accounts send the most expensive texts', async () => {
  const busy = createMarkdown({ publicUrl, budgetMs: hangLimitMs });
  const expensive = '|a|\n|-|\n'.concat('|b|\n'.repeat(50_000));
  let settled = 0;
  const attacks = Array.from({ length: 6 }, (_, attacker) =>
    Array.from({ length: 3 }, async () => {
      await busy.render(expensive, { account: `attacker ${attacker}` }).catch(() => undefined);
      settled += 1;
    }),
  ).flat();
  expect((await busy.render('**да**', { account: 'author' })).html).toBe('<p><strong>да</strong></p>');
  expect(settled).toBeLessThan(attacks.length);
  await busy.close();
  await Promise.all(attacks);
});
