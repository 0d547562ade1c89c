import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let page: Page;
let city: { id: number; slug: string };

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
  const author = await app.createUser();
  city = await app.createCategory('Город');
  const section = (name: string) =>
    `## ${name}\n\n${'Вагон почти пуст, и за стеклом тянутся огни. '.repeat(30)}`;
  const content = ['Депо', 'Мост', 'Заводская'].map(section).join('\n\n');
  // In batches of ten: fast without overloading the server.
  for (let tens = 0; tens < 40; tens += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        app.createPost(author, {
          title: `Рейс ${tens + index}`,
          content,
          category: tens < 20 ? city.id : undefined,
        }),
      ),
    );
  // Searches find what a job has analysed.
  await app.runJobs();
  // The publication order follows the numbers in the titles.
  await sql`update posts set created_at = now() - interval '1 hour' + substring(title from '[0-9]+')::int * interval '1 minute'`.execute(
    app.db,
  );
  page = await openPage();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

async function openPage(reducedMotion?: 'reduce'): Promise<Page> {
  const viewport = { width: 1280, height: 900 };
  const opened = await (await browser.newContext({ locale: 'ru-RU', viewport, reducedMotion })).newPage();
  return opened;
}
/** The page is hydrated: dates have their titles. */
const waitForHydration = (reader = page) => reader.locator('time[title]').first().waitFor();
const cards = () => page.getByRole('main').getByRole('article');
const position = () => page.evaluate(() => Math.round(window.scrollY));

it('keeps the whole state of the list in its URL', async () => {
  await page.goto(`${app.origin}/posts?page=2`);
  await page.getByText('Страница 2 из 3').waitFor();
  await waitForHydration();
  const search = page.getByRole('banner').getByRole('combobox');
  await search.fill('вагон');
  await search.press('Enter');
  await page.waitForURL(/search=/);
  await page.getByText('Найдено 40 статей').waitFor();
  await page.getByLabel('Категория').selectOption({ label: 'Город' });
  await page.waitForURL(new RegExp(`search=.*&category=${city.id}$`));
  await page.getByLabel('Сортировка').selectOption('newest');
  await page.waitForURL(/ordering=newest/);
  await page.getByText('Найдено 20 статей').waitFor();
  await page.reload();
  await page.getByText('Найдено 20 статей').waitFor();
  expect(await page.getByLabel('Категория').inputValue()).toBe(String(city.id));
  await page.getByRole('link', { name: 'Сбросить' }).click();
  await page.waitForURL((url) => [...url.searchParams.keys()].join() === 'search');
  await page.goto(`${app.origin}/posts`);
  await page.getByText('Найдено 40 статей').waitFor();
  await waitForHydration();
  await page.getByLabel('Категория').selectOption({ label: 'Город' });
  await page.waitForURL(`**/posts?category=${city.id}`);
  await page.getByLabel('Сортировка').selectOption('title');
  await page.waitForURL(`**/posts?category=${city.id}&ordering=title`);
  await page.getByText('Найдено 20 статей').waitFor();
  await page.goBack();
  await page.waitForURL(`**/posts?category=${city.id}`);
  await page.getByRole('link', { name: 'Сбросить' }).click();
  await page.waitForURL(`${app.origin}/posts`);
  await page.getByText('Найдено 40 статей').waitFor();
});

it('keeps showing the old posts while new ones load', async () => {
  await page.goto(`${app.origin}/posts`);
  await waitForHydration();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/posts/?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Сортировка').selectOption('title');
  await page.getByText('Обновляем список…').waitFor();
  expect(await cards().count()).toBe(18);
  release();
  await page.getByText('Найдено 40 статей').waitFor();
  await page.unrouteAll();
});

it('remembers the view of the list', async () => {
  await page.getByRole('radio', { name: 'Список' }).check({ force: true });
  const isRow = () =>
    cards()
      .first()
      .evaluate((card) => card.clientWidth > 900);
  await expect.poll(isRow).toBe(true);
  await page.reload();
  await waitForHydration();
  await expect.poll(isRow).toBe(true);
  await page.getByRole('radio', { name: 'Плитка' }).check({ force: true });
  await expect.poll(isRow).toBe(false);
});

