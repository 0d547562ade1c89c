import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { waitUntilIdle } from '#tests/support/idle.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import {
  contentEditor,
  openSettings,
  readMarkdown,
  saveNow,
  writeMarkdown,
} from '#tests/support/post-editor.ts';
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

const content = `## Час ночи\n\n${'Последний рейс уходит в час ночи, и вагон почти пуст. '.repeat(3)}`;
const titleField = () => page.getByRole('textbox', { name: 'Заголовок статьи *' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const read = async (slug: string) => (await app.call('getPost', { params: { slug } })).body;
/** The next request to the URL reaches the server, but the browser gets no response. */
const loseResponseOf = (url: string) =>
  page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
const edit = async (slug: string) => {
  await page.goto(`${app.origin}/posts/${slug}/edit`);
  await titleField().waitFor();
};

it('previews a new post with the real renderer, creates it once and sends the comments setting', async () => {
  await page.goto(`${app.origin}/posts/create`);
  await titleField().fill('Ночной трамвай');
  expect(await button('Предпросмотр').isDisabled()).toBe(true);
  await writeMarkdown(page, content);
  await button('Предпросмотр').click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Час ночи' }).waitFor();
  await button('Продолжить редактирование').click();
  await button('Опубликовать…').click();
  await page.getByLabel('Разрешить комментарии к статье').uncheck();

  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/posts/'))
      keys.push(request.headers()['idempotency-key']);
  });
  await loseResponseOf('**/api/v1/posts/');
  await button('Опубликовать').click();
  await page.getByText('Не удается подключиться к серверу.').waitFor();
  await button('Опубликовать').click();
  await page.waitForURL('**/posts/nochnoy-tramvay');
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  const { body } = await app.call('listMyPosts', { as: author });
  expect(body.count).toBe(1);
  expect((await read('nochnoy-tramvay')).comments_enabled).toBe(false);
  await page.getByText('Автор закрыл комментарии к этому посту.').waitFor();
});

it.each([
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
])('starts with the cursor in the title and the text in view: $width × $height', async (size) => {
  const paper = await openPageAs(browser, app, { path: '/posts/create', user: await app.createUser() });
  await paper.setViewportSize(size);
  const title = paper.getByRole('textbox', { name: 'Заголовок статьи *' });
  await contentEditor(paper).waitFor();
  await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
  const box = await contentEditor(paper).boundingBox();
  const top = box?.y ?? Number.POSITIVE_INFINITY;
  expect(top).toBeLessThan(size.height / 3);
  expect(Math.min(top + (box?.height ?? 0), size.height) - top).toBeGreaterThan(size.height / 2);
  expect(await paper.getByRole('banner').count()).toBe(0);
  expect(await paper.getByRole('toolbar').count()).toBe(0);

  await title.fill('Очень длинный заголовок статьи о трамвае, который растёт вместе с текстом');
  expect(await title.evaluate((field) => field.scrollHeight - field.clientHeight)).toBe(0);
  // The text has the focus before the next key, or the first letters would stay in the title.
  const focused = await title.evaluate((field) => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    return document.activeElement?.getAttribute('aria-label');
  });
  expect(focused).toBe('Текст статьи *');
  await paper.keyboard.type('Текст');
  await expect.poll(() => contentEditor(paper).textContent()).toBe('Текст');
  expect(await title.inputValue()).not.toContain('\n');
  await saveNow(paper);
  await paper.context().close();
});

it('asks for a missing title before the panel opens, and focuses a wrong field of the panel', async () => {
  await page.goto(`${app.origin}/posts/create`);
  await contentEditor(page).waitFor();
  await contentEditor(page).fill(content);
  await button('Опубликовать…').click();
  await page.getByText('Заголовок обязателен').waitFor();
  await expect.poll(() => titleField().evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByRole('dialog').count()).toBe(0);

  await titleField().fill('Позже');
  await button('Опубликовать…').click();
  const panel = page.getByRole('dialog', { name: 'Параметры статьи' });
  await panel.getByText('Перед публикацией').waitFor();
  await panel.getByLabel('Опубликовать позже').check();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await button('Запланировать…').click();
  await panel.getByText('Выберите время в будущем.').waitFor();
  const time = panel.getByLabel('Дата и время (по Москве)');
  await expect.poll(() => time.evaluate((field) => field === document.activeElement)).toBe(true);
});

