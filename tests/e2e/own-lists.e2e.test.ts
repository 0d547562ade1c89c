import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { createImageForm } from '#tests/support/image-form.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { subscribe } from '#tests/support/subscriptions.ts';
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

const button = (name: string | RegExp) => page.getByRole('button', { name });
const row = (title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const pinnedId = async () => (await app.call('getSubscriptionState', { as: author })).body.pinned_post?.post;

it('shows a hint while it is empty', async () => {
  await page.goto(`${app.origin}/posts/my`);
  await page.getByRole('heading', { name: 'У вас пока нет статей' }).waitFor();
  expect(await page.title()).toBe('Мои посты | News Site');
  await page.goto(`${app.origin}/comments/my`);
  await page.getByRole('heading', { name: 'У вас пока нет комментариев' }).waitFor();
  expect(await page.title()).toBe('Мои комментарии | News Site');
});

it('keeps the filters of own posts in the URL', async () => {
  await app.createPost(author, { title: 'Первый' });
  await app.createPost(author, { title: 'Второй' });
  await app.createPost(author, { title: 'Набросок', status: 'draft' });
  await page.goto(`${app.origin}/posts/my`);
  await page.getByLabel('Статус').selectOption('draft');
  await page.waitForURL('**/posts/my?status=draft');
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  expect(await row('Набросок').getByText('Черновик').count()).toBe(1);
  await page.reload();
  await row('Набросок').waitFor();
  expect(await page.getByLabel('Статус').inputValue()).toBe('draft');
  await page.getByRole('link', { name: 'Сбросить' }).click();
  await page.waitForURL(`${app.origin}/posts/my`);
  await expect.poll(() => page.getByRole('article').count()).toBe(3);
});

it('redirects to the subscription without one; with one it pins, confirms a replacement and unpins', async () => {
  const { first, second } = Object.fromEntries(
    (await app.call('listMyPosts', { as: author })).body.results.map(
      (post: { id: number; title: string }) => [post.title === 'Первый' ? 'first' : 'second', post.id],
    ),
  ) as { first: number; second: number };
  await page.getByRole('main').getByText('Нет подписки').waitFor();
  await row('Первый')
    .getByRole('button', { name: /^Закрепить пост/ })
    .click();
  await page.getByText('Для закрепления постов нужна активная подписка').waitFor();
  await page.waitForURL('**/subscription');

  await subscribe(app, author);
  await page.goto(`${app.origin}/posts/my`);
  await page.getByRole('main').getByText('Подписка активна').waitFor();
  await row('Первый').getByRole('button', { name: 'Закрепить пост' }).click();
  await page.getByText('Закреплен: Первый').waitFor();
  expect(await pinnedId()).toBe(first);

  await row('Второй').getByRole('button', { name: 'Закрепить пост' }).click();
  await page.getByRole('alertdialog').getByText('У вас уже есть закрепленный пост.').waitFor();
  expect(await pinnedId()).toBe(first);
  await button('Заменить').click();
  await page.getByText('Закреплен: Второй').waitFor();
  expect(await pinnedId()).not.toBe(first);

  await row('Второй').getByRole('button', { name: 'Открепить пост' }).click();
  await page.getByText('Пост откреплен').first().waitFor();
  expect(await pinnedId()).toBeUndefined();
  expect(second).toBeDefined();
});

it('requests the subscription once for all posts', async () => {
  let requestCount = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/subscribe/status/')) requestCount += 1;
  });
  await page.goto(`${app.origin}/posts`);
  await button(/^Закрепить пост/)
    .nth(1)
    .waitFor();
  await page
    .getByRole('button', { name: /^Действия с постом/ })
    .nth(1)
    .waitFor();
  expect(requestCount).toBe(1);
});

it('deletes a post after a confirmation and removes its card from the list', async () => {
  await page.getByRole('button', { name: 'Действия с постом «Второй»' }).click();
  await page.getByRole('menuitem', { name: 'Удалить' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
  await page.getByText('Пост успешно удален').waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
});

it('lists own comments with links, edits and deletes them', async () => {
  const other = await app.createUser();
  const { id: post, slug } = await app.createPost(other, { title: 'Чужая статья' });
  for (const content of ['Один', 'Два'])
    await app.call('createComment', { as: author, body: { post, content } });
  await page.goto(`${app.origin}/comments/my`);
  const comment = page.getByRole('article').filter({ hasText: 'Один' });
  await comment.getByRole('button', { name: /^Изменить/ }).click();
  await page.getByRole('textbox', { name: 'Текст комментария' }).fill('Один, но иначе');
  await button('Сохранить').click();
  await page.getByText('Комментарий обновлен').waitFor();
  await page.getByText('Один, но иначе').waitFor();

  await page
    .getByRole('article')
    .filter({ hasText: 'Два' })
    .getByRole('button', { name: /^Удалить/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  const [left] = (await app.call('listMyComments', { as: author })).body.results;
  expect(left.content).toBe('Один, но иначе');

  await page.getByRole('link', { name: /^Открыть комментарий/ }).click();
  await page.waitForURL(`**/posts/${slug}#comment-${left.id}`);
  await page.locator(`#comment-${left.id}`).getByText('изменён').waitFor();
});

it('shows own images and deletes unused ones', async () => {
  const urls: string[] = [];
  for (const width of [300, 310])
    urls.push((await app.call('uploadImage', { as: author, body: await createImageForm(width) })).body.url);
  await app.createPost(author, { title: 'С картинкой', content: `![Мост](${urls[0]})` });
  await page.goto(`${app.origin}/profile`);
  await page.getByRole('link', { name: 'Мои изображения' }).click();
  const tile = (words: string) => page.getByRole('figure').filter({ hasText: words });
  await tile('Показано на сайте').getByText('300 × 200').waitFor();
  expect(await tile('Показано на сайте').getByRole('button').count()).toBe(0);
  await tile('Нигде не показано')
    .getByRole('button', { name: /^Удалить изображение/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
  await page.getByText('Изображение удалено').waitFor();
  await expect.poll(() => page.getByRole('figure').count()).toBe(1);
  expect((await app.call('listMedia', { as: author })).body.count).toBe(1);
});
