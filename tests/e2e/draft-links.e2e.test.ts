import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { contentEditor, openSettings } from '#tests/support/post-editor.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let author: TestUser;
let offsetMs = 0;

beforeAll(async () => {
  app = await createTestApp({ withPages: true, clock: { now: () => new Date(Date.now() + offsetMs) } });
  browser = await openBrowser();
});
beforeEach(async () => {
  offsetMs = 0;
  author = await app.createUser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const words = 'Последний рейс уходит в час ночи, и вагон почти пуст.';
const key = `new-${'1'.padStart(32, '0')}`;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const saveDraft = (title: string) =>
  app.call('saveDraft', { as: author, params: { key }, body: { title, content: words, writer: 'форма' } });
const createToken = async () => {
  const { url } = (await app.call('createDraftLink', { as: author, body: { key } })).body;
  return new URL(url).hash;
};
const openAsGuest = (hash: string) => openPageAs(browser, app, { path: `/draft${hash}` });
const isGone = (page: Page) => page.getByRole('heading', { name: 'Ссылка не действует' }).waitFor();

it('shows an unsaved text to a guest by a link until the author revokes it', async () => {
  const page = await openPageAs(browser, app, { path: '/posts/create', user: author });
  await openSettings(page);
  const share = button(page, 'Ссылка на черновик');
  expect(await share.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Заголовок статьи *' }).fill('Ночной трамвай');
  await contentEditor(page).click();
  await page.keyboard.insertText(words);
  await openSettings(page);
  await share.click();
  await button(page, 'Создать ссылку').click();
  const url = await page.getByLabel('Ссылка', { exact: true }).inputValue();
  expect(url).toMatch(/\/draft#[\w-]{43}$/);

  const requested: string[] = [];
  const guest = await openPageAs(browser, app, { path: '/about' });
  guest.on('request', (request) => requested.push(`${request.url()} ${request.headers().referer}`));
  await guest.goto(app.origin + new URL(url).pathname + new URL(url).hash);
  await guest.getByRole('heading', { level: 1, name: 'Ночной трамвай' }).waitFor();
  await guest.getByText(words).waitFor();
  expect(await guest.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
  // The token is in the body of a request only.
  expect(requested.join('\n')).not.toContain(new URL(url).hash.slice(1));

  await button(page, /^Отозвать ссылку от/).click();
  await page.getByText('Ссылка отозвана', { exact: true }).first().waitFor();
  await button(page, /^Отозвать ссылку от/).waitFor({ state: 'detached' });
  await guest.reload();
  await isGone(guest);
  await guest.context().close();
  await page.context().close();
});

it('says for a published post that a link shows its unpublished changes', async () => {
  const { slug } = await app.createPost(author, { title: 'Опубликовано', content: words });
  const page = await openPageAs(browser, app, { path: `/posts/${slug}/edit`, user: author });
  await page.getByRole('textbox', { name: 'Заголовок статьи *' }).fill('Правка заголовка');
  await openSettings(page);
  await button(page, 'Ссылка на правки').click();
  await page.getByText('По ссылке откроются ваши правки, которых читатели ещё не видят').waitFor();
  await button(page, 'Создать ссылку').click();
  const url = new URL(await page.getByLabel('Ссылка', { exact: true }).inputValue());
  const guest = await openAsGuest(url.hash);
  await guest.getByRole('heading', { level: 1, name: 'Правка заголовка' }).waitFor();
  await Promise.all([guest.context().close(), page.context().close()]);
});

it('names the editor who has created a link to the draft', async () => {
  const staff = await app.createUser({ isStaff: true });
  const { id, slug } = await app.createPost(author, { title: 'Черновик', content: words, status: 'draft' });
  await app.call('createDraftLink', { as: staff, body: { key: `post-${id}` } });
  const page = await openPageAs(browser, app, { path: `/posts/${slug}/edit`, user: author });
  await openSettings(page);
  await button(page, 'Ссылка на черновик').click();
  await page.getByText(`редактором ${staff.user.username}`).waitFor();
  expect(await button(page, /^Отозвать/).count()).toBe(0);
  await page.context().close();
});

it('says that a link has expired, is wrong or has no token', async () => {
  await saveDraft('Ночной трамвай');
  const hash = await createToken();
  const page = await openAsGuest(hash);
  await page.getByRole('heading', { level: 1, name: 'Ночной трамвай' }).waitFor();
  offsetMs = 30 * 24 * 3_600_000;
  await page.reload();
  await isGone(page);
  await page.getByText('Автор отозвал её, срок закончился или черновик удалён.').waitFor();
  offsetMs = 0;
  for (const wrong of ['#нет-такой', '']) {
    await page.goto('about:blank');
    await page.goto(`${app.origin}/draft${wrong}`);
    await isGone(page);
  }
  await page.context().close();
});

it('leads to the article after its publication, and offers another try after a failure', async () => {
  await saveDraft('Ночной трамвай');
  const hash = await createToken();
  const page = await openPageAs(browser, app, { path: '/about' });
  await page.route('**/draft-links/read/', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Занято' } }),
  );
  await page.goto(`${app.origin}/draft${hash}`);
  await page.getByRole('heading', { name: 'Не удалось открыть черновик' }).waitFor();
  await page.unroute('**/draft-links/read/');
  await button(page, 'Попробовать ещё раз').click();
  await page.getByRole('heading', { level: 1, name: 'Ночной трамвай' }).waitFor();
  const body = { title: 'Вышедший трамвай', content: words, status: 'published', draft_key: key };
  const { slug } = (await app.call('createPost', { as: author, body })).body;
  await page.reload();
  await page.waitForURL(`**/posts/${slug}`);
  await page.getByRole('heading', { level: 1, name: 'Вышедший трамвай' }).waitFor();
  await page.context().close();
});

it('lists a text that was saved by itself as a draft, continues it, and deletes it after a confirmation', async () => {
  await saveDraft('Само сохранилось');
  const page = await openPageAs(browser, app, { path: '/posts/my', user: author });
  const row = page.getByRole('article').filter({ hasText: 'Само сохранилось' });
  await row.getByText('Черновик', { exact: true }).waitFor();
  await row.getByRole('link', { name: /^Продолжить/ }).click();
  await page.waitForURL(`**/posts/create?draft=${key}`);
  await contentEditor(page).getByText(words).waitFor();
  await page.goto(`${app.origin}/posts/my`);
  await button(page, 'Удалить: Само сохранилось').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('heading', { name: 'Удалить этот текст?' }).waitFor();
  await button(page, 'Оставить').click();
  await dialog.waitFor({ state: 'detached' });
  expect((await app.call('listDrafts', { as: author })).body.count).toBe(1);
  await button(page, 'Удалить: Само сохранилось').click();
  await dialog.getByRole('button', { name: 'Удалить' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'У вас пока нет статей' }).waitFor();
  expect((await app.call('listDrafts', { as: author })).body.count).toBe(0);
  await page.context().close();
});
