import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { checkAccessible } from '#tests/support/expect-accessible.ts';
import { createImageForm } from '#tests/support/image-form.ts';
import { inRotation, type Look, looks } from '#tests/support/in-rotation.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { subscribe } from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let user: TestUser;
let staff: TestUser;
let pages: Record<'guest' | 'user' | 'staff', Page>;
let draftPath: string;
const savedDraft = `new-${'1'.padStart(32, '0')}`;
beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  await app.imports.importFrom('db/seeds/demo');
  user = await app.createUser();
  staff = await app.createUser({ role: 'administrator' });
  const { id: post, slug } = await app.createPost(user, { title: 'Своя статья' });
  await app.call('updatePost', { as: user, params: { slug }, body: { content: 'Другой текст статьи.' } });
  await app.call('uploadImage', { as: user, body: await createImageForm() });
  const { url } = (await app.call('uploadImage', { as: user, body: await createImageForm(400) })).body;
  await app.call('createCorrection', { as: user, params: { slug }, body: { text: 'Год был другой.' } });
  await app.createPost(user, { title: 'На будущее', status: 'draft', publish_at: '2099-01-05T06:30:00Z' });
  await app.createPost(user, { title: 'С обложкой', image_url: url });
  await app.call('saveDraft', {
    as: user,
    params: { key: savedDraft },
    body: { title: 'Само сохранилось', content: 'Текст черновика', writer: 'форма' },
  });
  const link = await app.call('createDraftLink', { as: user, body: { key: savedDraft } });
  draftPath = `/draft${new URL(link.body.url).hash}`;
  // Statistics with a column for a day, and with sources.
  await app.call('viewPost', {
    params: { slug },
    body: { referrer: 't.me' },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' },
  });
  await app.call('createComment', { as: user, body: { post, content: 'Свой комментарий' } });
  await subscribe(app, await app.createUser());
  await hideTexts();
  browser = await openBrowser();
  pages = {
    guest: await openPageAs(browser, app, { path: '/about' }),
    user: await openPageAs(browser, app, { path: '/about', user }),
    staff: await openPageAs(browser, app, { path: '/about', user: staff }),
  };
});
/** Two decisions about the user; against the first one the user objects. */
async function hideTexts(): Promise<void> {
  const moderator = await app.createUser({ role: 'moderator' });
  for (const title of ['Оспоренная статья', 'Скрытая статья']) {
    const { id } = await app.createPost(user, { title });
    await app.call('hidePost', { as: moderator, params: { id }, body: { rule: 'spam', reason: 'Реклама' } });
  }
  const [, { id }] = (await app.call('listMyDecisions', { as: user })).body.results;
  await app.call('createObjection', {
    as: user,
    params: { id },
    body: { text: 'Это не реклама, а новость.' },
  });
}
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
  '/change-email#token=x',
  '/users/тамара',
  '/net-takoy',
  '/subscription/success',
  '/subscription/cancel',
  '/terms',
  '/feedback',
  '/moderation',
  '/offline',
];
/** Pages for logged-in users, with a button or a summary that shows that the page is ready. */
const privateScreens = [
  ['/profile', 'Сохранить'],
  ['/change-password', 'Изменить пароль'],
  ['/security', 'Подключить приложение'],
  ['/posts/create', 'Предпросмотр'],
  ['/posts/svoya-statya', 'Действия с постом «Своя статья»'],
  ['/posts/svoya-statya/edit', 'Сохранить изменения'],
  ['/posts/svoya-statya/revisions', 'Вернуть эту версию'],
  ['/posts/svoya-statya/stats', 'Показать числа'],
  ['/posts/my', 'Удалить: Само сохранилось'],
  ['/posts/my?status=scheduled', 'Удалить: На будущее'],
  ['/posts/my/stats', 'Показать числа'],
  ['/decisions', 'Возразить'],
  ['/comments/my', 'Удалить комментарий (ваш комментарий к статье «Своя статья»)'],
  ['/profile/pictures', /^Удалить изображение/],
  ['/subscription', /^Выбрать план/],
] as const;
/** Pages of the staff, with a button that shows that the page is ready. */
const staffScreens = [
  ['/staff', /^Показать числа: Новые статьи/],
  ['/staff/posts', /^Скрыть/],
  ['/staff/comments', /^Скрыть/],
  ['/staff/reports?list=objections', 'Оставить в силе'],
  ['/staff/publication', 'Сохранить правила'],
  ['/staff/users', 'Найти'],
  ['/staff/users/1', 'Вынести санкцию'],
  ['/staff/audit', 'Скачать CSV'],
  ['/staff/front-page', /^На главное место/],
  ['/staff/categories', /^Удалить/],
  ['/staff/payments', /^Вернуть деньги/],
  ['/staff/payments/1', /^Вернуть деньги/],
  ['/staff/plans', /^Снять с продажи/],
  ['/staff/imports', 'Составить план'],
  ['/staff/imports/1', 'Отменить импорт'],
  ['/staff/health', /^Проверить ещё раз/],
  ['/users/тамара', /^Отключить учётную запись/],
] as const;
const findControl = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name })
    .or(page.locator('summary', { hasText: name }))
    .first();
