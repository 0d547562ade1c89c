import { afterAll, expect, it } from 'vitest';
import { createMarkdown, TooComplexError } from './markdown.ts';

const markdown = createMarkdown({ publicUrl: 'http://localhost:8000' });
afterAll(() => markdown.close());

it('renders in a thread', async () => {
  expect((await markdown.render('**да**')).html).toBe('<p><strong>да</strong></p>');
});

it('gives up on a text made to keep the parser busy, and goes on with the next', {
  timeout: 20_000,
}, async () => {
  await expect(markdown.render(']'.repeat(150_000))).rejects.toThrow(TooComplexError);
  expect((await markdown.render('дальше')).html).toBe('<p>дальше</p>');
});
