import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { axe } from '#tests/support/expect-accessible.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const focusedCase = (page: Page) => () =>
  page.evaluate(() => document.activeElement?.querySelector('h2')?.textContent ?? null);

it('leads from a report through the queue to a decision that its author reads, by keyboard', async () => {
  const author = await app.createUser();
  const reader = await app.createUser();
  const moderator = await app.createUser({ role: 'moderator' });
  const post = await app.createPost(author, { title: 'Продаю гараж' });
  const other = await app.createPost(author, { title: 'Прогулка' });
  await app.call('createReport', {
    as: reader,
    body: { target_kind: 'post', target: other.id, rule: 'falsehood' },
  });

  const readers = await openPageAs(browser, app, { path: `/posts/${post.slug}`, user: reader });
  await readers.getByRole('button', { name: 'Пожаловаться', exact: true }).press('Enter');
  await readers.getByLabel('Своими словами').fill('Объявление');
  expect((await axe(readers).analyze()).violations).toEqual([]);
  await readers.getByRole('button', { name: 'Передать модераторам' }).press('Enter');
  await readers.getByText('Жалобу рассмотрят модераторы').waitFor();
  await readers.context().close();

  const page = await openPageAs(browser, app, { path: '/staff/reports', user: moderator });
  const first = page.getByRole('article', { name: 'Прогулка' });
  await first.focus();
  expect((await axe(page).analyze()).violations).toEqual([]);
  await page.keyboard.press('j');
  await expect.poll(focusedCase(page)).toBe('Продаю гараж');
  await page.keyboard.press('k');
  await expect.poll(focusedCase(page)).toBe('Прогулка');
  await page.keyboard.press('l');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Оставить' }).press('Enter');
  await first.waitFor({ state: 'detached' });
  await expect.poll(focusedCase(page)).toBe('Продаю гараж');
  await page.keyboard.press('h');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Причина').fill('Здесь не доска объявлений');
  await dialog.getByRole('button', { name: 'Скрыть' }).press('Enter');
  await page.getByText('Жалоб нет').waitFor();
  expect((await app.fetch(`/posts/${post.slug}`)).status).toBe(404);
  await page.context().close();

  const authors = await openPageAs(browser, app, { path: '/decisions', user: author });
  await authors.getByText('Здесь не доска объявлений').waitFor();
  await authors.getByRole('heading', { name: 'Текст оставлен' }).waitFor();
  await authors.context().close();
});

it('leads from a case to a sanction of its author, which closes the case', async () => {
  const author = await app.createUser();
  const moderator = await app.createUser({ role: 'moderator' });
  const reader = await app.createUser();
  const post = await app.createPost(author, { title: 'Опять реклама' });
  await app.call('createReport', {
    as: reader,
    body: { target_kind: 'post', target: post.id, rule: 'spam' },
  });
  const page = await openPageAs(browser, app, { path: '/staff/reports', user: moderator });
  await page.getByRole('article', { name: 'Опять реклама' }).focus();
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Вынести санкцию' }).press('Enter');
  await page.getByLabel('Причина').fill('Третья реклама подряд');
  await page.getByRole('dialog').locator('[type=submit]').press('Enter');
  await page.waitForURL('**/staff/reports');
  await page.getByText('Жалоб нет').waitFor();
  const { results } = (await app.call('listMyDecisions', { as: author })).body;
  expect(results).toMatchObject([{ action: 'warning', reason: 'Третья реклама подряд' }]);
});