/** Dialogs and panels that a button opens. */
const overlays = [
  [
    'the links to a draft',
    {
      path: `/posts/create?draft=${savedDraft}`,
      as: 'user',
      button: ['Параметры статьи', 'Ссылка на черновик'],
      shows: /^Создана/,
    },
  ],
  [
    'the preview beside the moderated posts',
    { path: '/staff/posts', as: 'staff', button: 'Просмотр: Своя статья', shows: 'Другой текст статьи.' },
  ],
  [
    'the refund dialog',
    { path: '/staff/payments/1', as: 'staff', button: /^Вернуть деньги/, shows: 'Сумма' },
  ],
  [
    'the list of notifications',
    { path: '/categories', as: 'user', button: /^Уведомления/, shows: 'Добро пожаловать' },
  ],
  [
    'the panel with the settings of a post',
    {
      path: '/posts/s-oblozhkoy/edit',
      as: 'user',
      button: 'Параметры статьи',
      shows: 'Главное на картинке',
    },
  ],
  [
    'the dialog that disables an account',
    { path: '/users/тамара', as: 'staff', button: /^Отключить учётную запись/, shows: 'Причина' },
  ],
] as const;

/** One page for each visitor, which keeps the code of the site. */
async function open(visitor: keyof typeof pages, path: string, { width, theme }: Look): Promise<Page> {
  const page = pages[visitor];
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  // Otherwise the same path with another hash is no other page.
  await page.goto('about:blank');
  await page.goto(app.origin + path);
  return page;
}

it.each(inRotation(screens, looks))(
  '$screen is accessible and does not scroll horizontally at $width px, $theme',
  async ({ screen: path, ...look }) => {
    await checkAccessible(await open('guest', path, look));
  },
);

describe.each([
  ['user', privateScreens],
  ['staff', staffScreens],
] as const)('for %s', (visitor, screensOfVisitor) => {
  it.each(inRotation<readonly [path: string, name: string | RegExp], Look>(screensOfVisitor, looks))(
    '$screen.0 is accessible at $width px, $theme',
    async ({ screen: [path, name], ...look }) => {
      const page = await open(visitor, path, look);
      await findControl(page, name).waitFor();
      await checkAccessible(page);
    },
  );
});

it.each(inRotation(['Само сохранилось'], looks))(
  'the draft of a link is accessible at $width px, $theme',
  async ({ screen: title, ...look }) => {
    const page = await open('guest', draftPath, look);
    await page.getByRole('heading', { name: title }).waitFor();
    await checkAccessible(page);
  },
);

it.each(inRotation(overlays, looks))(
  '$screen.0 is accessible at $width px, $theme',
  async ({ screen: [, { path, as, button, shows }], ...look }) => {
    const page = await open(as, path, look);
    for (const name of [button].flat()) await page.getByRole('button', { name }).click();
    await page.getByText(shows).waitFor();
    await checkAccessible(page);
  },
);
