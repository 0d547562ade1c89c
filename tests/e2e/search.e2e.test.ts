import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let author: TestUser;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  author = await app.createUser({ username: 'vera' });
  await app.call('updateProfile', { as: author, body: { first_name: 'Вера', last_name: 'Калинина' } });
  const city = await app.createCategory('Городская жизнь');
  const create = (title: string, content: string) =>
    app.createPost(author, { title, content, category: city.id });
  await create('Ночной трамвай', 'Вагон Т-34 идёт через мосты. Зелёная ёлка стоит у депо до января.');
  await create('Учительница географии', 'Она летала на север и покупала там карты.');
  await create('Дневной автобус', 'Автобус и трамвай: ночной рейс отменён.');
  await app.runJobs();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

/** A query of each class, and the article that it leads to. */
const classes: Array<[name: string, query: string, title: string]> = [
  ['forms', 'вагоном', 'Ночной трамвай'],
  ['related words', 'полёт', 'Учительница географии'],
  ['keyboard layout', 'exbntkmybwf', 'Учительница географии'],
  ['typing errors', 'учитильница', 'Учительница географии'],
  ['е for ё', 'зеленые елки', 'Ночной трамвай'],
  ['hyphens and numbers', 'т-34', 'Ночной трамвай'],
  ['prefixes', 'геогр', 'Учительница географии'],
  ['several words', 'север карты', 'Учительница географии'],
  ['phrases', '«ночной трамвай»', 'Ночной трамвай'],
  ['excluded words', 'трамвай -автобус', 'Ночной трамвай'],
  ['names', 'автор:Калинина география', 'Учительница географии'],
];

const box = (page: Page) => page.getByRole('banner').getByRole('combobox').and(page.locator(':visible'));
/** Opens the box of a phone; a press before hydration has no effect. */
async function openBox(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Открыть поиск' });
  const open = async () => {
    if (await button.isVisible()) await button.click();
    return box(page).isVisible();
  };
  await expect.poll(open).toBe(true);
}
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

async function pressUntil(page: Page, key: string, isReached: () => Promise<boolean>): Promise<void> {
  for (let count = 0; count < 60 && !(await isReached()); count += 1) await page.keyboard.press(key);
  expect(await isReached()).toBe(true);
}

/** Each journey starts on the article that the one before has opened. */
describe('from the box of the header to the article', () => {
  let phone: Page;
  let desktop: Page;
  beforeAll(async () => {
    phone = await openPageAs(browser, app, { path: '/about', width: 390 });
    desktop = await openPageAs(browser, app, { path: '/about' });
  });

  const resultOf = (page: Page, title: string) =>
    page.getByRole('main').getByRole('link', { name: title, exact: true });
  async function waitForArticle(page: Page, title: string) {
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page.waitForURL((url) => url.search === '');
  }

  it.each(classes)('by touch on a phone: %s', async (_, query, title) => {
    await openBox(phone);
    await box(phone).fill(query);
    await box(phone).press('Enter');
    await phone.getByRole('heading', { level: 1, name: `Поиск: ${query}`, exact: true }).waitFor();
    await resultOf(phone, title).click();
    await waitForArticle(phone, title);
  });

  it.each(classes)('with the keyboard alone: %s', async (_, query, title) => {
    await pressUntil(desktop, 'Shift+Tab', () => isFocused(box(desktop)));
    await desktop.keyboard.press('Control+A');
    await desktop.keyboard.type(query);
    await desktop.keyboard.press('Enter');
    await desktop.getByRole('heading', { level: 1, name: `Поиск: ${query}`, exact: true }).waitFor();
    const result = resultOf(desktop, title);
    await pressUntil(desktop, 'Tab', () => isFocused(result));
    await desktop.keyboard.press('Enter');
    await waitForArticle(desktop, title);
  });

  const lookalikes = ['картон', 'вагранка', 'депозит'];
  const waitForNothing = (page: Page, query: string) =>
    page.getByText(`По запросу «${query}» ничего не нашлось`).waitFor();

  it.each(lookalikes)('by touch to no article: %s only looks like a word of one', async (query) => {
    await openBox(phone);
    await box(phone).fill(query);
    await box(phone).press('Enter');
    await waitForNothing(phone, query);
  });

  it.each(lookalikes)('with the keyboard to no article: %s only looks like a word of one', async (query) => {
    await pressUntil(desktop, 'Shift+Tab', () => isFocused(box(desktop)));
    await desktop.keyboard.press('Control+A');
    await desktop.keyboard.type(query);
    await desktop.keyboard.press('Enter');
    await waitForNothing(desktop, query);
  });
});

describe('suggestions', () => {
  const options = (page: Page) => page.getByRole('listbox', { name: 'Подсказки поиска' }).getByRole('option');

  it('are chosen with the arrow keys, and Escape closes them before the panel', async () => {
    const page = await openPageAs(browser, app, { path: '/about', width: 390 });
    await openBox(page);
    await box(page).pressSequentially('вер');
    await options(page).filter({ hasText: 'Вера Калинина' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => options(page).count()).toBe(0);
    expect(await box(page).getAttribute('aria-expanded')).toBe('false');
    expect(await box(page).inputValue()).toBe('вер');
    await box(page).fill('трамв');
    await options(page).filter({ hasText: 'Ночной трамвай' }).waitFor();
    await page.keyboard.press('ArrowDown');
    const selected = options(page).and(page.locator('[aria-selected=true]'));
    await expect.poll(() => selected.textContent()).toBe('Ночной трамвай');
    expect(await box(page).getAttribute('aria-activedescendant')).toBe(await selected.getAttribute('id'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ночной трамвай' }).waitFor();
    await page.context().close();
  });

  it('repeat the last searches of the device until the reader logs out', async () => {
    const page = await openPageAs(browser, app, { path: '/about', user: await app.createUser() });
    await box(page).focus();
    await box(page).fill('мосты');
    await options(page).filter({ hasText: 'Все результаты: мосты' }).click();
    await page.getByRole('heading', { level: 1, name: 'Поиск: мосты' }).waitFor();
    await box(page).fill('');
    await expect.poll(() => options(page).allTextContents()).toEqual(['мосты', 'Очистить историю поиска']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Меню: / }).click();
    await page.getByRole('menuitem', { name: 'Выйти' }).click();
    await page.waitForURL(`${app.origin}/`);
    expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull();
    await page.context().close();
  });
});

it('works without scripts, with filters and tabs in the address', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'ru-RU' });
  const page = await context.newPage();
  await page.goto(`${app.origin}/posts?search=трамвай`);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
  expect(await page.getByRole('main').locator('mark').first().textContent()).toMatch(/трамвай/i);
  await page.getByLabel('Автор').fill('vera');
  await page.getByLabel('По какой день').fill('2001-01-01');
  await page.getByRole('button', { name: 'Применить' }).click();
  await page.getByText('Возможно, мешают фильтры: попробуйте искать без них.').waitFor();
  await page.getByRole('link', { name: 'Искать без фильтров' }).click();
  await page.getByText('Найдено 2 статьи').waitFor();
  await page
    .getByRole('navigation', { name: 'Где искать' })
    .getByRole('link', { name: /^Категории/ })
    .click();
  await page.waitForURL(/tab=categories/);
  await page.getByText('Здесь ничего не нашлось').waitFor();
  await context.close();
});
