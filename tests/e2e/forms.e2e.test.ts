import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { contentEditor } from '#tests/support/post-editor.ts';
import { subscribe } from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let user: TestUser;
beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
  user = await app.createUser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const expectText = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click();
const fail = (page: Page, path: string, status = 500) =>
  page.route(`**/api/v1/${path}`, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status, json: {} }),
  );

describe('error messages of a form', () => {
  it('are shown for the login', async () => {
    const page = await openPageAs(browser, app, { path: '/login' });
    await press(page, 'Войти');
    await expectText(page, 'Email обязателен');
    await expectText(page, 'Пароль обязателен');
    await field(page, 'Email адрес').fill('адрес');
    await field(page, 'Пароль').fill('12345');
    await press(page, 'Войти');
    await expectText(page, 'Некорректный email адрес');
    await expectText(page, 'Пароль должен содержать минимум 6 символов');
    await fail(page, 'auth/login/');
    await field(page, 'Email адрес').fill(user.user.email);
    await field(page, 'Пароль').fill(user.password);
    await press(page, 'Войти');
    await expectText(page, 'Произошла ошибка при входе. Попробуйте позже.');
    await page.context().close();
  });

  it('are shown for the registration', async () => {
    const page = await openPageAs(browser, app, { path: '/register' });
    await page.getByRole('checkbox').check();
    await press(page, 'Создать аккаунт');
    await expectText(page, 'Имя пользователя обязательно');
    await expectText(page, 'Email обязателен');
    await expectText(page, 'Пароль обязателен');
    await expectText(page, 'Подтверждение пароля обязательно');
    await field(page, 'Имя пользователя *').fill('аб');
    await field(page, 'Email адрес *').fill('адрес');
    await field(page, 'Пароль *').fill('1234567');
    await field(page, 'Подтверждение пароля *').fill('7654321');
    await expectText(page, 'Имя пользователя должно содержать минимум 3 символа');
    await expectText(page, 'Некорректный email адрес');
    await expectText(page, 'Пароль должен содержать минимум 8 символов');
    await field(page, 'Имя пользователя *').fill('Вера Н');
    await expectText(page, 'Недопустимые символы в имени пользователя');
    await field(page, 'Имя пользователя *').fill('vera');
    await field(page, 'Email адрес *').fill('vera@example.com');
    await field(page, 'Пароль *').fill('Трамвай №5 в депо');
    await press(page, 'Создать аккаунт');
    await expectText(page, 'Пароли не совпадают');
    await page.getByRole('checkbox').uncheck();
    await expectText(page, 'Необходимо согласиться с условиями использования');
    await page.getByRole('checkbox').check();
    await field(page, 'Подтверждение пароля *').fill('Трамвай №5 в депо');
    await fail(page, 'auth/register/');
    await press(page, 'Создать аккаунт');
    await expectText(page, 'Произошла ошибка при регистрации. Попробуйте позже.');
    await page.context().close();
  });

  it('are shown for the password', async () => {
    const page = await openPageAs(browser, app, { path: '/change-password', user });
    await press(page, 'Изменить пароль');
    await expectText(page, 'Введите текущий пароль');
    await expectText(page, 'Подтверждение пароля обязательно');
    await field(page, 'Текущий пароль').fill(user.password);
    await field(page, 'Новый пароль').fill('Трамвай №5 в депо');
    await field(page, 'Подтверждение нового пароля').fill('Трамвай №6 в депо');
    await press(page, 'Изменить пароль');
    await expectText(page, 'Пароли не совпадают');
    await field(page, 'Подтверждение нового пароля').fill('Трамвай №5 в депо');
    await fail(page, 'auth/change-password/');
    await press(page, 'Изменить пароль');
    await expectText(page, 'Ошибка изменения пароля');
    await page.context().close();
  });

  it('are shown for the profile', async () => {
    const page = await openPageAs(browser, app, { path: '/profile', user });
    await field(page, 'Имя').fill('Вера');
    await fail(page, 'auth/profile/');
    await press(page, 'Сохранить');
    await expectText(page, 'Ошибка обновления профиля');
    await page.context().close();
  });

  it('are shown for a post', async () => {
    const page = await openPageAs(browser, app, { path: '/posts/create', user });
    await contentEditor(page).waitFor();
    await field(page, 'Заголовок статьи *').press('Control+KeyS');
    await expectText(page, 'Пожалуйста, исправьте ошибки в форме');
    await expectText(page, 'Заголовок обязателен');
    await field(page, 'Заголовок статьи *').fill('Ночной трамвай');
    await contentEditor(page).fill('Коротко.');
    await fail(page, 'posts/');
    await field(page, 'Заголовок статьи *').press('Control+Shift+KeyS');
    await expectText(page, 'Произошла ошибка при создании статьи. Попробуйте еще раз.');
    await page.unrouteAll();
    await field(page, 'Заголовок статьи *').press('Control+KeyS');
    await expectText(page, 'Черновик сохранен!');
    await page.context().close();
  });
});

