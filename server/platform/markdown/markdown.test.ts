import { afterAll, expect, it } from 'vitest';
import { createMarkdown, TooComplexError } from './markdown.ts';

const markdown = createMarkdown({ publicUrl: 'http://localhost:8000' });
afterAll(() => markdown.close());

it('renders in a thread', async () => {
  expect((await markdown.render('**да**')).html).toBe('<p><strong>да</strong></p>');
});

it.each([
  ['costs more than its length allows', ']'.repeat(150_000)],
  ['takes too long', 'а\n\n'.repeat(700_000)],
])('gives up on a text that %s, and goes on with the next', { timeout: 30_000 }, async (_what, text) => {
  await expect(markdown.render(text)).rejects.toThrow(TooComplexError);
  expect((await markdown.render('дальше')).html).toBe('<p>дальше</p>');
});
