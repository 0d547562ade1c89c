import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { expectAccessible, expectNoLayoutShift } from '#tests/support/expect-accessible.ts';
import { openPageAs, openPaintedOnce } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let path: string;
let long = 0;
let code = 0;

const codeLines = 'def f(x):\n    if x > 1:\n        return "да"';

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
  const author = await app.createUser();
  const post = await app.createPost(author, { title: 'Длинные и с кодом' });
  path = `/posts/${post.slug}`;
  const write = async (content: string): Promise<number> =>
    (await app.call('createComment', { as: author, body: { post: post.id, content } })).body.id;
  long = await write(`Начало. ${'Строка о деле.\n'.repeat(400)}Конец: https://example.org/end`);
  code = await write(
    `"Так" - \`x = "строка" - 5\`${'\n'.repeat(500)}И так:\n\`\`\`\n${codeLines}\n${'y'.repeat(300)}\n\`\`\``,
  );
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const comment = (page: Page, id: number) => page.locator(`#comment-${id} > article`);
const heightOf = (page: Page, id: number) =>
  comment(page, id).evaluate((article) => article.getBoundingClientRect().height);
const isHydrated = (page: Page) =>
  comment(page, long)
    .locator('details')
    .evaluate((fold) => Object.keys(fold).some((key) => key.startsWith('__reactProps$')));
const isOpen = (page: Page) =>
  comment(page, long)
    .locator('details')
    .evaluate((fold: HTMLDetailsElement) => fold.open);

it('folds a long comment, opens it by the keyboard, and shifts nothing while the page loads', async () => {
  const page = await openPaintedOnce(browser, app, { path: `${path}#comment-${long}` });
  expect(await heightOf(page, long)).toBeLessThan(450);
  const summary = comment(page, long).locator('summary');
  expect(await summary.getByText('Показать полностью').isVisible()).toBe(true);
  await expectNoLayoutShift(page);
  await summary.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => heightOf(page, long)).toBeGreaterThan(5_000);
  expect(await summary.getByText('Свернуть').isVisible()).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => heightOf(page, long)).toBeLessThan(450);
  await expectAccessible(page);
});

it('opens a folded comment when the browser scrolls to something in its hidden part', async () => {
  const page = await openPageAs(browser, app, { path });
  await expect.poll(() => isHydrated(page)).toBe(true);
  expect(await isOpen(page)).toBe(false);
  const link = comment(page, long).getByRole('link', { name: 'https://example.org/end' });
  await link.focus();
  await expect.poll(() => isOpen(page)).toBe(true);
  const top = await link.evaluate((element) => element.getBoundingClientRect().top);
  expect(top).toBeGreaterThan(0);
  expect(top).toBeLessThan(900);
  await page.context().close();
});

it('opens a folded comment without scripts', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(app.origin + path);
  expect(await heightOf(page, long)).toBeLessThan(450);
  await comment(page, long).locator('summary').click();
  expect(await heightOf(page, long)).toBeGreaterThan(5_000);
  await context.close();
});

it('shows code as it was typed, in a box that scrolls, and at most two blank lines', async () => {
  const page = await openPageAs(browser, app, { path, width: 390 });
  const article = comment(page, code);
  expect(await article.locator('blockquote > span > code').textContent()).toBe('x = "строка" - 5');
  expect(await article.locator('pre').textContent()).toContain(codeLines);
  expect(await article.locator('blockquote > span:has(> code)').textContent()).toMatch(
    /^«Так»\u00a0— x = "строка" - 5\n\n\nИ\u00a0так:$/,
  );
  const isScrolled = await article.locator('pre').evaluate((pre) => pre.scrollWidth > pre.clientWidth);
  expect(isScrolled).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
});
