import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { axe } from '#tests/support/expect-accessible.ts';
import { createImageForm } from '#tests/support/image-form.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let author: TestUser;
let path: string;
let postId: number;

const code = 'const a = "раз"; // два';
const paragraph = 'Вагон почти пуст, и за стеклом тянутся огни. '.repeat(20);
const tall = { width: 390, height: 844 };

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
  author = await app.createUser({ username: 'tamara' });
  await app.call('updateProfile', { as: author, body: { bio: 'Пишу о городе.' } });
  const category = await app.createCategory('Город');
  const upload = async (width: number) =>
    (await app.call('uploadImage', { as: author, body: await createImageForm(width) })).body.url;
  const [cover, first, second] = [await upload(1_200), await upload(800), await upload(900)];
  const content = [
    paragraph,
    '## Депо',
    'Раз[^заметка].',
    `![Мост](${first} "Мост в тумане")`,
    '## Код',
    `\`\`\`js\n${code}\n\`\`\``,
    '## Ещё',
    `![Тоже мост](${second})`,
    'https://youtu.be/dQw4w9WgXcQ',
    paragraph,
    '[^заметка]: Примечание.',
  ].join('\n\n');
  await app.createPost(author, { title: 'Не о городе', content: paragraph });
  await app.createPost(author, { title: 'О городе', content: paragraph, category: category.id });
  const post = await app.createPost(author, {
    title: 'Последний вагон: кто ездит в ночном трамвае и зачем',
    content,
    category: category.id,
    image_url: cover,
  });
  path = `/posts/${post.slug}`;
  postId = post.id;
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

async function open(viewport = { width: 1280, height: 900 }): Promise<Page> {
  const page = await openPageAs(browser, app, { path: '/about', width: viewport.width });
  await page.setViewportSize(viewport);
  await page.goto(app.origin + path);
  await page.locator('.code-block > button').waitFor();
  return page;
}
const topOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox())?.y ?? 0;

it('starts the text within the first screen of a phone, with a byline of two lines', async () => {
  const page = await open(tall);
  expect(await topOf(page, '.article > p')).toBeLessThan(tall.height * 0.8);
  const byline = page.locator('header:has(> h1) > div').last();
  expect((await byline.boundingBox())?.height).toBeLessThan(64);
  expect(await page.locator('main').getByText('Город', { exact: true }).count()).toBe(2);
  expect(await page.getByText(/просмотр/).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(tall.width);
  await page.context().close();
});

it.each(['light', 'dark'] as const)(
  'is accessible with all it may contain in the %s theme',
  async (theme) => {
    const page = await openPageAs(browser, app, { path, theme });
    await page.locator('.code-block > button').waitFor();
    expect((await axe(page).analyze()).violations).toEqual([]);
    await page.context().close();
  },
);

it('shows the contents in the margin of a wide screen while the text scrolls', async () => {
  const page = await open();
  const contents = page.getByRole('navigation', { name: 'Содержание' });
  await contents.getByRole('link', { name: 'Ещё' }).click();
  await expect.poll(async () => (await contents.boundingBox())?.y ?? 0).toBeGreaterThan(64);
  const [list, text] = [await contents.boundingBox(), await page.locator('.article').boundingBox()];
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(text?.x ?? 0);
  await page.context().close();
});

it('leads on to the author, the next article and others before the discussion', async () => {
  const page = await open();
  const order = ['.share-row', 'aside[aria-label="Об авторе"]', '#next-article', '#related', '#comments'];
  const tops = await Promise.all(order.map((selector) => topOf(page, selector)));
  expect(tops).toEqual([...tops].sort((one, other) => one - other));
  await page.getByRole('complementary', { name: 'Об авторе' }).getByText('Пишу о городе.').waitFor();
  await page
    .getByRole('complementary', { name: 'Читать дальше' })
    .getByRole('link', { name: 'О городе' })
    .waitFor();
  await page
    .getByRole('complementary', { name: 'Читайте также' })
    .getByRole('link', { name: 'Не о городе' })
    .waitFor();
  const telegram = new URL(
    (await page.getByRole('link', { name: 'Поделиться: Telegram' }).getAttribute('href')) ?? '',
  );
  expect(telegram.searchParams.get('url')).toBe(app.origin + path);
  await page.context().close();
});

it('copies code without its colours and the address of the article', async () => {
  const page = await open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await page.locator('.code-block .hljs-keyword').textContent()).toBe('const');
  await page.getByRole('button', { name: 'Копировать', exact: true }).click();
  await expect.poll(copied).toBe(code);
  await page.getByRole('button', { name: 'Копировать ссылку' }).click();
  await expect.poll(copied).toBe(app.origin + path);
  await page.context().close();
});

