import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { createImageForm } from '#tests/support/image-form.ts';
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
const save = (page: Page) => page.getByRole('button', { name: 'Сохранить изменения' }).click();
const saved = (page: Page) => page.getByText('Статья успешно обновлена!').first().waitFor();

it('chooses the focus of a cover by a click and the arrow keys, shows it on cards, and resets it', async () => {
  const { url } = (await app.call('uploadImage', { as: author, body: await createImageForm(600) })).body;
  const { slug } = await app.createPost(author, { title: 'С обложкой', image_url: url });
  const read = async () => (await app.call('getPost', { params: { slug } })).body;
  const page = await openPageAs(browser, app, { path: `/posts/${slug}/edit`, user: author });
  await openSettings(page);
  const picker = button(page, /^Главное на картинке/);
  await picker.scrollIntoViewIfNeeded();
  const box = await picker.boundingBox();
  await picker.click({ position: { x: (box?.width ?? 0) * 0.75, y: (box?.height ?? 0) * 0.25 } });
  await picker.press('ArrowRight');
  await picker.press('ArrowUp');
  await page.getByLabel('Подпись к картинке').fill('Мост в тумане');
  await save(page);
  await saved(page);
  await page.waitForURL(`**/posts/${slug}`);
  const { image_focus: focus, image_caption: caption } = await read();
  expect([focus.x, focus.y]).toEqual([expect.closeTo(0.8, 1), expect.closeTo(0.2, 1)]);
  expect(caption).toBe('Мост в тумане');
  await page.locator('figcaption').getByText('Мост в тумане').waitFor();
  await page.goto(`${app.origin}/posts`);
  const position = await page
    .locator('main article img')
    .first()
    .evaluate((image) => getComputedStyle(image).objectPosition);
  expect(position.split(' ').map(Number.parseFloat)).toEqual([100 * focus.x, 100 * focus.y]);

  await page.goto(`${app.origin}/posts/${slug}/edit`);
  await openSettings(page);
  await button(page, 'Убрать точку').click();
  await save(page);
  await page.waitForURL(`**/posts/${slug}`);
  expect((await read()).image_focus).toBeNull();
  await page.context().close();
});