it('proposes to publish a draft, and leaves it a draft when the panel is closed', async () => {
  const { slug } = await app.createPost(author, { title: 'Набросок', content, status: 'draft' });
  await edit(slug);
  await button('Опубликовать…').click();
  const panel = page.getByRole('dialog', { name: 'Параметры статьи' });
  await panel.getByRole('button', { name: 'Опубликовать', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await button('Сохранить черновик').click();
  await page.waitForURL(`**/posts/${slug}`);
  const { body } = await app.call('getPost', { as: author, params: { slug } });
  expect(body.status).toBe('draft');
});

it('loads the post into the form, removes its image and redirects to its new URL', async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('title', 'С картинкой');
  form.set('content', content);
  form.set('image', new Blob([new Uint8Array(picture)]), 'x.png');
  const post = (await app.call('createPost', { as: author, body: form })).body;
  await edit(post.slug);
  expect([await titleField().inputValue(), await readMarkdown(page)]).toEqual(['С картинкой', content]);
  await openSettings(page);
  await button('Удалить изображение').click();
  await page.keyboard.press('Escape');
  await titleField().fill('Без картинки');
  await button('Сохранить изменения').click();
  await page.getByText('Статья успешно обновлена!').waitFor();
  await page.waitForURL('**/posts/bez-kartinki');
  const saved = await read('bez-kartinki');
  expect([saved.image, saved.content.replaceAll('\r', ''), saved.version]).toEqual([null, content, 2]);
});

it('sets the address of a post, says that one is taken, and restores it with the draft', async () => {
  await app.createPost(author, { title: 'Занято', custom_slug: 'taken-address' });
  const post = await app.createPost(author, { title: 'Адрес по заголовку', content });
  await edit(post.slug);
  await openSettings(page);
  const field = page.getByRole('textbox', { name: 'Адрес статьи' });
  const preview = page.locator('[data-slug-preview]');
  expect(await preview.textContent()).toContain(
    '/posts/adres-po-zagolovku. Он меняется вместе с заголовком.',
  );
  await page.keyboard.press('Escape');
  await titleField().fill('Другой адрес');
  await openSettings(page);
  expect(await preview.textContent()).toMatch(/По заголовку адрес будет .+\/posts\/drugoy-adres\./);
  await field.fill('taken-address');
  await button('Сохранить изменения').click();
  await page.getByText('Этот адрес уже занят: выберите другой.').first().waitFor();
  await field.fill('новый адрес');
  await button('Сохранить изменения').click();
  await page.getByText('В адресе могут быть только латинские буквы').first().waitFor();
  const saved = page.waitForResponse(
    (response) =>
      response.url().includes('/drafts/') && response.request().postData()?.includes('My-Address') === true,
  );
  await field.fill('My-Address');
  expect(await preview.textContent()).toContain(
    '/posts/my-addressПрежний адрес продолжит вести на эту статью.',
  );
  await saveNow(page);
  await saved;
  await page.reload();
  await page.getByRole('button', { name: /^Восстановить: / }).click();
  await openSettings(page);
  expect(await field.inputValue()).toBe('My-Address');
  await button('Сохранить изменения').click();
  await page.waitForURL('**/posts/my-address');
  await page.goto(`${app.origin}/posts/${post.slug}`);
  expect(new URL(page.url()).pathname).toBe('/posts/my-address');
});

it('shows error messages of the API under their fields', async () => {
  const { slug } = await app.createPost(author, { title: 'С ошибкой', content });
  await edit(slug);
  await titleField().fill('Другой');
  await page.route('**/api/v1/posts/*/', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, json: { title: ['Так нельзя.'] } })
      : route.continue(),
  );
  await button('Сохранить изменения').click();
  await page.getByText('Так нельзя.').waitFor();
  expect(await titleField().getAttribute('aria-invalid')).toBe('true');
  await page.unrouteAll();
});

it('loses no text when two editors change a post', async () => {
  const { slug } = await app.createPost(author, { title: 'Спорный', content });
  const changeElsewhere = (text: string) =>
    app.call('updatePost', { as: author, params: { slug }, body: { content: text } });
  await edit(slug);
  await changeElsewhere(`${content}Дописано другим.`);
  await writeMarkdown(page, `${content}Дописано мной.`);
  await button('Сохранить изменения').click();
  await page.getByRole('heading', { name: 'Эту статью уже изменили' }).waitFor();
  const version = (name: string) => page.getByLabel(`${name}: текст`).inputValue();
  expect(await version('Ваш вариант')).toBe(`${content}Дописано мной.`);
  expect(await version('Сохранённый вариант')).toBe(`${content}Дописано другим.`);
  const changes = page.getByRole('region', { name: 'Чем отличаются тексты' });
  expect(await changes.getByRole('deletion').last().textContent()).toBe('Удалено: мной');
  expect(await changes.getByRole('insertion').last().textContent()).toBe('Добавлено: другим');
  const desktop = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize(desktop);

  await button('Взять сохранённый').click();
  await page.getByRole('heading', { name: 'Вы взяли сохранённый вариант' }).waitFor();
  await expect.poll(() => readMarkdown(page)).toBe(`${content}Дописано другим.`);
  expect(await version('Ваш вариант')).toBe(`${content}Дописано мной.`);

  await changeElsewhere(`${content}И ещё раз.`);
  await writeMarkdown(page, `${content}Моё последнее слово.`);
  await button('Сохранить изменения').click();
  await button('Оставить мой вариант').click();
  await page.waitForURL(`**/posts/${slug}`);
  expect((await read(slug)).content).toBe(`${content}Моё последнее слово.`);
});

