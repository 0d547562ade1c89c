import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let author: TestUser;
let reader: TestUser;
let page: Page;
let post: { id: number; slug: string };

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
  author = await app.createUser({ username: 'avtor' });
  reader = await app.createUser({ username: 'chitatel' });
  post = await app.createPost(author, { title: 'О чём спорят' });
  page = await openPageAs(browser, app, { path: '/categories', user: reader });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const write = async (as: TestUser, content: string, parent: number | null = null): Promise<number> =>
  (await app.call('createComment', { as, body: { post: post.id, content, parent } })).body.id;
const entry = () => page.getByRole('textbox', { name: 'Ваш комментарий' });
const article = (id: number) => page.locator(`#comment-${id} > article`);
const count = (value: number) => page.getByRole('heading', { name: `Комментарии (${value})` });
const listed = async () => (await app.call('listPostComments', { params: { postId: post.id } })).body;

it('keeps the text of a failed comment and creates it once after a retry', async () => {
  await page.goto(`${app.origin}/posts/${post.slug}`);
  await entry().fill('Первая строка\nвторая строка');
  // The request reaches the server, but the response is lost.
  await page.route(
    '**/api/v1/comments/',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Отправить' }).click();
  await page.getByText('Не удалось добавить комментарий').waitFor();
  expect(await entry().inputValue()).toBe('Первая строка\nвторая строка');
  await count(0).waitFor();

  await page.getByRole('button', { name: 'Отправить' }).click();
  await count(1).waitFor();
  // The comment is shown optimistically.
  await expect.poll(async () => (await listed()).comments.length).toBe(1);
  const { comments } = await listed();
  expect(comments.map(({ content }: { content: string }) => content)).toEqual([
    'Первая строка\nвторая строка',
  ]);
  const shown = article(comments[0].id).getByText('Первая строка');
  expect(await shown.evaluate((element) => getComputedStyle(element).whiteSpace)).toMatch(
    /pre-line|preserve/,
  );
});

it('replies in place, edits, and leaves a placeholder for a deleted comment with replies', async () => {
  const id = (await listed()).comments[0].id;
  await article(id)
    .getByRole('button', { name: /^Ответить/ })
    .click();
  await page.getByRole('button', { name: 'Отмена' }).click();
  await page.getByRole('textbox', { name: /^Ответ/ }).waitFor({ state: 'detached' });
  await article(id)
    .getByRole('button', { name: /^Ответить/ })
    .click();
  await page.getByRole('textbox', { name: /^Ответ/ }).fill('Ответ себе');
  await page.getByRole('button', { name: 'Отправить' }).last().click();
  await count(2).waitFor();
  await expect.poll(async () => (await listed()).comments_count).toBe(2);

  await article(id)
    .getByRole('button', { name: /^Изменить/ })
    .click();
  await page.getByRole('textbox', { name: 'Текст комментария' }).fill('Одна строка');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await article(id).getByText('изменён').waitFor();

  await article(id)
    .getByRole('button', { name: /^Удалить/ })
    .click();
  await page.getByRole('alertdialog').getByText('Ответы на него останутся.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
  await page.getByText('[Комментарий удалён]').waitFor();
  await count(1).waitFor();
  await page.reload();
  await count(1).waitFor();
  expect(await page.getByText('[Комментарий удалён]').count()).toBe(1);
});

it('offers edit and delete only for own comments, and a report for others', async () => {
  const foreign = await write(author, 'Не ваше');
  await page.reload();
  await article(foreign)
    .getByRole('button', { name: /^Ответить/ })
    .waitFor();
  const texts = await article(foreign).getByRole('button').allTextContents();
  expect(texts).toEqual(['Ответить', 'Пожаловаться']);
});

it('indents up to four levels', async () => {
  let parent = await write(author, 'Ступень 1');
  const ids = [parent];
  for (let step = 2; step <= 6; step += 1) {
    parent = await write(author, `Ступень ${step}`, parent);
    ids.push(parent);
  }
  await page.reload();
  await article(parent).waitFor();
  const lefts = await Promise.all(ids.map(async (id) => (await article(id).boundingBox())?.x ?? 0));
  expect(new Set(lefts.slice(0, 4)).size).toBe(4);
  expect(new Set(lefts.slice(3)).size).toBe(1);
});

it('shows a long discussion in parts and reaches the comment named in the URL', async () => {
  const first = await write(author, 'Самый первый из многих');
  for (let tens = 0; tens < 6; tens += 1)
    await Promise.all(Array.from({ length: 10 }, (_, index) => write(author, `Голос ${tens}${index}`)));
  const guest = await openPageAs(browser, app, { path: `/posts/${post.slug}` });
  const all = guest.getByRole('link', { name: 'Показать ещё' });
  const target = guest.locator(`#comment-${first} > article`);
  const sent = async (query: string) => (await fetch(`${app.origin}/posts/${post.slug}${query}`)).text();
  expect(await sent('')).not.toContain('Самый первый из многих');
  expect(await sent('?comments=100')).toContain('Самый первый из многих');
  expect(await target.count()).toBe(0);
  // Before hydration the link opens the page with all comments.
  await expect
    .poll(() => all.evaluate((link) => Object.keys(link).some((key) => key.startsWith('__reactProps$'))))
    .toBe(true);
  // A failed request can be repeated.
  const requests = '**/api/v1/comments/post/**';
  await guest.route(requests, (route) => route.abort());
  await all.click();
  await guest.getByText('Не удается подключиться к серверу.').waitFor();
  await guest.unroute(requests);
  expect(await target.count()).toBe(0);
  await all.click();
  await target.waitFor();
  await all.waitFor({ state: 'detached' });

  await guest.goto(`${app.origin}/posts/${post.slug}#comment-${first}`);
  await guest.reload();
  await target.waitFor();
  await expect
    .poll(() => target.evaluate((element) => Math.round(element.getBoundingClientRect().top)))
    .toBeLessThan(400);
  const colour = await target.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(colour).not.toBe('rgba(0, 0, 0, 0)');

  await guest.locator('#comments').getByRole('link', { name: 'Войти' }).click();
  await guest.waitForURL(`**/login?redirect=${encodeURIComponent(`/posts/${post.slug}#comments`)}`);
  await guest.context().close();
});

it('loads the next part of a very long discussion and finds a linked comment in any part', async () => {
  const long = await app.createPost(author, { title: 'Очень длинное обсуждение' });
  const addComment = async (content: string): Promise<number> =>
    (await app.call('createComment', { as: author, body: { post: long.id, content } })).body.id;
  const first = await addComment('Самый первый');
  for (let tens = 0; tens < 12; tens += 1)
    await Promise.all(Array.from({ length: 10 }, (_, index) => addComment(`Голос ${tens}${index}`)));
  const guest = await openPageAs(browser, app, { path: `/posts/${long.slug}` });
  const target = guest.locator(`#comment-${first} > article`);
  const shown = guest.locator('#comments ol > li');
  expect(await shown.count()).toBe(50);
  await guest.getByRole('link', { name: 'Показать ещё' }).click();
  await expect.poll(() => shown.count()).toBe(100);
  expect(await target.count()).toBe(0);
  await guest.getByRole('link', { name: 'Следующие комментарии' }).click();
  await target.waitFor();
  expect(await shown.count()).toBe(21);
  await guest.getByRole('link', { name: 'К началу обсуждения' }).click();
  await guest
    .getByRole('link', { name: 'Показать ещё' })
    .or(guest.getByRole('link', { name: 'Следующие комментарии' }))
    .waitFor();
  expect(await target.count()).toBe(0);

  await guest.goto('about:blank');
  await guest.goto(`${app.origin}/posts/${long.slug}#comment-${first}`);
  await target.waitFor();
  await guest.getByRole('link', { name: 'К началу обсуждения' }).waitFor();
  await guest.context().close();
});
