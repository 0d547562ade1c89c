import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessTokenTtlSeconds } from '#server/features/accounts/access-token.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { publish, writeMarkdown } from '#tests/support/post-editor.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let offset = 0;
const problems: string[] = [];

beforeAll(async () => {
  app = await createTestApp({ withPages: true, clock: { now: () => new Date(Date.now() + offset) } });
  await app.createCategory('Город');
  browser = await openBrowser();
  context = await browser.newContext({
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1280, height: 900 },
  });
  page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== app.origin && !request.url().startsWith('blob:') && !request.url().startsWith('data:'))
      problems.push(`foreign: ${request.url()}`);
    if (pathname.endsWith('.data') || pathname === '/__manifest') problems.push(`data request: ${pathname}`);
  });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const title = 'Ночной трамвай идёт через мост';
const paragraph = 'Последний рейс уходит в час ночи, и вагон почти пуст.';
const content = `## Час ночи\n\n${paragraph} **Кондуктор** дремлет у окна, а за стеклом тянутся огни набережной и тёмная вода.`;

const isLoggedIn = async (): Promise<boolean> =>
  (await context.cookies()).some(({ name }) => name === 'refresh_token');
const text = (value: string) => page.getByText(value, { exact: true }).first();

it('registers', async () => {
  await page.goto(`${app.origin}/`);
  await page.getByRole('banner').getByRole('link', { name: 'Регистрация' }).click();
  await page.waitForURL('**/register');
  await expect.poll(() => page.title()).toBe('Регистрация | News Site');
  await page.getByLabel('Имя пользователя *').fill('kondratyev');
  await page.getByLabel('Email адрес *').fill('kondratyev@example.com');
  await page.getByLabel('Имя', { exact: true }).fill('Илья');
  await page.getByLabel('Фамилия').fill('Кондратьев');
  await page.getByLabel('Пароль *', { exact: true }).fill('Трамвай №5 в депо');
  await page.getByLabel('Подтверждение пароля *').fill('Трамвай №5 в депо');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Создать аккаунт' }).click();
  await text('Аккаунт успешно создан! Добро пожаловать!').waitFor();
  await page.waitForURL(`${app.origin}/`);
  expect(await isLoggedIn()).toBe(true);
});

it('writes a post in Markdown', async () => {
  await page.goto(`${app.origin}/posts/create`);
  await page.getByLabel('Заголовок статьи *').fill(title);
  await writeMarkdown(page, content);
  await publish(page);
  await text('Статья успешно опубликована!').waitFor();
  await page.waitForURL('**/posts/nochnoy-tramvay-idyot-cherez-most');
  await expect.poll(() => page.title()).toBe(`${title} | News Site`);
  await page.getByRole('heading', { name: 'Час ночи' }).waitFor();
  await page.locator('article strong', { hasText: 'Кондуктор' }).waitFor();
});

it('shows the post on the home page and on its own page with scripts off', async () => {
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'ru-RU' });
  const reader = await plain.newPage();
  await reader.goto(`${app.origin}/`);
  await reader.getByRole('link', { name: title }).first().click();
  await reader.waitForURL('**/posts/nochnoy-tramvay-idyot-cherez-most');
  expect(await reader.getByRole('heading', { level: 1 }).textContent()).toContain(title);
  expect(await reader.getByText(paragraph).count()).toBe(1);
  expect(await reader.getByText('Загрузка...').isVisible()).toBe(false);
  await reader.goto(`${app.origin}/posts`);
  // Searches find what a job has analysed.
  await app.runJobs();
  await reader.getByRole('banner').getByRole('combobox').first().fill('трамваи');
  await reader.keyboard.press('Enter');
  await reader.waitForURL('**/posts?*search=*');
  expect(await reader.getByRole('link', { name: title }).count()).toBeGreaterThan(0);
  await plain.close();
});

it('comments and replies', async () => {
  await page.getByPlaceholder('Оставьте ваш комментарий...').fill('А кто водит последний рейс?');
  await page.getByRole('button', { name: 'Отправить' }).click();
  await page.getByText('Комментарий добавлен').first().waitFor();
  await page
    .getByRole('button', { name: /^Ответить/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: /Ответ/ }).fill('Женщина по имени Вера.');
  // The reply is shown optimistically: the reload must wait for the response.
  const replyResponse = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/v1/comments/'),
  );
  await page.getByRole('button', { name: 'Отправить' }).last().click();
  await page.getByText('Комментарии (2)').waitFor();
  expect((await replyResponse).status()).toBe(201);

  // During hydration the heading shows this number and no other, and does not disappear.
  await page.addInitScript(() => {
    const counts: (string | null)[] = [];
    Object.assign(window, { counts });
    new MutationObserver(() => {
      const heading = document.querySelector('#comments h2')?.textContent ?? null;
      if (heading !== (counts.at(-1) ?? null)) counts.push(heading);
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  await page.reload();
  await page.getByText('Женщина по имени Вера.').first().waitFor();
  await page
    .getByRole('button', { name: /^Ответить/ })
    .first()
    .waitFor();
  expect(await page.evaluate(() => (window as unknown as { counts: string[] }).counts)).toEqual([
    'Комментарии (2)',
  ]);
});

it('survives a reload and an expired access token with exactly one refresh', async () => {
  const refreshes: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/token/refresh/')) refreshes.push(response.status());
  });
  await page.reload();
  await page
    .getByRole('button', { name: /Илья Кондратьев/ })
    .first()
    .waitFor();
  expect(refreshes).toEqual([]);

  offset = (accessTokenTtlSeconds + 60) * 1000;
  await page.reload();
  await page
    .getByRole('button', { name: /Илья Кондратьев/ })
    .first()
    .waitFor();
  await page.getByPlaceholder('Оставьте ваш комментарий...').fill('И после перезагрузки.');
  await page.getByRole('button', { name: 'Отправить' }).first().click();
  await page.getByText('Комментарии (3)').first().waitFor();
  expect(refreshes).toEqual([200]);
});

it('logs out and in again', async () => {
  await page
    .getByRole('button', { name: /Илья Кондратьев/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Выйти' }).click();
  await text('Вы успешно вышли из системы').waitFor();
  await page.waitForURL(`${app.origin}/`);
  expect(await isLoggedIn()).toBe(false);
  await page.goto(`${app.origin}/posts/create`);
  await page.waitForURL('**/login?redirect=%2Fposts%2Fcreate');
  await page.getByLabel('Email адрес').fill('kondratyev@example.com');
  await page.getByLabel('Пароль', { exact: true }).fill('Трамвай №5 в депо');
  await page.getByRole('button', { name: 'Войти' }).last().click();
  await page.waitForURL('**/posts/create');
  expect(await isLoggedIn()).toBe(true);
});

it('logs no error, sends no request to another origin and requests no router data', () => {
  const expected = /status of 401/;
  expect(problems.filter((problem) => !expected.test(problem))).toEqual([]);
});
