import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { findMailLinks } from '#tests/support/mail-folder.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  // Without a mail server, as in development: emails are written to files.
  app = await createTestApp({ withPages: true, mail: undefined });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const newPassword = 'Совсем другой пароль 7';
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const pathOf = (page: Page) => page.url().slice(app.origin.length);
const canLogIn = async ({ user }: TestUser, password: string) => {
  const response = await app.call('login', { body: { email: user.email, password } });
  return response.status === 200;
};

describe('the profile', () => {
  it('is changed with an avatar that is previewed, and shown on the public page', async () => {
    const user = await app.createUser();
    const page = await openPageAs(browser, app, { path: '/profile', user });
    await page.getByLabel('Имя', { exact: true }).fill('Вера');
    await page.getByLabel('Фамилия').fill('Лугова');
    await page.getByLabel('О себе').fill('Пишу о реках.');
    await page.getByText('13/500').waitFor();
    const color = { r: 160, g: 40, b: 30 };
    const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: color } })
      .png()
      .toBuffer();
    await page.getByLabel('Выбрать фото').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    const frame = page.getByLabel('Кадр фотографии');
    await frame.focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByLabel('Крупнее').fill('2');
    await page.getByRole('button', { name: 'Готово' }).click();
    await frame.waitFor({ state: 'detached' });
    await page.locator('main img[src^="blob:"]').waitFor();
    expect((await app.call('getProfile', { as: user })).body.avatar).toBeNull();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await toast(page, 'Профиль успешно обновлен');
    await page.getByRole('banner').locator('img[src*="/media/"]').waitFor();
    await page.getByRole('button', { name: /Вера Лугова/ }).waitFor();

    const guest = await openPageAs(browser, app, { path: `/users/${user.user.username}` });
    expect(await guest.title()).toBe('Вера Лугова | News Site');
    await guest.getByText('Пишу о реках.').waitFor();
    await guest.context().close();

    await page.getByRole('button', { name: 'Удалить фото' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await expect.poll(async () => (await app.call('getProfile', { as: user })).body.avatar).toBeNull();
    await page.context().close();
  });

  it('crops the photo to the chosen part, and not at all after «Отмена»', async () => {
    const user = await app.createUser();
    const page = await openPageAs(browser, app, { path: '/profile', user });
    const half = { width: 100, height: 100, channels: 3 as const };
    const left = await sharp({ create: { ...half, background: 'red' } })
      .png()
      .toBuffer();
    const buffer = await sharp({ create: { ...half, width: 200, background: 'blue' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .png()
      .toBuffer();
    const choose = () =>
      page.getByLabel('Выбрать фото').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    const frame = page.getByLabel('Кадр фотографии');
    await choose();
    await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click();
    await frame.waitFor({ state: 'detached' });
    expect(await page.locator('main img[src^="blob:"]').count()).toBe(0);

    // The same file again: the picture follows the pointer until its left edge.
    await choose();
    await frame.locator('img[style*="width"]').waitFor();
    const { x = 0, y = 0, height: side = 0 } = (await frame.boundingBox()) ?? {};
    await page.mouse.move(x + 20, y + side / 2);
    await page.mouse.down();
    await page.mouse.move(x + 280, y + side / 2, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Готово' }).click();
    await frame.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await toast(page, 'Профиль успешно обновлен');
    const { avatar } = (await app.call('getProfile', { as: user })).body;
    const stored = sharp(Buffer.from(await (await fetch(avatar)).arrayBuffer()));
    const { width: storedWidth, height } = await stored.metadata();
    expect(storedWidth).toBe(height);
    const { channels } = await stored.stats();
    expect(channels[0]?.mean).toBeGreaterThan(200);
    expect(channels[2]?.mean).toBeLessThan(50);
    await page.context().close();
  });

  it('shows server errors under their fields and clears them with «Отмена»', async () => {
    const user = await app.createUser();
    const page = await openPageAs(browser, app, { path: '/profile', user });
    await page.route('**/auth/profile/', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 400, json: { bio: ['Так о себе не пишут.'], avatar: ['Не картинка.'] } })
        : route.continue(),
    );
    await page.getByLabel('О себе').fill('Текст');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Так о себе не пишут.').waitFor();
    await page.getByText('Не картинка.').waitFor();
    await page.getByRole('button', { name: 'Отмена' }).click();
    await expect.poll(() => page.getByLabel('О себе').inputValue()).toBe('');
    await page.getByText('Так о себе не пишут.').waitFor({ state: 'detached' });
    await page
      .getByLabel('Выбрать фото')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await page.getByText('Можно загружать только изображения').waitFor();
    await page.context().close();
  });
});

describe('the password', () => {
  it('is changed without ending the session', async () => {
    const user = await app.createUser();
    const page = await openPageAs(browser, app, { path: '/change-password', user });
    await page.getByLabel('Текущий пароль').fill('не тот');
    await page.getByLabel('Новый пароль', { exact: true }).fill(newPassword);
    await page.getByLabel('Подтверждение нового пароля').fill('иначе');
    await page.getByRole('button', { name: 'Изменить пароль' }).click();
    await page.getByText('Пароли не совпадают').waitFor();
    await page.getByLabel('Подтверждение нового пароля').fill(newPassword);
    await page.getByRole('button', { name: 'Изменить пароль' }).click();
    await page.getByText('Текущий пароль указан неверно.').waitFor();
    await page.getByLabel('Текущий пароль').fill(user.password);
    await page.getByRole('button', { name: 'Изменить пароль' }).click();
    await toast(page, 'Пароль успешно изменен');
    await page.waitForURL('**/profile');
    await page.reload();
    await page.getByRole('button', { name: 'Сохранить' }).waitFor();
    expect([await canLogIn(user, user.password), await canLogIn(user, newPassword)]).toEqual([false, true]);
    await page.context().close();
  });

  it('is reset by a link in an email, which works once', async () => {
    const user = await app.createUser();
    const page = await openPageAs(browser, app, { path: '/login?redirect=%2Fprofile' });
    await page.getByRole('link', { name: 'Забыли пароль?' }).click();
    await page.waitForURL('**/password-reset?redirect=%2Fprofile');
    await page.getByRole('heading', { name: 'Восстановление пароля' }).waitFor();
    await page.getByLabel('Email адрес').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Отправить' }).click();
    const confirmation = await page.getByText(/Если с адресом nobody@example.com/).textContent();
    await page.getByRole('button', { name: 'Указать другой адрес' }).click();
    await page.getByLabel('Email адрес').fill(user.user.email);
    await page.getByRole('button', { name: 'Отправить' }).click();
    const repeatedConfirmation = await page.getByText(`Если с адресом ${user.user.email}`).textContent();
    expect(repeatedConfirmation?.replace(user.user.email, 'nobody@example.com')).toBe(confirmation);

    const [link = '', ...others] = await findMailLinks(app, '/password-reset');
    expect(others).toEqual([]);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.url()} ${request.headers().referer ?? ''}`));
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('button', { name: 'Сохранить пароль' }).waitFor();
    await page.waitForURL(`${app.origin}/password-reset`);
    await page.getByLabel('Новый пароль', { exact: true }).fill('12345678');
    await page.getByLabel('Подтверждение нового пароля').fill('12345678');
    await page.getByRole('button', { name: 'Сохранить пароль' }).click();
    await page.getByText('Пароль не может состоять только из цифр').waitFor();
    await page.getByLabel('Новый пароль', { exact: true }).fill(newPassword);
    await page.getByLabel('Подтверждение нового пароля').fill(newPassword);
    await page.getByRole('button', { name: 'Сохранить пароль' }).click();
    await page.getByText('Пароль изменён').waitFor();
    expect(requests.filter((request) => request.includes(link.split('=')[1] ?? link))).toEqual([]);
    expect(await canLogIn(user, newPassword)).toBe(true);

    await page.goto('about:blank');
    await page.goto(link);
    await page.getByLabel('Новый пароль', { exact: true }).fill('И ещё один пароль 8');
    await page.getByLabel('Подтверждение нового пароля').fill('И ещё один пароль 8');
    await page.getByRole('button', { name: 'Сохранить пароль' }).click();
    await page.getByText('Ссылка не подошла').waitFor();
    await page.getByRole('button', { name: 'Запросить новую ссылку' }).click();
    await page.getByLabel('Email адрес').waitFor();
    await page.context().close();
  });
});

describe('the email address', () => {
  it('is confirmed by a link in an email that can be sent again', async () => {
    const user = await app.createUser();
    await findMailLinks(app, '/verify-email');
    const page = await openPageAs(browser, app, { path: '/profile', user });
    await page.getByText('Не подтверждён').waitFor();
    const before = await findMailLinks(app, '/verify-email');
    await page.getByRole('button', { name: 'Отправить письмо ещё раз' }).click();
    await toast(page, `Письмо отправлено на ${user.user.email}`);
    const [link = ''] = (await findMailLinks(app, '/verify-email')).filter(
      (found) => !before.includes(found),
    );
    await page.goto(link);
    await page.getByRole('button', { name: 'Подтвердить адрес' }).click();
    await page.getByText('Адрес подтверждён').waitFor();
    expect(pathOf(page)).toBe('/verify-email');
    await page.getByRole('link', { name: 'Перейти в профиль' }).click();
    await page.getByText('Подтверждён', { exact: true }).waitFor();
    await page.context().close();

    const guest = await openPageAs(browser, app, { path: link.slice(app.origin.length) });
    await guest.getByRole('button', { name: 'Подтвердить адрес' }).click();
    await guest.getByText('Ссылка не подошла').waitFor();
    await guest.getByRole('link', { name: 'Войти и отправить письмо' }).click();
    await guest.waitForURL('**/login?redirect=%2Fprofile');
    await guest.context().close();
  });
});

describe('the login', () => {
  it.each(['/profile', '/change-password'])('is required for %s', async (path) => {
    const page = await openPageAs(browser, app, { path: `${path}?x=1#y` });
    await page.waitForURL(`**/login?${new URLSearchParams({ redirect: `${path}?x=1#y` })}`);
    await page.context().close();
  });

  it.each(['/login?redirect=%2Fposts', '/register'])(
    'redirects a logged-in user from %s to the home page',
    async (path) => {
      const page = await openPageAs(browser, app, { path, user: await app.createUser() });
      await page.waitForURL(`${app.origin}/`);
      await page.context().close();
    },
  );

  it('keeps the redirect target between login and registration', async () => {
    const user = await app.createUser();
    const page = await openPageAs(browser, app, { path: '/change-password' });
    await page.waitForURL('**/login?redirect=%2Fchange-password');
    await page.getByRole('banner').getByRole('link', { name: 'Регистрация' }).click();
    await page.waitForURL('**/register?redirect=%2Fchange-password');
    await page.getByRole('link', { name: 'Или войдите в существующий аккаунт' }).click();
    await page.waitForURL('**/login?redirect=%2Fchange-password');
    await page.getByRole('heading', { name: 'Вход в аккаунт' }).waitFor();
    await page.getByLabel('Email адрес').fill(user.user.email);
    await page.getByLabel('Пароль', { exact: true }).fill(user.password);
    await page.getByRole('main').getByRole('button', { name: 'Войти' }).click();
    await page.getByLabel('Текущий пароль').waitFor();
    expect(pathOf(page)).toBe('/change-password');
    await page.context().close();
  });
});
