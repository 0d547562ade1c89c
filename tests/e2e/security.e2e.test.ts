import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { hands } from '#tests/support/hands.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { codeAt } from '#tests/support/second-factors.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** A site that requires a second factor of staff. */
let app: TestApp;
let browser: Browser;
/** The clock of the server stands still between the steps of a test: a code is valid, and used up, for half a minute. */
let time = Date.now();
const now = () => new Date(time);

beforeAll(async () => {
  app = await createTestApp({
    withPages: true,
    env: { STAFF_SECOND_FACTOR: 'required' },
    clock: { now },
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const main = (page: Page) => page.getByRole('main');
const openLogin = async (page: Page, user: TestUser) => {
  await page.goto(`${app.origin}/login`);
  await page.getByLabel('Email адрес').fill(user.user.email);
  await page.getByLabel('Пароль', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Войти', exact: true }).press('Enter');
};
const logOut = (page: Page) => page.context().clearCookies();

/** Opens the form with the QR code, and returns the secret that it shows. */
async function startSetup(page: Page, press = hands.keyboard.press): Promise<string> {
  await press(page, page.getByRole('button', { name: 'Подключить приложение' }));
  await page.getByRole('img', { name: 'QR-код для приложения с кодами' }).waitFor();
  return (await page.locator('dd.font-mono').textContent())?.replaceAll(' ', '') ?? '';
}

/** An authenticator of the browser itself (WebAuthn, section 11), which verifies its user. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return devtools;
}

describe.each(['mouse', 'keyboard'] as const)('a moderator without a second factor, by %s', (device) => {
  const { press, write } = hands[device];

  it('is led to set one up, and then logs in with a code and a recovery code', async () => {
    const staff = await app.createUser({ role: 'moderator' });
    const page = await openPageAs(browser, app, { path: '/login' });
    await openLogin(page, staff);
    await page.waitForURL(`${app.origin}/security`);
    await page.goto(`${app.origin}/staff`);
    await page.getByRole('heading', { name: 'Нужен второй шаг входа' }).waitFor();
    await press(page, page.getByRole('link', { name: 'Настроить второй шаг' }));
    await page.getByRole('heading', { name: 'Безопасность' }).waitFor();
    await main(page).getByText('Вы работаете в редакции').waitFor();

    const secret = await startSetup(page, press);
    const code = page.getByLabel('Код из приложения');
    const send = () => press(page, page.getByRole('button', { name: 'Подключить', exact: true }));
    await write(page, code, '000000');
    await send();
    await page.getByText('Код неверный или уже использован.').waitFor();
    await code.clear();
    await write(page, code, codeAt(secret, now()));
    await send();
    const codes = page.getByRole('region', { name: 'Ваши резервные коды' });
    await codes.waitFor();
    // The codes take the focus, so that a screen reader reads them.
    await expect.poll(() => codes.evaluate((element) => element === document.activeElement)).toBe(true);
    const [recoveryCode = ''] = await codes.getByRole('listitem').allTextContents();
    await press(page, codes.getByRole('button', { name: 'Я сохранил коды' }));
    await page.getByText('Осталось: 10.').waitFor();
    await page.goto(`${app.origin}/staff`);
    await main(page).getByRole('link', { name: 'Жалобы' }).waitFor();

    await logOut(page);
    time += 30_000;
    await openLogin(page, staff);
    const loginCode = page.getByLabel('Код', { exact: true });
    await expect.poll(() => loginCode.evaluate((field) => field === document.activeElement)).toBe(true);
    await loginCode.fill(codeAt(secret, now()));
    await loginCode.press('Enter');
    await page.waitForURL(`${app.origin}/`);
    await logOut(page);
    await openLogin(page, staff);
    await loginCode.fill(recoveryCode);
    await loginCode.press('Enter');
    await page.waitForURL(`${app.origin}/`);
    await page.context().close();
  });
});

describe('a passkey', () => {
  it('is created, opens a session, confirms a sensitive change and is removed', async () => {
    const user = await app.createUser();
    const page = await openPageAs(browser, app, { path: '/security', user });
    await addAuthenticator(page);
    await page.getByRole('button', { name: 'Добавить ключ доступа' }).click();
    await page.getByLabel('Название').fill('Рабочий ноутбук');
    await page.getByRole('button', { name: 'Создать ключ' }).click();
    await page.getByRole('button', { name: 'Я сохранил коды' }).click();
    await page.getByText('Рабочий ноутбук').waitFor();

    await logOut(page);
    await page.goto(`${app.origin}/login?redirect=/security`);
    await page.getByRole('button', { name: 'Использовать ключ доступа' }).click();
    await page.waitForURL(`${app.origin}/security`);

    // Half an hour later a change needs a confirmation.
    await app.db
      .updateTable('session_families')
      .set({ confirmed_at: new Date(now().getTime() - 1_800_000) })
      .where('account_id', '=', user.user.id)
      .execute();
    await page.getByRole('button', { name: 'Удалить ключ «Рабочий ноутбук»' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
    const dialog = page.getByRole('dialog', { name: 'Подтвердите, что это вы' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'С ключом доступа' }).click();
    await page.getByRole('button', { name: 'Добавить ключ доступа' }).waitFor();
    await page.getByText('Рабочий ноутбук').waitFor({ state: 'detached' });
    await page.context().close();
  });
});

describe('the page «Безопасность»', () => {
  it('ends other sessions, and asks for the password before a change', async () => {
    const user = await app.createUser();
    const { email } = user.user;
    const other = (await app.call('login', { body: { email, password: user.password } })).body;
    const page = await openPageAs(browser, app, { path: '/security', user, width: 390, theme: 'dark' });
    const sessions = page.getByRole('region', { name: 'Сеансы' });
    await sessions.getByText('Этот сеанс').waitFor();
    await sessions.getByRole('button', { name: /^Завершить сеанс: Firefox, Linux/ }).click();
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
    expect((await app.call('refreshToken', { body: { refresh: other.refresh } })).status).toBe(401);

    await app.db
      .updateTable('session_families')
      .set({ confirmed_at: new Date(now().getTime() - 1_800_000) })
      .where('account_id', '=', user.user.id)
      .execute();
    const address = page.getByLabel('Новый адрес');
    await address.fill(`new-${email}`);
    await address.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Подтвердите, что это вы' });
    const password = dialog.getByLabel('Пароль', { exact: true });
    await password.fill(user.password);
    await password.press('Enter');
    await page.getByText('Новый адрес ждёт подтверждения').waitFor();
    await app.runJobs();
    const mail = app.mails.findLast(({ to }) => to === `new-${email}`);
    const [link = ''] = /http[^"]+#token=[\w-]+/.exec(mail?.body.markup ?? '') ?? [];
    await page.goto(link);
    await page.getByRole('button', { name: 'Подтвердить' }).click();
    // The address of the account was never confirmed, so the new one is enough.
    await page.getByText('Адрес изменён.').waitFor();
    await page.getByRole('link', { name: 'Безопасность' }).first().click();
    await page.getByText(`Письма приходят на new-${email}.`).waitFor();
    await expectAccessible(page);
  });

  it('the copy of the own data is downloaded after a confirmation', async () => {
    const user = await app.createUser();
    await app.call('requestDataCopy', { as: user, body: {} });
    await app.runJobs();
    await app.db
      .updateTable('session_families')
      .set({ confirmed_at: new Date(now().getTime() - 1_800_000) })
      .where('account_id', '=', user.user.id)
      .execute();
    // Reads use what they know of a session for a second.
    time += 2_000;
    const page = await openPageAs(browser, app, { path: '/profile', user });
    await page.getByRole('button', { name: 'Сохранить архив' }).click();
    const dialog = page.getByRole('dialog', { name: 'Подтвердите, что это вы' });
    const password = dialog.getByLabel('Пароль', { exact: true });
    const downloading = page.waitForEvent('download');
    await password.fill(user.password);
    await password.press('Enter');
    expect((await downloading).suggestedFilename()).toBe('my-data.zip');
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('is accessible while it shows what is secret (%s)', async (theme) => {
    const user = await app.createUser();
    const page = await openPageAs(browser, app, { path: '/security', user, theme });
    const secret = await startSetup(page);
    if (theme === 'dark') {
      await page.getByLabel('Код из приложения').fill(codeAt(secret, now()));
      await page.getByRole('button', { name: 'Подключить', exact: true }).click();
      await page.getByRole('region', { name: 'Ваши резервные коды' }).waitFor();
    }
    await expectAccessible(page);
  });
});