it('opens a post at its top and restores the scroll position of the list', async () => {
  await page.goto(`${app.origin}/posts`);
  await waitForHydration();
  const link = page.getByRole('link', { name: 'Рейс 25', exact: true });
  await link.scrollIntoViewIfNeeded();
  // The browser may continue to scroll until the click.
  const scrollTopAtClick = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener('click', () => resolve(Math.round(window.scrollY)), { capture: true, once: true });
      }),
  );
  await link.click();
  const scrollTop = await scrollTopAtClick;
  expect(scrollTop).toBeGreaterThan(300);
  await page.waitForURL('**/posts/reys-25');
  await expect.poll(position).toBe(0);
  await page.goBack();
  await page.waitForURL('**/posts');
  await expect.poll(position).toBe(scrollTop);
});

it('scrolls from the table of contents below the header, smoothly unless reduced motion is set', async () => {
  const behaviours = async (reader: Page) => {
    await reader.goto(`${app.origin}/posts/reys-1`);
    await waitForHydration(reader);
    await reader.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const original = Element.prototype.scrollIntoView;
      Element.prototype.scrollIntoView = function (...options) {
        seen.push(getComputedStyle(document.documentElement).scrollBehavior);
        original.apply(this, options);
      };
    });
    await reader.getByRole('navigation', { name: 'Содержание' }).getByRole('link', { name: 'Мост' }).click();
    const heading = reader.getByRole('heading', { name: 'Мост' });
    await expect.poll(async () => Math.round((await heading.boundingBox())?.y ?? 0)).toBeLessThan(140);
    await expect
      .poll(async () => Math.round((await heading.boundingBox())?.y ?? 0))
      .toBeGreaterThanOrEqual(64);
    return reader.evaluate(() => (window as unknown as { seen: string[] }).seen);
  };
  expect(await behaviours(page)).toEqual(['smooth']);
  const reducedMotionPage = await openPage('reduce');
  expect(await behaviours(reducedMotionPage)).toEqual(['auto']);
  await reducedMotionPage.context().close();
});

it('animates page transitions unless reduced motion is set', async () => {
  const animations = async (reader: Page) => {
    await reader.goto(`${app.origin}/posts`);
    await waitForHydration(reader);
    await reader.evaluate(() => {
      const names: string[] = [];
      Object.assign(window, { names });
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const transition = start(update);
        void transition.ready.then(() => {
          for (const animation of document.getAnimations())
            if (animation instanceof CSSAnimation) names.push(animation.animationName);
        });
        return transition;
      };
    });
    await reader.getByRole('link', { name: 'Рейс 39', exact: true }).click();
    await reader.waitForURL('**/posts/reys-39');
    await reader.getByRole('heading', { level: 1, name: 'Рейс 39' }).waitFor();
    return () => reader.evaluate(() => (window as unknown as { names: string[] }).names);
  };
  const moving = await animations(page);
  await expect.poll(moving).toContain('post-slide-up');
  const reducedMotionPage = await openPage('reduce');
  expect(await (await animations(reducedMotionPage))()).toEqual([]);
  await reducedMotionPage.context().close();
});

it('shows related posts of the category without the current one', async () => {
  await page.goto(`${app.origin}/posts/reys-19`);
  const related = page.getByRole('complementary', { name: 'Похожие статьи' });
  expect(await related.getByRole('article').count()).toBe(3);
  expect(await related.getByRole('link', { name: 'Рейс 19', exact: true }).count()).toBe(0);
});

it('shows every post of the front page once, in columns that end together, and the figures on «О проекте»', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${app.origin}/`);
  const titles = await page.locator('main article').getByRole('heading').allTextContents();
  expect(titles.length).toBeGreaterThanOrEqual(30);
  expect(new Set(titles).size).toBe(titles.length);
  const fresh = page.getByRole('region', { name: 'Свежее' });
  expect(await fresh.getByRole('article').count()).toBe(8);
  const lead = page.locator('main article').first();
  const [left, right] = await Promise.all([lead.boundingBox(), lead.locator('xpath=../../ul').boundingBox()]);
  const bottomOf = (box: typeof left) => (box ? box.y + box.height : 0);
  expect(Math.abs(bottomOf(left) - bottomOf(right))).toBeLessThan(24);
  await page.goto(`${app.origin}/about`);
  const stats = page.getByRole('region', { name: 'Наша платформа в цифрах' });
  expect(await stats.locator('dd').allTextContents()).toEqual(['40', '1', '0', '1']);
});
