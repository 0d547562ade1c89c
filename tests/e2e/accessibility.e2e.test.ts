import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { openAs } from '#tests/support/logged-in.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let user: TestUser;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  await app.imports.importFolder('db/seeds/demo');
  user = await app.createUser();
  staff = await app.createUser({ isStaff: true });
  const { id: post } = await app.createPost(user, { title: 'Своя статья' });
  await app.call('createComment', { as: user, body: { post, content: 'Свой комментарий' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const screens = [
  '/',
  '/posts',
  '/posts/posledniy-vagon',
  '/categories',
  '/categories/gorod',
  '/login',
  '/register',
  '/password-reset',
  '/password-reset#token=x',
  '/verify-email#token=x',
  '/users/тамара',
  '/net-takoy',
  '/subscription/success',
  '/subscription/cancel',
  '/terms',
  '/feedback',
];
/** Screens that only somebody logged in sees, and what shows that they are there. */
const privateScreens = [
  ['/profile', 'Сохранить'],
  ['/change-password', 'Изменить пароль'],
  ['/posts/create', 'Предпросмотр'],
  ['/posts/svoya-statya', 'Действия с постом «Своя статья»'],
  ['/posts/svoya-statya/edit', 'Сохранить изменения'],
  ['/posts/my', 'Удалить: Своя статья'],
  ['/comments/my', 'Удалить комментарий (ваш комментарий к статье «Своя статья»)'],
  ['/subscription', /^Выбрать план/],
] as const;
/** Screens of the editorial staff, and what shows that they are there. */
const staffScreens = [
  ['/staff/posts', /^Скрыть/],
  ['/staff/comments', /^Скрыть/],
  ['/staff/categories', /^Удалить/],
] as const;
/** Each screen in two looks; with EVERY_LOOK in all four (`npm run accessibility`). */
const looks = [
  { width: 390, theme: 'dark' as const },
  { width: 1280, theme: 'light' as const },
  ...(process.env.EVERY_LOOK
    ? [
        { width: 390, theme: 'light' as const },
        { width: 1280, theme: 'dark' as const },
      ]
    : []),
];

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await page.context().close();
}

describe.each(looks)('at $width px, $theme', ({ width, theme }) => {
  it.each(screens)('%s is accessible and does not scroll sideways', async (path) => {
    await expectAccessible(await openAs(browser, app, { path, width, theme }));
  });

  it.each(privateScreens)('%s is accessible to its owner', async (path, name) => {
    const page = await openAs(browser, app, { path, width, theme, user });
    await page.getByRole('button', { name }).first().waitFor();
    await expectAccessible(page);
  });

  it.each(staffScreens)('%s is accessible to the staff', async (path, name) => {
    const page = await openAs(browser, app, { path, width, theme, user: staff });
    await page.getByRole('button', { name }).first().waitFor();
    await expectAccessible(page);
  });

  it('the notices behind the bell are accessible', async () => {
    const page = await openAs(browser, app, { path: '/categories', width, theme, user });
    await page.getByRole('button', { name: /^Уведомления/ }).click();
    await page.getByText('Добро пожаловать').waitFor();
    await expectAccessible(page);
  });
});
