import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { waitUntilIdle } from '#tests/support/idle.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { subscribe } from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const bell = (page: Page) => page.getByRole('button', { name: /^Уведомления/ });
const addNotification = (user: TestUser, key: string) =>
  app.notifications.add(app.db, user.user.id, key, { kind: 'payment_failed' });
const unreadOf = async (as: TestUser) => (await app.call('listNotices', { as })).body.unread_count;

describe('the bell', () => {
  it('shows unread notifications, opened by keyboard', async () => {
    const user = await app.createUser();
    await addNotification(user, 'a');
    const page = await openPageAs(browser, app, { path: '/categories', user });
    await page.getByRole('button', { name: 'Уведомления, 2\u00a0новых' }).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Уведомления' });
    await panel.getByText('Оплата не прошла').waitFor();
    await expect.poll(() => panel.getByRole('article').count()).toBe(2);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await expect.poll(() => bell(page).evaluate((button) => button === document.activeElement)).toBe(true);

    await bell(page).click();
    await panel.getByRole('button', { name: 'Прочитано: Оплата не прошла' }).click();
    await page.getByRole('button', { name: 'Уведомления, 1\u00a0новое' }).waitFor();
    await expect.poll(() => panel.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await panel.getByRole('link', { name: 'Заполнить профиль' }).click();
    await page.waitForURL('**/profile');
    await page.getByRole('button', { name: 'Уведомления', exact: true }).waitFor();
    await expect.poll(() => unreadOf(user)).toBe(0);
    await page.context().close();
  });

  it('marks all as read and clears them on a phone', async () => {
    const user = await app.createUser();
    for (let index = 0; index < 11; index += 1) await addNotification(user, `event ${index}`);
    const page = await openPageAs(browser, app, { path: '/categories', user, width: 390 });
    await bell(page).click();
    await page.getByRole('button', { name: 'Показать ещё' }).click();
    await page.getByText('Добро пожаловать').waitFor();
    await expect.poll(() => page.getByRole('dialog').getByRole('article').count()).toBe(12);
    await page.getByRole('button', { name: 'Прочитать все' }).click();
    await page.getByRole('button', { name: 'Уведомления', exact: true }).waitFor();
    await expect.poll(() => unreadOf(user)).toBe(0);
    await page.getByRole('button', { name: 'Очистить' }).click();
    await page.getByText('Уведомлений нет').waitFor();
    // The panel updates before the server responds.
    await expect.poll(async () => (await app.call('listNotices', { as: user })).body.count).toBe(0);
    await page.reload();
    await bell(page).click();
    await page.getByText('Уведомлений нет').waitFor();
    await page.context().close();
  });

  it('reports a failed load and loads the notifications on retry', async () => {
    const page = await openPageAs(browser, app, { path: '/login' });
    let isBroken = true;
    await page.route('**/api/v1/notices/**', (route) =>
      isBroken ? route.fulfill({ status: 500, json: { detail: 'x' } }) : route.continue(),
    );
    const user = await app.createUser();
    await page.getByLabel('Email адрес').fill(user.user.email);
    await page.getByLabel('Пароль', { exact: true }).fill(user.password);
    await page.getByRole('main').getByRole('button', { name: 'Войти' }).click();
    await bell(page).click();
    await page.getByText('Не удалось загрузить уведомления.').waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Повторить' }).click();
    await page.getByText('Рады, что вы с нами.', { exact: false }).waitFor();
    await page.context().close();
  });
});

describe('the menu of a user', () => {
  it('shows the subscription right after a login and forgets it on logout', async () => {
    const [subscriber, other] = [await app.createUser(), await app.createUser()];
    await subscribe(app, subscriber);
    const page = await openPageAs(browser, app, { path: '/login' });
    const logIn = async ({ user, password }: TestUser) => {
      await page.goto(`${app.origin}/login`);
      await page.getByLabel('Email адрес').fill(user.email);
      await page.getByLabel('Пароль', { exact: true }).fill(password);
      await page.getByRole('main').getByRole('button', { name: 'Войти' }).click();
      await page.getByRole('button', { name: new RegExp(`^Меню: .*${user.username}`) }).click();
    };
    await logIn(subscriber);
    const menu = page.getByRole('menu');
    await menu.getByText('Подписка активна').waitFor();
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
      'Профиль',
      'ПодпискаАктивна',
      'Мои посты',
      'Мои комментарии',
      'Создать пост',
      'Сменить пароль',
      'Выйти',
    ]);
    await page.getByRole('menuitem', { name: 'Выйти' }).click();
    await page.getByText('Вы успешно вышли из системы').waitFor();
    await logIn(other);
    await menu.getByText('Нет подписки').waitFor();
    expect(await page.getByText('Подписка активна').count()).toBe(0);
    await page.context().close();
  });

  it('ends the local session when the server is unreachable', async () => {
    const page = await openPageAs(browser, app, {
      path: '/profile',
      user: await app.createUser(),
      width: 390,
    });
    await page.getByRole('button', { name: 'Сохранить' }).waitFor();
    await page.route('**/auth/logout/', (route) => route.abort());
    await page.getByRole('button', { name: 'Открыть меню' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Выйти' }).click();
    await page.getByText('Произошла ошибка при выходе').waitFor();
    await page.waitForURL(`${app.origin}/`);
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual([]);
    await page.context().close();
  });

  it('is a link to the profile when its code fails to load', async () => {
    const user = await app.createUser();
    const page = await openPageAs(browser, app, { path: '/posts', user });
    await bell(page).waitFor();
    let isMissing = true;
    await page.route('**/assets/user-tools-*.js', (route) => (isMissing ? route.abort() : route.continue()));
    await page.reload();
    const badge = page.getByRole('banner').getByRole('link', { name: user.user.username });
    // The link is busy until the code has failed to load; before that the menu may still replace it.
    await badge.and(page.locator('[aria-busy=false]')).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    isMissing = false;
    await badge.click();
    await page.waitForURL('**/profile');
    await bell(page).waitFor();
    await page.context().close();
  });
});

it('the search box keeps text typed before hydration', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  let releaseScripts = () => {};
  const scripts = new Promise<void>((resolve) => {
    releaseScripts = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await scripts;
    await route.continue();
  });
  await page.goto(`${app.origin}/posts?search=трамвай`, { waitUntil: 'commit' });
  const box = page.getByRole('banner').getByRole('combobox');
  // Before the styles load, the box of the phone's panel is visible too.
  await expect.poll(() => box.count()).toBe(1);
  await box.fill('мост');
  releaseScripts();
  await waitUntilIdle(page);
  expect(await box.inputValue()).toBe('мост');
  await context.close();
});

it('the search box shows the search of the page, trims it and can be cleared', async () => {
  const page = await openPageAs(browser, app, { path: '/posts?search=трамвай' });
  const box = page.getByRole('banner').getByRole('combobox');
  expect(await box.inputValue()).toBe('трамвай');
  await waitUntilIdle(page);
  await page.getByRole('banner').getByRole('button', { name: 'Очистить поиск' }).click();
  await page.keyboard.press('Enter');
  await box.fill('  мост  ');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/posts?${new URLSearchParams({ search: 'мост' })}`);
  await page.context().close();
});
