import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { createImageForm } from '#tests/support/image-form.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { contentEditor, publish } from '#tests/support/post-editor.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Hidden, unpublished and autosaved texts, as their authors see them. */
let app: TestApp;
let browser: Browser;
let author: TestUser;
let reader: TestUser;
let staff: TestUser;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
  staff = await app.createUser({ isStaff: true });
});
beforeEach(async () => {
  [author, reader] = [await app.createUser(), await app.createUser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const open = (path: string, user?: TestUser) => openPageAs(browser, app, { path, user });
const row = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const hidePost = (id: number) =>
  app.call('hidePost', { as: staff, params: { id }, body: { reason: 'Реклама' } });
const addComment = async (post: number, content: string): Promise<number> =>
  (await app.call('createComment', { as: reader, body: { post, content } })).body.id;

describe('a text hidden by the staff', () => {
  it('is marked in the list of own posts, with the reason and without a pin button', async () => {
    const { id } = await app.createPost(author, { title: 'Продаю гараж' });
    await app.createPost(author, { title: 'Новости района' });
    await hidePost(id);
    const page = await open('/posts/my', author);
    const hidden = row(page, 'Продаю гараж');
    await hidden.getByText('Скрыта редакцией').waitFor();
    await hidden.getByText('Причина: Реклама').waitFor();
    const pins = (article: typeof hidden) => article.getByRole('button', { name: /^Закрепить/ }).count();
    expect([await pins(hidden), await pins(row(page, 'Новости района'))]).toEqual([0, 1]);
    await hidden.getByRole('link', { name: 'Продаю гараж', exact: true }).click();
    await page.getByText('Эту статью видите только вы и редакция.').waitFor();
    await page.context().close();
  });

  it('is still shown to the author of a comment, in the discussion and in the list of own comments', async () => {
    const { id, slug } = await app.createPost(author, { title: 'Спорная статья' });
    const comment = await addComment(id, 'Слово за слово');
    const body = { reason: 'Грубость' };
    await app.call('hideComment', { as: staff, params: { id: comment }, body });
    const page = await open(`/posts/${slug}`, reader);
    const own = page.locator(`#comment-${comment}`);
    for (const text of ['Слово за слово', 'Скрыт редакцией', 'Причина: Грубость'])
      await own.getByText(text).waitFor();
    expect(await own.getByRole('button', { name: /^(Ответить|Изменить|Удалить)/ }).count()).toBe(0);
    await page.goto(`${app.origin}/comments/my`);
    const listed = row(page, 'Слово за слово');
    await listed.getByText('Скрыт редакцией').waitFor();
    expect(await listed.getByRole('button').count()).toBe(0);
    await listed.getByRole('link', { name: 'Открыть комментарий' }).click();
    await own.getByText('Слово за слово').waitFor();
    await page.context().close();
    expect((await app.fetch(`/posts/${slug}`)).body).not.toContain('Слово за слово');
  });
});

it('has no link from an own comment to an unpublished post', async () => {
  const { id, slug } = await app.createPost(author, { title: 'Была статья' });
  await addComment(id, 'Хорошая статья');
  const change = { title: 'Переписываю втайне', status: 'draft' };
  await app.call('updatePost', { as: author, params: { slug }, body: change });
  const page = await open('/comments/my', reader);
  const listed = row(page, 'Хорошая статья');
  await listed.getByText('Статья снята с публикации').waitFor();
  await listed.getByText('Была статья').waitFor();
  expect(await listed.getByRole('link').count()).toBe(0);
  await page.context().close();
});

it('restores a revision with its cover image', async () => {
  const { url } = (await app.call('uploadImage', { as: author, body: await createImageForm() })).body;
  const { id, slug } = await app.createPost(author, { title: 'С обложкой', content: 'Было', image_url: url });
  const changed = { content: 'Стало', image: null };
  await app.call('updatePost', { as: author, params: { slug }, body: changed });
  const page = await open(`/posts/${slug}/revisions`, author);
  await page.getByRole('img', { name: 'Обложка: С обложкой' }).waitFor();
  await page.getByRole('button', { name: 'Вернуть эту версию' }).click();
  await page.getByText('Версия возвращена').waitFor();
  const { body } = await app.call('getPost', { params: { slug: id } });
  expect([body.content, body.image]).toEqual(['Было', url]);
  await page.context().close();
});

describe('an autosaved text', () => {
  const words = 'Последний рейс уходит в час ночи, и вагон почти пуст. '.repeat(3);

  async function write(): Promise<void> {
    const page = await open('/posts/create', author);
    await page.getByRole('textbox', { name: 'Заголовок статьи *' }).fill('Ночной трамвай');
    const imageOptions = { width: 600, height: 400, channels: 3 as const, background: '#2f5d62' };
    const buffer = await sharp({ create: imageOptions }).png().toBuffer();
    await page.getByLabel('Изображение').setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer });
    await contentEditor(page).click();
    await page.keyboard.insertText(words);
    const isSaved = async () => {
      const { results } = (await app.call('listDrafts', { as: author })).body;
      const [item] = results;
      if (!item) return false;
      const draft = (await app.call('getDraft', { as: author, params: { key: item.key } })).body;
      return draft.image !== null && draft.content.includes('Последний рейс');
    };
    await expect.poll(isSaved).toBe(true);
    await page.context().close();
  }

  it('is in the list of own posts on another device and is restored with its cover image', async () => {
    await write();
    const page = await open('/posts/my', author);
    await page.getByText(/^Сохранён автоматически /).waitFor();
    await page.getByRole('link', { name: 'Продолжить: Ночной трамвай' }).click();
    const title = page.getByRole('textbox', { name: 'Заголовок статьи *' });
    await expect.poll(() => title.inputValue()).toBe('Ночной трамвай');
    await page.getByAltText('Выбранное изображение').waitFor({ state: 'attached' });
    await publish(page);
    await page.waitForURL('**/posts/nochnoy-tramvay**');
    const { body } = await app.call('getPost', { params: { slug: 'nochnoy-tramvay' } });
    expect(body.image).toMatch(/\/media\/.*\.webp$/);
    await page.goto(`${app.origin}/posts/my`);
    await row(page, 'Ночной трамвай').waitFor();
    expect(await page.getByText(/^Сохранён автоматически /).count()).toBe(0);
    await page.context().close();
  });

  it('can be deleted from the list of own posts after a confirmation', async () => {
    await app.call('saveDraft', {
      as: author,
      params: { key: `new-${'1'.padStart(32, '0')}` },
      body: { title: 'Ночной трамвай', content: words, writer: 'форма' },
    });
    const page = await open('/posts/my', author);
    await page.getByRole('button', { name: 'Удалить: Ночной трамвай' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
    await page.getByText(/^Сохранён автоматически /).waitFor({ state: 'detached' });
    expect((await app.call('listDrafts', { as: author })).body.count).toBe(0);
    await page.context().close();
  });
});
