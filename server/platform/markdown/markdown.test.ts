import { afterAll, expect, it } from 'vitest';
import { createMarkdown, TooComplexError } from './markdown.ts';

const markdown = createMarkdown({ publicUrl: 'http://localhost:8000', minCpuShare: 0 });
afterAll(() => markdown.close());

it('renders in a worker', async () => {
  expect((await markdown.render('**да**', { account: 'a' })).html).toBe('<p><strong>да</strong></p>');
});

it.each([
  ['costs more than its length allows', ']'.repeat(150_000)],
  ['takes too long', 'а\n\n'.repeat(700_000)],
])('refuses a text that %s and renders the next one', { timeout: 30_000 }, async (_what, text) => {
  await expect(markdown.render(text, { account: 'a' })).rejects.toThrow(TooComplexError);
  expect((await markdown.render('дальше', { account: 'a' })).html).toBe('<p>дальше</p>');
});

it('does not blame a text for a worker that has not started in time', async () => {
  const hurried = createMarkdown({ publicUrl: 'http://localhost:8000', budgetMs: 1 });
  try {
    await expect(hurried.render('да', { account: 'a' })).rejects.toMatchObject({ kind: 'unavailable' });
  } finally {
    await hurried.close();
  }
});

it('does not blame a text for a machine that lets its worker wait', { timeout: 30_000 }, async () => {
  // More than a process can get: every time limit is the fault of the machine.
  const slow = createMarkdown({ publicUrl: 'http://localhost:8000', minCpuShare: 100 });
  try {
    const render = slow.render('а\n\n'.repeat(700_000), { account: 'a' });
    await expect(render).rejects.toMatchObject({ kind: 'unavailable' });
  } finally {
    await slow.close();
  }
});

it('renders a small text of an author while six accounts send the most expensive texts', {
  timeout: 120_000,
}, async () => {
  const expensive = '|a|\n|-|\n'.concat('|b|\n'.repeat(50_000));
  const attacks = Array.from({ length: 6 }, (_, attacker) =>
    Array.from({ length: 3 }, () =>
      markdown.render(expensive, { account: `attacker ${attacker}` }).catch(() => undefined),
    ),
  ).flat();
  expect((await markdown.render('**да**', { account: 'author' })).html).toBe('<p><strong>да</strong></p>');
  await Promise.all(attacks);
});
