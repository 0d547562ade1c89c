import type { Page } from 'playwright-core';

const sourceTextbox = (page: Page) =>
  page.getByRole('textbox', { name: 'Текст статьи *, исходный текст в Markdown' });
const toggleSource = (page: Page) => page.getByRole('button', { name: 'Исходный текст (Markdown)' }).click();

/** The rich text editor of the post form. */
export const contentEditor = (page: Page) =>
  page.getByRole('textbox', { name: 'Текст статьи *', exact: true });

/** Opens the panel with everything about a post but its title and text. */
export const openSettings = (page: Page) => page.getByRole('button', { name: 'Параметры статьи' }).click();

/** Publishes the post of the form through its panel. */
export async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Опубликовать…' }).click();
  const panel = page.getByRole('dialog', { name: 'Параметры статьи' });
  await panel.getByRole('button', { name: 'Опубликовать', exact: true }).click();
}

/** Saves the form as a draft at once, as when the network is back; otherwise it waits for a pause of two seconds. */
export async function saveNow(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page
    .getByText(/^Сохранено в /)
    .first()
    .waitFor();
}

/** Replaces the content of the editor with this Markdown. */
export async function writeMarkdown(page: Page, markdown: string): Promise<void> {
  await toggleSource(page);
  await sourceTextbox(page).fill(markdown);
  await toggleSource(page);
  await contentEditor(page).waitFor();
}

/** Reads the content of the editor as Markdown. */
export async function readMarkdown(page: Page): Promise<string> {
  await toggleSource(page);
  const markdown = await sourceTextbox(page).inputValue();
  await toggleSource(page);
  return markdown;
}