it('opens pictures in full size, by keyboard and with captions', async () => {
  const page = await open();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const link = page.getByRole('link', { name: 'Открыть изображение: Мост' });
  await link.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Просмотр изображений' });
  await dialog.getByText('Мост в тумане').waitFor();
  await dialog.getByText('2 из 3').waitFor();
  // Its code is loaded now, not with the page.
  expect(requests.some((url) => /picture-viewer.*\.js$/.test(url))).toBe(true);
  expect((await axe(page).include('dialog').analyze()).violations).toEqual([]);
  await page.keyboard.press('+');
  expect(await dialog.locator('img').evaluate((image) => image.style.transform)).toContain('scale(1.5)');
  await page.keyboard.press('ArrowRight');
  await dialog.getByText('3 из 3').waitFor();
  expect(await dialog.locator('img').evaluate((image) => image.style.transform)).toBe('');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // The browser focuses the first link again before the event that leads to the last one.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(focused).toBe('Открыть изображение: Тоже мост');
  await page.context().close();
});

it('scales a picture with two fingers', async () => {
  const page = await open(tall);
  await page.getByRole('link', { name: 'Открыть изображение: Мост' }).click();
  const image = page.locator('.picture-stage img');
  await image.waitFor();
  await page.locator('.picture-stage').evaluate((stage) => {
    stage.setPointerCapture = () => {};
    const send = (type: string, pointerId: number, clientX: number) =>
      stage.dispatchEvent(new PointerEvent(type, { pointerId, clientX, clientY: 400, bubbles: true }));
    send('pointerdown', 1, 150);
    send('pointerdown', 2, 250);
    send('pointermove', 2, 350);
    send('pointerup', 1, 150);
    send('pointerup', 2, 350);
  });
  expect(await image.evaluate((element) => element.style.transform)).toContain('scale(2)');
  await page.context().close();
});

it('leads from a mark to its note and back, in any alphabet', async () => {
  const page = await open();
  await page.locator('sup a').click();
  const inSight = (selector: string) =>
    expect.poll(async () => (await page.locator(selector).boundingBox())?.y ?? -1).toBeGreaterThan(64);
  await inSight('li:target');
  await page.getByRole('link', { name: 'Вернуться к тексту' }).click();
  await inSight('sup a:target');
  await page.reload();
  await inSight('sup a:target');
  await page.context().close();
});

it('opens the file of a picture without scripts', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(app.origin + path);
  expect(await page.locator('.article .full-size').first().getAttribute('href')).toMatch(
    /^\/media\/.+\.webp$/,
  );
  expect(await page.getByRole('link', { name: 'Поделиться: Telegram' }).count()).toBe(1);
  await context.close();
});

it('folds a branch of the discussion and opens it for a link to one of its comments', async () => {
  const write = async (content: string, parent: number | null) =>
    (await app.call('createComment', { as: author, body: { post: postId, content, parent } })).body.id;
  const first = await write('Начало', null);
  const reply = await write('Ответ', first);
  const page = await open(tall);
  const header = page.locator(`#comment-${reply} header`);
  expect((await header.boundingBox())?.height).toBeLessThan(32);
  const branch = page.locator(`#comment-${first} > details > summary`);
  await branch.click();
  await header.waitFor({ state: 'hidden' });
  await branch.getByText('1 ответ').waitFor();
  await page.evaluate((id) => window.location.assign(`#comment-${id}`), reply);
  await header.waitFor();
  await page.context().close();
});