describe('the outcome of an action is shown', () => {
  it('when a post is pinned on the front page, and when that fails', async () => {
    await subscribe(app, user);
    await app.createPost(user, { title: 'На видном месте' });
    const page = await openPageAs(browser, app, { path: '/', user });
    const card = page.getByRole('article').filter({ hasText: 'На видном месте' }).first();
    await fail(page, 'subscribe/pin-post/');
    await card.getByRole('button', { name: 'Закрепить пост' }).click();
    await expectText(page, 'Ошибка при изменении статуса закрепления');
    await page.unrouteAll();
    // The toast precedes the reload of the list, and until then the button ignores clicks.
    const ready = page.locator(':not([aria-busy])');
    await card.getByRole('button', { name: 'Закрепить пост' }).and(ready).click();
    await expectText(page, 'Пост закреплен');
    await page.context().close();
  });

  it('when one pins a post before the page knows the subscription', async () => {
    const author = await app.createUser();
    await subscribe(app, author);
    await app.createPost(author, { title: 'Поскорее' });
    const page = await openPageAs(browser, app, { path: '/robots.txt', user: author });
    const clicked = Promise.withResolvers<void>();
    await page.route('**/api/v1/subscribe/status/', async (route) => {
      await clicked.promise;
      await route.continue();
    });
    await page.goto(app.origin);
    const card = page.getByRole('article').filter({ hasText: 'Поскорее' }).first();
    await card.getByRole('button', { name: 'Закрепить пост' }).click();
    clicked.resolve();
    await expectText(page, 'Пост закреплен');
    await page.context().close();
  });

  it('when a comment is changed and deleted, and when that fails', async () => {
    const { id: post, slug } = await app.createPost(user, { title: 'Спорное' });
    await app.call('createComment', { as: user, body: { post, content: 'Первое слово' } });
    const page = await openPageAs(browser, app, { path: `/posts/${slug}`, user });
    await page.getByRole('button', { name: /^Изменить комментарий/ }).click();
    await field(page, 'Текст комментария').fill('Второе слово');
    await fail(page, 'comments/*/');
    await press(page, 'Сохранить');
    await expectText(page, 'Не удалось обновить комментарий');
    await page.unrouteAll();
    await field(page, 'Текст комментария').fill(' Третье слово');
    await press(page, 'Сохранить');
    await expectText(page, 'Комментарий обновлен');
    await page.getByRole('button', { name: /^Удалить комментарий/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
    await expectText(page, 'Комментарий удален');
    await expectText(page, 'Комментарии (0)');
    await page.context().close();
  });
});

it('shows the actions of a card only to its author', async () => {
  const other = await app.createUser();
  const page = await openPageAs(browser, app, { path: '/', user: other });
  await page.getByRole('button', { name: /^Меню: / }).waitFor();
  expect(await page.getByRole('button', { name: /^Действия с постом/ }).count()).toBe(0);
  await page.context().close();
});
