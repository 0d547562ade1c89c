import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { article, zipOf } from '#tests/support/import-tasks.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let administrator: TestUser;
let page: Page;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  administrator = await app.createUser({ role: 'administrator' });
  browser = await openBrowser();
  await app.startJobs(app.databaseUrl, { isOnlyProcess: true });
  page = await openPageAs(browser, app, { path: '/staff/imports', user: administrator, width: 390 });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const scrollsSideways = () =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
const openGuest = async (path: string) => (await fetch(app.origin + path)).status;

async function makeArchive(): Promise<Buffer> {
  const picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#2f5d62' } })
    .png()
    .toBuffer();
  return zipOf([
    { name: 'blog/2026-09-14-tramvay.md', content: article('Ночной трамвай', '![Трамвай](tramvay.png)') },
    { name: 'blog/tramvay.png', content: picture },
    { name: 'blog/most.md', content: article('Мост закрыли', '![Нет](/no.png)') },
    { name: 'blog/oshibka.md', content: 'Без описания.' },
  ]);
}

describe('an archive in the browser of an administrator', () => {
  it('needs a file', async () => {
    await button('Составить план').click();
    await page.getByRole('alert').getByText('Выберите файл.').waitFor();
  });

  it('becomes a plan with its remarks, of which nothing is on the site', async () => {
    await page.getByLabel('Файл', { exact: true }).setInputFiles({
      name: 'мой блог.zip',
      mimeType: 'application/zip',
      buffer: await makeArchive(),
    });
    await page.getByLabel('Автор статей, у которых он не указан').fill(administrator.user.username);
    await button('Составить план').click();
    await page.getByRole('heading', { name: 'мой блог.zip' }).waitFor();
    await page.getByText('План готов').waitFor();
    const list = page.getByRole('list').filter({ hasText: 'Ночной трамвай' });
    await list.getByText('Мост закрыли').waitFor();
    await list.getByText(/Нет описания статьи/).waitFor();
    expect(await scrollsSideways()).toBe(false);
    expect(await openGuest('/posts/tramvay')).toBe(404);
  });

  it('shows the files in one state, and downloads the plan', async () => {
    await page.getByLabel('Состояние').selectOption('Не придут');
    await page.getByText('Ночной трамвай').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'oshibka.md' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button('Скачать план (JSON)').click(),
    ]);
    const plan = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(plan.files.map(({ state }: { state: string }) => state).toSorted()).toEqual([
      'doubtful',
      'new',
      'refused',
    ]);
  });

  it('is imported after a question, and visible to guests with its picture', async () => {
    await button('Импортировать').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Придёт статей: 2').waitFor();
    await dialog.getByRole('button', { name: 'Импортировать' }).click();
    await page.getByText('Импортировано', { exact: true }).first().waitFor();
    await button('Отменить импорт').waitFor();
    const guest = await openPageAs(browser, app, { path: '/posts/tramvay', width: 390 });
    await guest.getByRole('heading', { name: 'Ночной трамвай', level: 1 }).waitFor();
    const picture = guest.getByRole('main').getByRole('img', { name: 'Трамвай' });
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await guest.context().close();
  });

  it('is undone after another question, without what was edited here', async () => {
    const change = { params: { slug: 'most' }, body: { title: 'Мост открыли' } };
    await app.call('updatePost', { as: administrator, ...change });
    await button('Отменить импорт').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Отменить импорт' }).click();
    await page.getByText('Импорт отменён').waitFor();
    await page.getByRole('heading', { name: 'Мост открыли' }).waitFor();
    await page.getByText('Её меняли на сайте.').waitFor();
    expect(await scrollsSideways()).toBe(false);
    expect([await openGuest('/posts/tramvay'), await openGuest('/posts/most')]).toEqual([410, 200]);
  });

  it('stands in the list, and its file can be used again or deleted', async () => {
    await page.getByRole('link', { name: 'Все импорты' }).click();
    await page.getByRole('link', { name: 'мой блог.zip' }).waitFor();
    await page.getByRole('radio', { name: 'мой блог.zip' }).waitFor();
    expect(await scrollsSideways()).toBe(false);
    await page.getByRole('button', { name: 'Удалить файл «мой блог.zip»' }).click();
    await page.getByRole('radio', { name: 'мой блог.zip' }).waitFor({ state: 'detached' });
  });
});

it('is not there for an editor', async () => {
  const editor = await app.createUser({ role: 'editor' });
  const other = await openPageAs(browser, app, { path: '/staff/imports', user: editor });
  await other.getByRole('heading', { name: 'Этот раздел только для редакции' }).waitFor();
  expect(await other.getByRole('button', { name: 'Составить план' }).count()).toBe(0);
});
