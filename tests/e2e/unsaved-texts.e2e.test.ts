import type { Socket } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { hasOpenRequests, waitUntilIdle } from '#tests/support/idle.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { contentEditor, publish, readMarkdown, saveNow } from '#tests/support/post-editor.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** The editor must not lose a text, whatever happens. */
let app: TestApp;
let browser: Browser;
let author: TestUser;
let page: Page;
let offsetMs = 0;

beforeAll(async () => {
  app = await createTestApp({ withPages: true, clock: { now: () => new Date(Date.now() + offsetMs) } });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});
beforeEach(async () => {
  author = await app.createUser();
  page = await openPageAs(browser, app, { path: '/posts/create', user: author });
});
afterEach(() => page.context().close());

const words = 'Последний рейс уходит в час ночи, и вагон почти пуст.';
const titleField = (tab = page) => tab.getByRole('textbox', { name: 'Заголовок статьи *' });
const expectText = (text: string | RegExp, tab = page) => tab.getByText(text).first().waitFor();
const drafts = async () => (await app.call('listDrafts', { as: author })).body.results;

async function write(text: string, tab = page): Promise<void> {
  await contentEditor(tab).click();
  await tab.keyboard.insertText(text);
}
async function reopen(path = '/posts/create'): Promise<void> {
  const context = page.context();
  await page.close();
  page = await context.newPage();
  await page.goto(app.origin + path);
}
type StoredRecord = { text?: string };
/** The records of the local draft store. */
const storedRecords = () =>
  page.evaluate(
    () =>
      new Promise<StoredRecord[]>((resolve) => {
        const request = indexedDB.open('texts');
        request.onupgradeneeded = () => request.transaction?.abort();
        request.onerror = () => resolve([]);
        request.onsuccess = () => {
          const { result: database } = request;
          const all = database.transaction('texts').objectStore('texts').getAll();
          all.onsuccess = () => resolve(all.result);
          database.close();
        };
      }),
  );
const storedTexts = async () => (await storedRecords()).map(({ text }) => text);
/** Waits until the device has stored the last input: a kill before that loses it. */
const waitUntilStored = (text: string) =>
  expect.poll(async () => JSON.stringify(await storedRecords())).toContain(text);
async function restore(): Promise<void> {
  await expectText(/^Сохранён автоматически/);
  await page.getByRole('button', { name: /^Восстановить: / }).click();
  await expectText('Текст восстановлен');
}
const refuseSaves = (status: number | null) =>
  page.route('**/api/v1/posts/drafts/*/', (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    return status === null ? route.abort() : route.fulfill({ status, json: { detail: 'Сбой' } });
  });

it('restores a text after a tab was killed before the first save to the server, and publishes it', async () => {
  await refuseSaves(null);
  await titleField().fill('Ночной трамвай');
  await write(words);
  await write(` ${words}`);
  await waitUntilStored(`${words} ${words}`);
  await reopen();
  await restore();
  await expectText(/^Сохранено в \d\d:\d\d$/);
  expect([await titleField().inputValue(), (await readMarkdown(page)).trim()]).toEqual([
    'Ночной трамвай',
    `${words} ${words}`,
  ]);
  expect(await drafts()).toMatchObject([{ title: 'Ночной трамвай' }]);

  await publish(page);
  await page.waitForURL('**/posts/nochnoy-tramvay');
  expect(await drafts()).toEqual([]);
  await page.goto(`${app.origin}/posts/create`);
  await contentEditor(page).waitFor();
  await waitUntilIdle(page);
  expect(await page.getByText('Сохранён автоматически').count()).toBe(0);
});

it('saves locally while offline and to the server when online again', async () => {
  await titleField().fill('Без связи');
  await saveNow(page);
  await page.context().setOffline(true);
  await write(words);
  await expectText('Нет связи, текст сохранён на устройстве');
  await page.context().setOffline(false);
  await expectText(/^Сохранено в /);
  expect(await drafts()).toMatchObject([{ title: 'Без связи', content: words }]);

  await page.getByRole('link', { name: 'Отмена' }).click();
  await page.getByText('Текст сохранён черновиком.').waitFor();
  await page.getByRole('button', { name: 'Закрыть и сохранить' }).click();
  await page.waitForURL('**/posts/my');
  await page.getByRole('link', { name: 'Продолжить: Без связи' }).waitFor();
});

it('survives failures and restarts of the server', async () => {
  await page.clock.install();
  const expectInTime = (text: string | RegExp) =>
    expect
      .poll(async () => {
        // The time limit of a request must not pass.
        if (!hasOpenRequests(page)) await page.clock.runFor(1_000);
        return page.getByText(text).first().isVisible();
      })
      .toBe(true);
  await refuseSaves(500);
  await titleField().fill('Сбой');
  await expectInTime('Сервер не отвечает, текст сохранён на устройстве');
  await page.unrouteAll();
  const { server } = app.http;
  const refuse = (socket: Socket) => socket.destroy();
  server.prependListener('connection', refuse);
  server.closeAllConnections();
  await write(words);
  await expectInTime('Нет связи, текст сохранён на устройстве');
  server.off('connection', refuse);
  await expectInTime(/^Сохранено в /);
  expect(await drafts()).toMatchObject([{ title: 'Сбой', content: words }]);
});

