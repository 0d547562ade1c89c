import type { Page } from 'playwright-core';

const source = (page: Page) =>
  page.getByRole('textbox', { name: 'Текст статьи *, исходный текст в Markdown' });
const toggleSource = (page: Page) => page.getByRole('button', { name: 'Исходный текст (Markdown)' }).click();

/** The text of an article as it is written, in the editor of the post form. */
export const articleText = (page: Page) => page.getByRole('textbox', { name: 'Текст статьи *', exact: true });

/** Replaces the text of an article by this Markdown. */
export async function writeMarkdown(page: Page, markdown: string): Promise<void> {
  await toggleSource(page);
  await source(page).fill(markdown);
  await toggleSource(page);
  await articleText(page).waitFor();
}

/** The text of an article in Markdown. */
export async function readMarkdown(page: Page): Promise<string> {
  await toggleSource(page);
  const markdown = await source(page).inputValue();
  await toggleSource(page);
  return markdown;
}
