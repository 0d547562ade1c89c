import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { correctionMaxLength } from '#contract/corrections.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { openSettings } from '#tests/support/post-editor.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let author: TestUser;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
  author = await app.createUser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const field = (page: Page) => page.getByLabel('Что исправлено');
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const countStored = async (slug: string): Promise<number> =>
  (await app.call('getPost', { params: { slug } })).body.corrections.length;

async function edit(slug: string, user = author): Promise<Page> {
  const page = await openPageAs(browser, app, { path: `/posts/${slug}/edit`, user });
  await openSettings(page);
  await page.getByText('Исправления для читателей').click();
  return page;
}

it('adds corrections to an article with their time, and deletes one after a confirmation', async () => {
  const { slug } = await app.createPost(author, { title: 'Мост' });
  const page = await edit(slug);
  expect(await button(page, 'Добавить исправление').isDisabled()).toBe(true);
  for (const text of ['Мост открыли в 1961 году.', 'Инженера звали Рейн.\nВторая строка.']) {
    await field(page).fill(text);
    await button(page, 'Добавить исправление').click();
    await expect.poll(() => field(page).inputValue()).toBe('');
  }
  await page.getByText('Исправления для читателей (2)').waitFor();

  const guest = await openPageAs(browser, app, { path: `/posts/${slug}` });
  const list = guest.getByRole('complementary', { name: 'Исправления' });
  expect(await list.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Исправлено: Мост открыли в\s1961\sгоду\.\n\d+ \S+ 20\d\d, \d\d:\d\d$/),
    expect.stringMatching(/^Исправлено: Инженера звали Рейн\.\nВторая строка\.\n/),
  ]);

  await button(page, 'Удалить исправление: Мост открыли в 1961 году.').click();
  await button(page, 'Оставить').click();
  expect(await countStored(slug)).toBe(2);
  await button(page, 'Удалить исправление: Мост открыли в 1961 году.').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
  await toast(page, 'Исправление удалено');
  await guest.reload();
  expect(await list.getByRole('listitem').count()).toBe(1);
  await guest.context().close();
  await page.context().close();
});

it('keeps the text of a correction that was not stored, and adds it once after a retry', async () => {
  const { slug } = await app.createPost(author);
  const page = await edit(slug);
  // The request reaches the server, but the browser gets no response.
  await page.route(
    '**/corrections/',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await field(page).fill('Год был другой.');
  await button(page, 'Добавить исправление').click();
  await page
    .getByText(/^Не удается подключиться к серверу/)
    .first()
    .waitFor();
  expect(await field(page).inputValue()).toBe('Год был другой.');
  await button(page, 'Добавить исправление').click();
  await toast(page, 'Исправление добавлено к статье');
  expect(await countStored(slug)).toBe(1);
  await field(page).fill('я'.repeat(correctionMaxLength + 1));
  await button(page, 'Добавить исправление').click();
  await expect.poll(() => field(page).getAttribute('aria-invalid')).toBe('true');
  expect(await countStored(slug)).toBe(1);
  await page.context().close();
});

it('has no form for a draft', async () => {
  const { slug } = await app.createPost(author, { status: 'draft' });
  const page = await openPageAs(browser, app, { path: `/posts/${slug}/edit`, user: author });
  await page.getByRole('textbox', { name: 'Заголовок статьи *' }).waitFor();
  expect(await page.getByText('Исправления для читателей').count()).toBe(0);
  await page.context().close();
});
