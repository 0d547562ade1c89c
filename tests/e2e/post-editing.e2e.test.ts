import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { openAs } from '#tests/support/logged-in.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let author: TestUser;
let page: Page;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await launchBrowser();
  author = await app.createUser();
  page = await openAs(browser, app, { path: '/categories', user: author });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const content = `## Час ночи\n\n${'Последний рейс уходит в час ночи, и вагон почти пуст. '.repeat(3)}`;
const titleField = () => page.getByRole('textbox', { name: 'Заголовок статьи *' });
const textField = () => page.getByRole('textbox', { name: 'Текст статьи *' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const read = async (slug: string) => (await app.call('getPost', { params: { slug } })).body;
/** The next such request arrives, but its caller does not hear of that. */
const loseAnswerOf = (url: string) =>
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

it('previews a new post by the real renderer, sends it once, and sends the switch of its comments', async () => {
  await page.goto(`${app.origin}/posts/create`);
  await titleField().fill('Ночной трамвай');
  expect(await button('Предпросмотр').isDisabled()).toBe(true);
  await textField().fill(content);
  await button('Предпросмотр').click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Час ночи' }).waitFor();
  await button('Продолжить редактирование').click();
  await page.getByLabel('Разрешить комментарии к статье').uncheck();

  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/posts/'))
      keys.push(request.headers()['idempotency-key']);
  });
  await loseAnswerOf('**/api/v1/posts/');
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

it('shows the post in the form, takes its picture away and leads to its new address', async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('title', 'С картинкой');
  form.set('content', content);
  form.set('image', new Blob([new Uint8Array(picture)]), 'x.png');
  const post = (await app.call('createPost', { as: author, body: form })).body;
  await edit(post.slug);
  expect([await titleField().inputValue(), await textField().inputValue()]).toEqual(['С картинкой', content]);
  await button('Удалить изображение').click();
  await titleField().fill('Без картинки');
  await button('Сохранить изменения').click();
  await page.getByText('Статья успешно обновлена!').waitFor();
  await page.waitForURL('**/posts/bez-kartinki');
  const saved = await read('bez-kartinki');
  expect([saved.image, saved.content.replaceAll('\r', ''), saved.version]).toEqual([null, content, 2]);
});

it('puts the words of the API under their fields', async () => {
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

it('loses no text when two people change a post', async () => {
  const { slug } = await app.createPost(author, { title: 'Спорный', content });
  const changeElsewhere = (text: string) =>
    app.call('updatePost', { as: author, params: { slug }, body: { content: text } });
  await edit(slug);
  await changeElsewhere(`${content}Дописано другим.`);
  await textField().fill(`${content}Дописано мной.`);
  await button('Сохранить изменения').click();
  await page.getByRole('heading', { name: 'Этот пост уже изменили' }).waitFor();
  const version = (name: string) => page.getByLabel(`${name}: текст`).inputValue();
  expect(await version('Ваш вариант')).toBe(`${content}Дописано мной.`);
  expect(await version('Сохранённый вариант')).toBe(`${content}Дописано другим.`);

  await button('Взять сохранённый').click();
  await page.getByRole('heading', { name: 'Вы взяли сохранённый вариант' }).waitFor();
  expect(await textField().inputValue()).toBe(`${content}Дописано другим.`);
  expect(await version('Ваш вариант')).toBe(`${content}Дописано мной.`);

  await changeElsewhere(`${content}И ещё раз.`);
  await textField().fill(`${content}Моё последнее слово.`);
  await button('Сохранить изменения').click();
  await button('Оставить мой вариант').click();
  await page.waitForURL(`**/posts/${slug}`);
  expect((await read(slug)).content).toBe(`${content}Моё последнее слово.`);
});

it('is for those who may: others are told and led away, and nothing is counted as read', async () => {
  const other = await app.createUser();
  const { slug } = await app.createPost(other, { title: 'Чужой', content });
  await page.goto(`${app.origin}/posts/${slug}/edit`);
  await page.getByText('У вас нет прав на редактирование этого поста').first().waitFor();
  await page.waitForURL(`${app.origin}/posts`);
  const { body } = await app.call('getPost', { params: { slug }, query: { count_view: 'false' } });
  expect(body.views_count).toBe(0);

  await page.goto(`${app.origin}/posts/net-takogo/edit`);
  await page.getByRole('heading', { name: 'Страница не найдена' }).waitFor();

  const guest = await openAs(browser, app, { path: `/posts/${slug}/edit` });
  await guest.waitForURL(`**/login?redirect=${encodeURIComponent(`/posts/${slug}/edit`)}`);
  await guest.context().close();
});