it('shows both texts when two tabs edit the same post', async () => {
  const { id, slug } = await app.createPost(author, { title: 'Две вкладки', content: words });
  const path = `/posts/${slug}/edit`;
  await page.goto(app.origin + path);
  const other = await page.context().newPage();
  await other.goto(app.origin + path);
  await titleField(other).fill('Из второй вкладки');
  await saveNow(other);
  await titleField().fill('Из первой вкладки');
  await page.getByRole('heading', { name: 'Этот текст изменили в другой вкладке' }).waitFor();
  const version = (name: string) => page.getByLabel(`${name}: заголовок`).inputValue();
  expect(await version('Ваш вариант')).toBe('Из первой вкладки');
  expect(await version('Сохранённый вариант')).toBe('Из второй вкладки');
  await page.getByRole('button', { name: 'Оставить мой вариант' }).click();
  await expectText(/^Сохранено в /);
  expect(await drafts()).toMatchObject([{ post: id, title: 'Из первой вкладки' }]);

  await titleField(other).fill('И снова из второй');
  await other.getByRole('button', { name: 'Взять сохранённый' }).click();
  await other.getByRole('heading', { name: 'Вы взяли сохранённый вариант' }).waitFor();
  expect(await titleField(other).inputValue()).toBe('Из первой вкладки');
});

it('saves to the server when local storage is full, and warns on leaving only if nothing is saved', async () => {
  const dialogTypes: string[] = [];
  page.on('dialog', (dialog) => {
    dialogTypes.push(dialog.type());
    void dialog.accept();
  });
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await titleField().fill('Нет места');
  await expectText(/^Сохранено в \d\d:\d\d\. На устройстве нет места/);
  await page.reload();
  expect(dialogTypes).toEqual([]);
  await restore();
  expect(await titleField().inputValue()).toBe('Нет места');

  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await refuseSaves(500);
  await titleField().fill('Нигде');
  await expectText(/^Текст не сохранён/);
  await page.reload();
  expect(dialogTypes).toEqual(['beforeunload']);
});

it('deletes a draft only after a confirmation', async () => {
  await titleField().fill('Лишний');
  await saveNow(page);
  await reopen();
  await page.getByRole('button', { name: 'Удалить: Лишний' }).click();
  await page.getByRole('button', { name: 'Удалить', exact: true }).last().click();
  await page.getByText('Сохранён автоматически').waitFor({ state: 'detached' });
  expect(await drafts()).toEqual([]);
});

it('stores unsent comments until they are sent or cancelled', async () => {
  const { slug } = await app.createPost(author, { title: 'Обсуждение', content: words });
  const comment = () => page.getByPlaceholder('Оставьте ваш комментарий...');
  const hint = () => page.getByText('Это текст, который вы не отправили в прошлый раз.');
  await page.goto(`${app.origin}/posts/${slug}`);
  await comment().waitFor();
  // The code that stores the text has been loaded.
  await waitUntilIdle(page);
  await comment().fill('Недописанная мы');
  await expect.poll(storedTexts).toEqual(['Недописанная мы']);
  await reopen(`/posts/${slug}`);
  await hint().waitFor();
  expect(await comment().inputValue()).toBe('Недописанная мы');
  await comment().fill('Дописанная мысль');
  await page.getByRole('button', { name: 'Отправить' }).click();
  await expectText('Комментарий добавлен');

  await page.getByRole('button', { name: /^Ответить/ }).click();
  const reply = () => page.getByRole('textbox', { name: /Ответ/ });
  await reply().fill('Ответ, который не нужен');
  await expect.poll(storedTexts).toEqual(['Ответ, который не нужен']);
  await page.getByRole('button', { name: 'Отмена' }).click();
  await expect.poll(storedTexts).toEqual([]);
  await reopen(`/posts/${slug}`);
  await page.getByRole('button', { name: /^Ответить/ }).click();
  await reply().waitFor();
  await waitUntilIdle(page);
  expect([await comment().inputValue(), await reply().inputValue(), await hint().count()]).toEqual([
    '',
    '',
    0,
  ]);
});

/** Must be the last test: it moves the clock forward. */
it('asks for a login in a dialog when the session has expired', async () => {
  await titleField().fill('Сеанс');
  await saveNow(page);
  // The dialog opens at the first request after the change of the clock and would cover the editor.
  await contentEditor(page).click();
  await waitUntilIdle(page);
  offsetMs = 30 * 24 * 3_600_000;
  await page.keyboard.insertText(words);
  const dialog = page.getByRole('dialog', { name: 'Войдите снова' });
  await dialog.waitFor();
  expect(new URL(page.url()).pathname).toBe('/posts/create');
  await dialog.getByLabel('Email адрес').fill(author.user.email);
  await dialog.getByLabel('Пароль', { exact: true }).fill(author.password);
  await dialog.getByRole('button', { name: 'Войти' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expectText(/^Сохранено в /);
  expect((await readMarkdown(page)).trim()).toBe(words);
});