it('keeps the cursor visible on a phone with an open keyboard', async () => {
  const { slug } = await app.createPost(author, { title: 'В дороге', content });
  const desktop = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ width: 390, height: 420 });
  await edit(slug);
  await contentEditor(page).click();
  const getCoveringElement = () =>
    page.evaluate(() => {
      const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const cursor = getSelection()?.getRangeAt(0).getBoundingClientRect();
      if (!cursor) return 'no cursor';
      if (cursor.top < (edge('.writing-bar')?.bottom ?? 0)) return 'behind the bar';
      return cursor.bottom > (edge('.editor-tools')?.top ?? 0) ? 'behind the tools' : null;
    });
  const visibleHeight = await page.evaluate(() => {
    const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    return (edge('.editor-tools')?.top ?? 0) - (edge('.writing-bar')?.bottom ?? 0);
  });
  expect(visibleHeight).toBeGreaterThan(420 / 2);
  await page.keyboard.press('Control+End');
  for (let line = 0; line < 6; line += 1) {
    await page.keyboard.insertText('Вагон почти пуст, и кондуктор дремлет');
    await page.keyboard.type('. ');
    await expect.poll(getCoveringElement).toBeNull();
  }
  for (let line = 0; line < 12; line += 1) await page.keyboard.press('ArrowUp');
  await expect.poll(getCoveringElement).toBeNull();
  await saveNow(page);
  await page.setViewportSize(desktop);
});

it('uploads images into the text, shows the progress and drops cancelled ones', async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'blue' } })
    .png()
    .toBuffer();
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer: picture });
  await page.goto(`${app.origin}/posts/create`);
  await contentEditor(page).waitFor();
  let releaseUploads = (): void => undefined;
  const uploadsReleased = new Promise<void>((resolve) => {
    releaseUploads = resolve;
  });
  await page.route('**/api/v1/upload/image/', async (route) => {
    await uploadsReleased;
    await route.continue().catch(() => undefined);
  });
  await page.locator('input[type=file][multiple]').setInputFiles([file('первая.png'), file('вторая.png')]);
  await page.getByRole('progressbar', { name: 'первая.png' }).waitFor();
  await page.getByText('Загружаем картинки…').waitFor();
  expect(await button('Опубликовать…').isDisabled()).toBe(true);
  await page.getByRole('button', { name: /вторая\.png/ }).click();
  releaseUploads();
  await contentEditor(page).locator('img').waitFor();
  expect(await contentEditor(page).locator('img').count()).toBe(1);
  expect(await readMarkdown(page)).toMatch(/^!\[\]\(\/media\/[^)]+\)\n?$/);
  await page.unrouteAll();

  await page.route('**/api/v1/upload/image/', (route) => route.abort());
  await page.locator('input[type=file][multiple]').setInputFiles([file('третья.png')]);
  const warning = page.locator('.writing-bar').getByText('Не все картинки загрузились').first();
  await warning.waitFor();
  await button('Убрать: третья.png').click();
  await warning.waitFor({ state: 'detached' });
  await page.unrouteAll();
});

it('loads the editor only on pages with the post form', async () => {
  const { slug } = await app.createPost(author, { title: 'Для чтения', content });
  const reader = await openPageAs(browser, app, { path: '/categories', user: author });
  const scripts = new Set<string>();
  reader.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.add(new URL(request.url()).pathname);
  });
  const hasLoadedEditor = async () => {
    const files = await Promise.all([...scripts].map((path) => app.fetch(path)));
    return files.some(({ body }) => body.includes('ProseMirror'));
  };
  for (const path of ['/', `/posts/${slug}`, '/posts']) {
    await reader.goto(app.origin + path);
    await reader
      .getByRole('link', { name: 'Для чтения' })
      .or(reader.locator('#comments textarea'))
      .first()
      .waitFor();
    await waitUntilIdle(reader);
    expect(await hasLoadedEditor(), path).toBe(false);
  }
  await reader.goto(`${app.origin}/posts/create`);
  await contentEditor(reader).waitFor();
  expect(await hasLoadedEditor()).toBe(true);
  await reader.context().close();
});

it('redirects users without permission with an error, and counts no view', async () => {
  const other = await app.createUser();
  const { slug } = await app.createPost(other, { title: 'Чужой', content });
  await page.goto(`${app.origin}/posts/${slug}/edit`);
  await page.getByText('У вас нет прав на редактирование этого поста').first().waitFor();
  await page.waitForURL(`${app.origin}/posts`);
  const { body } = await app.call('getPost', { params: { slug }, query: { count_view: 'false' } });
  expect(body.views_count).toBe(0);

  await page.goto(`${app.origin}/posts/net-takogo/edit`);
  await page.getByRole('heading', { name: 'Страница не найдена' }).waitFor();

  const guest = await openPageAs(browser, app, { path: `/posts/${slug}/edit` });
  await guest.waitForURL(`**/login?redirect=${encodeURIComponent(`/posts/${slug}/edit`)}`);
  await guest.context().close();
});
