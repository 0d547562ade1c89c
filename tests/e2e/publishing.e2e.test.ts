import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { openSettings } from '#tests/support/post-editor.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let author: TestUser;
let page: Page;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
  author = await app.createUser();
  page = await openPageAs(browser, app, { path: '/categories', user: author });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const content = 'Последний рейс уходит в час ночи, и вагон почти пуст. '.repeat(3);
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('schedules a post in Moscow time, lists it among own posts and hides it from readers', async () => {
  await page.goto(`${app.origin}/posts/create`);
  await page.getByRole('textbox', { name: 'Заголовок статьи *' }).fill('На утро');
  await page.getByRole('textbox', { name: 'Текст статьи *' }).fill(content);
  await openSettings(page);
  await page.getByText('Категория не выбрана').waitFor();
  await page.getByLabel('Опубликовать позже').check();
  await button('Запланировать').click();
  await page.getByText('Выберите время в будущем.').waitFor();
  await page.getByLabel('Дата и время (по Москве)').fill('2099-01-05T09:30');
  await button('Запланировать').click();
  await page.getByText('Статья выйдет 5 января 2099, 09:30 по московскому времени.').waitFor();
  await page.waitForURL('**/posts/na-utro');
  const { body } = await app.call('getPost', { as: author, params: { slug: 'na-utro' } });
  expect(body).toMatchObject({ status: 'draft', publish_at: '2099-01-05T06:30:00.000Z' });
  expect((await app.call('getPost', { params: { slug: 'na-utro' } })).status).toBe(404);

  await page.goto(`${app.origin}/posts/my`);
  await page.getByText('Выйдет 5 января 2099, 09:30').waitFor();
  await page.goto(`${app.origin}/posts/na-utro/edit`);
  expect(await page.getByLabel('Дата и время (по Москве)').inputValue()).toBe('2099-01-05T09:30');
});

it('shows the changes of a revision and restores it', async () => {
  const { slug } = await app.createPost(author, { title: 'Трамвай', content: `${content}Идёт дождь.` });
  const change = (text: string) =>
    app.call('updatePost', { as: author, params: { slug }, body: { content: content + text } });
  await change('Идёт снег.');
  await page.goto(`${app.origin}/posts/${slug}/edit`);
  await openSettings(page);
  await page.getByRole('link', { name: 'История изменений' }).click();
  await page.getByRole('heading', { name: /^Версия от / }).waitFor();
  const marked = (name: 'deletion' | 'insertion') => page.getByRole(name).last().textContent();
  expect([await marked('deletion'), await marked('insertion')]).toEqual([
    'Удалено: дождь',
    'Добавлено: снег',
  ]);

  await change('Идёт град.');
  await button('Вернуть эту версию').click();
  await page.getByText('Пока вы редактировали, статью изменили.').waitFor();
  await expect.poll(() => marked('insertion')).toBe('Добавлено: град');
  await page.getByRole('navigation', { name: 'Версии' }).getByRole('link').last().click();
  await expect.poll(() => marked('deletion')).toBe('Удалено: дождь');
  await button('Вернуть эту версию').click();
  await page.waitForURL(`**/posts/${slug}`);
  await page.getByText('Идёт дождь.').waitFor();
});

it('redirects users without permission to the post', async () => {
  const { slug } = await app.createPost(await app.createUser(), { content });
  await page.goto(`${app.origin}/posts/${slug}/revisions`);
  await page.getByText('У вас нет прав на просмотр истории этого поста').first().waitFor();
  await page.waitForURL(`**/posts/${slug}`);
});
