import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { waitUntilIdle } from '#tests/support/idle.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let staff: TestUser;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  staff = await app.createUser({ isStaff: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const panel = (page: Page) => page.getByRole('region', { name: 'Доступ к учётной записи' });
const dialog = (page: Page) => page.getByRole('alertdialog');
const authorPath = ({ user }: TestUser) => `/users/${user.username}`;
const reason = 'Реклама казино в комментариях';

describe('a moderator', () => {
  it('finds a spammer in the comments, disables the account and enables it again, by keyboard', async () => {
    const spammer = await app.createUser();
    const post = await app.createPost(await app.createUser());
    await app.call('createComment', { as: spammer, body: { post: post.id, content: 'Казино без риска' } });

    const page = await openPageAs(browser, app, { path: '/staff/comments?search=казино', user: staff });
    await page.getByRole('main').getByRole('link', { name: spammer.user.username }).press('Enter');
    const button = panel(page).getByRole('button', { name: /^Отключить учётную запись/ });
    await button.press('Enter');
    const box = dialog(page).getByLabel('Причина');
    await dialog(page).getByRole('button', { name: 'Отключить' }).press('Enter');
    await dialog(page).getByText('Укажите причину.').waitFor();
    await expect.poll(() => box.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type(reason);
    await dialog(page).getByLabel('Правило').selectOption({ label: 'Реклама, рассылки и накрутки' });
    await dialog(page).getByRole('button', { name: 'Отключить' }).press('Enter');
    await panel(page).getByText('Отключён', { exact: true }).waitFor();
    await panel(page).getByText(`Причина: ${reason}`).waitFor();
    // The focus moves to the button that enables the account again.
    const enable = panel(page).getByRole('button', { name: /^Вернуть доступ/ });
    await expect.poll(() => enable.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await app.call('refreshToken', { body: { refresh: spammer.refresh } })).status).toBe(401);

    // The comment stays visible: hiding it is a separate action.
    expect((await app.fetch(`/posts/${post.slug}`)).body).toContain('Казино без риска');
    await page.keyboard.press('Enter');
    await panel(page)
      .getByRole('button', { name: /^Отключить учётную запись/ })
      .waitFor();
    expect(
      (await app.call('login', { body: { email: spammer.user.email, password: spammer.password } })).status,
    ).toBe(200);
    await page.context().close();
  });

  it('confirms who they are before an account is disabled, half an hour after the login', async () => {
    const [spammer, moderator] = [await app.createUser(), await app.createUser({ role: 'moderator' })];
    const page = await openPageAs(browser, app, { path: authorPath(spammer), user: moderator });
    await app.db
      .updateTable('session_families')
      .set({ confirmed_at: new Date('2026-01-01T00:00:00Z') })
      .where('account_id', '=', moderator.user.id)
      .execute();
    await panel(page)
      .getByRole('button', { name: /^Отключить учётную запись/ })
      .click();
    await dialog(page).getByLabel('Причина').fill(reason);
    await dialog(page).getByLabel('Правило').selectOption({ label: 'Реклама, рассылки и накрутки' });
    await dialog(page).getByRole('button', { name: 'Отключить' }).click();
    const password = page
      .getByRole('dialog', { name: 'Подтвердите, что это вы' })
      .getByLabel('Пароль', { exact: true });
    await password.fill(moderator.password);
    await password.press('Enter');
    await panel(page).getByText(`Причина: ${reason}`).waitFor();
    await page.context().close();
  });

  it('sees no panel on the page of another moderator, and a reader sees none at all', async () => {
    const colleague = await app.createUser({ isStaff: true });
    const reader = await app.createUser();
    for (const [user, target] of [
      [staff, colleague],
      [reader, staff],
    ] as const) {
      const page = await openPageAs(browser, app, { path: authorPath(target), user });
      await page.getByRole('button', { name: /Меню/ }).waitFor();
      await waitUntilIdle(page);
      expect(await panel(page).count()).toBe(0);
      await page.context().close();
    }
  });
});

describe('a reader whose account was disabled', () => {
  it('is logged out and sees the reason at the next login', async () => {
    const reader = await app.createUser();
    const page = await openPageAs(browser, app, { path: '/profile', user: reader });
    const about = page.getByLabel('О себе');
    await about.fill('Лучшее казино');
    // A read that is still under way would end the session before the click.
    await waitUntilIdle(page);
    const body = { reason };
    await app.call('disableAccount', { as: staff, params: { id: reader.user.id }, body });
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.waitForURL('**/login**');
    await page.getByLabel('Email').fill(reader.user.email);
    await page.getByLabel('Пароль', { exact: true }).fill(reader.password);
    await page.getByRole('main').getByRole('button', { name: 'Войти' }).click();
    await page.getByText(`Причина: «${reason}»`).first().waitFor();
    await page.context().close();
  });
});
