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

const expectAccessible = async (page: Page) => expect((await axe(page).analyze()).violations).toEqual([]);

it('leads from rules that are tried first to texts that wait, and to their authors, by keyboard', async () => {
  const author = await app.createUser();
  const editor = await app.createUser({ role: 'administrator' });
  const post = await app.createPost(editor, { title: 'Прогулка' });
  await app.createPost(author, { title: 'Наше казино' });

  const rules = await openPageAs(browser, app, { path: '/staff/publication', user: editor });
  await rules.getByLabel('Стоп-слова').fill('казин*');
  await rules.getByLabel('Ссылок новичка в день').fill('много');
  await rules.getByRole('button', { name: 'Сохранить правила' }).press('Enter');
  await rules.getByText('Укажите целое число.').waitFor();
  await rules.getByLabel('Ссылок новичка в день').fill('50');
  await rules.getByRole('radio', { name: 'Тексты новичков — после проверки' }).check({ force: true });
  await rules.getByRole('button', { name: 'Проверить на текстах недели' }).press('Enter');
  await rules.getByText('Например: Наше казино').waitFor();
  await expectAccessible(rules);
  await rules.getByRole('button', { name: 'Сохранить правила' }).press('Enter');
  await rules.getByText('Стоп-слова: убрано — нет; добавлено — казин*').waitFor();
  await rules.context().close();

  const writer = await openPageAs(browser, app, { path: `/posts/${post.slug}`, user: author });
  await writer.getByLabel('Ваш комментарий').fill('Красиво!');
  await writer.getByRole('button', { name: 'Отправить' }).press('Enter');
  await writer.getByText('На проверке').waitFor();
  await expectAccessible(writer);
  await writer.context().close();
  await app.createPost(author, { title: 'Ещё прогулка' });

  const mine = await openPageAs(browser, app, { path: '/posts/my', user: author });
  await mine.getByText('На проверке').waitFor();
  await mine.getByRole('link', { name: 'Ещё прогулка', exact: true }).click();
  await mine.getByText('На проверке у модератора').waitFor();
  await mine.context().close();

  const page = await openPageAs(browser, app, { path: '/staff/waiting', user: editor });
  const comment = page.getByRole('article', { name: 'К статье: Прогулка' });
  await comment.focus();
  await expectAccessible(page);
  await page.keyboard.press('p');
  await comment.waitFor({ state: 'detached' });
  const text = page.getByRole('article', { name: 'Ещё прогулка' });
  await expect.poll(() => text.evaluate((row) => row === document.activeElement)).toBe(true);
  await page.keyboard.press('x');
  await page.getByText('Выбрано: 1').waitFor();
  await page.getByRole('button', { name: 'Скрыть выбранные' }).press('Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Причина').fill('Повтор');
  await dialog.getByRole('button', { name: 'Скрыть' }).press('Enter');
  await page.getByText('Ничего не ждёт проверки').waitFor();
  await page.context().close();

  const decisions = await openPageAs(browser, app, { path: '/decisions', user: author });
  await decisions.getByText('Повтор').waitFor();
  await decisions.context().close();
});
