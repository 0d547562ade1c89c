import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { waitUntilIdle } from '#tests/support/idle.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import routes from '#web/routes.ts';

/** Input of a reader, or of the browser's autofill, before the scripts of a page have run. */
let app: TestApp;
let browser: Browser;
let author: TestUser;
beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
  author = await app.createUser({ username: 'vera' });
  const category = await app.categories.create(app.db, { name: 'Город', slug: 'gorod', description: '' });
  await app.createPost(author, { title: 'Трамвай', category });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

type UnhydratedPage = { page: Page; context: BrowserContext; release: () => Promise<void> };

/** A page whose scripts wait for `release`. */
async function openWithoutScripts(path: string): Promise<UnhydratedPage> {
  const context = await browser.newContext({ locale: 'ru-RU', reducedMotion: 'reduce' });
  const page = await context.newPage();
  let releaseScripts = () => {};
  const released = new Promise<void>((resolve) => {
    releaseScripts = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(app.origin + path, { waitUntil: 'commit' });
  await page.getByRole('contentinfo').waitFor();
  // Before the styles load, elements hidden at this width are visible.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
  );
  async function release(): Promise<void> {
    releaseScripts();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('input, select, textarea')].every((control) =>
        Object.keys(control).some((key) => key.startsWith('__reactProps$')),
      ),
    );
    await waitUntilIdle(page);
  }
  return { page, context, release };
}

const controlsOf = async (part: Locator): Promise<Locator[]> => {
  const controls = await part.locator('input, select, textarea').all();
  const isVisible = await Promise.all(controls.map((control) => control.isVisible()));
  return controls.filter((_, index) => isVisible[index]);
};

type ControlState = { name: string; value: string | boolean };

const read = (control: Locator): Promise<ControlState> =>
  control.evaluate((element: HTMLInputElement) => ({
    name: element.type === 'radio' ? `${element.name}=${element.value}` : element.name,
    value: ['checkbox', 'radio'].includes(element.type) ? element.checked : element.value,
  }));

async function fillIn(control: Locator): Promise<void> {
  const { type, tag } = await control.evaluate((element: HTMLInputElement) => ({
    type: element.type,
    tag: element.tagName,
  }));
  if (tag === 'SELECT') {
    const values = await control
      .locator('option')
      .evaluateAll((options: HTMLOptionElement[]) =>
        options.filter(({ selected }) => !selected).map(({ value }) => value),
      );
    await control.selectOption(values.at(-1) ?? '');
  } else if (type === 'checkbox' || type === 'radio') {
    await control.press('Space');
  } else {
    await control.fill(type === 'email' ? 'rano@example.com' : 'Набрано рано');
  }
}

const pathOf = (pattern: string): string =>
  `/${pattern}`
    .replace('posts/:slug', 'posts/tramvay')
    .replace('categories/:slug', 'categories/gorod')
    .replace(':username', 'vera')
    .replace(':id', '1')
    .replace('*', 'net/takoy');

const paths = (routes[0]?.children ?? []).map(({ path }) => pathOf(path ?? ''));

/** The forms in the server-rendered pages, with their fields. */
const formsInPages: Record<string, string[]> = {
  '/posts': ['view=grid', 'view=list', 'category', 'ordering'],
  '/login': ['email', 'password'],
  '/register': ['username', 'email', 'first_name', 'last_name', 'password', 'password2', 'agreement'],
  '/password-reset': ['email'],
  '/feedback': ['name', 'email', 'kind', 'message', 'website'],
  '/moderation': ['kind', 'rule'],
};

it.each(paths)('keeps input entered before the scripts of %s load', async (path) => {
  const { page, context, release } = await openWithoutScripts(path);
  const mainControls = await controlsOf(page.getByRole('main'));
  const names = await Promise.all(mainControls.map(async (control) => (await read(control)).name));
  expect(names).toEqual(formsInPages[path] ?? []);
  const others = [
    ...(await controlsOf(page.getByRole('banner'))),
    ...(await controlsOf(page.getByRole('contentinfo'))),
  ];
  const controls = [...mainControls, ...others];
  for (const control of controls) await fillIn(control);
  const before = await Promise.all(controls.map(read));
  await release();
  expect(await Promise.all(controls.map(read))).toEqual(before);
  await context.close();
});

describe('input before hydration', () => {
  it('is sent with the login', async () => {
    const { page, context, release } = await openWithoutScripts('/login');
    await page.getByLabel('Email адрес').fill(author.user.email);
    await page.getByLabel('Пароль', { exact: true }).fill(author.password);
    await release();
    await page.getByRole('main').getByRole('button', { name: 'Войти' }).click();
    await page.getByText('Добро пожаловать!', { exact: true }).waitFor();
    await context.close();
  });

  it('is sent with the registration, whose button requires the consent', async () => {
    const { page, context, release } = await openWithoutScripts('/register');
    await page.getByLabel('Имя пользователя *').fill('boris');
    await page.getByLabel('Email адрес *').fill('boris@example.com');
    await page.getByLabel('Имя', { exact: true }).fill('Борис');
    await page.getByLabel('Фамилия').fill('Ветров');
    await page.getByLabel('Пароль *', { exact: true }).fill('Трамвай №5 в депо');
    await page.getByLabel('Подтверждение пароля *').fill('Трамвай №5 в депо');
    await page.getByRole('checkbox').check();
    await release();
    await page.getByText('Пароль: Хороший').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('main').getByRole('button', { name: 'Создать аккаунт' }).click();
    expect((await sent).postDataJSON()).toEqual({
      username: 'boris',
      email: 'boris@example.com',
      first_name: 'Борис',
      last_name: 'Ветров',
      password: 'Трамвай №5 в депо',
      password2: 'Трамвай №5 в депо',
    });
    await context.close();
  });

  it('is sent with the request for a new password', async () => {
    const { page, context, release } = await openWithoutScripts('/password-reset');
    await page.getByRole('main').getByRole('textbox').fill('vera@example.com');
    await release();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('main').getByRole('button').click();
    expect((await sent).postDataJSON()).toEqual({ email: 'vera@example.com' });
    await context.close();
  });

  it('is sent with the feedback, including the chosen kind', async () => {
    const { page, context, release } = await openWithoutScripts('/feedback');
    const main = page.getByRole('main');
    await main.locator('[name=name]').fill('Вера');
    await main.locator('[name=email]').fill('vera@example.com');
    await main.locator('[name=kind]').selectOption('correction');
    await main.locator('[name=message]').fill('Опечатка в заголовке.');
    await release();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await main.getByRole('button').click();
    expect((await sent).postDataJSON()).toMatchObject({
      name: 'Вера',
      email: 'vera@example.com',
      kind: 'correction',
      message: 'Опечатка в заголовке.',
    });
    await context.close();
  });

  it('is used by the search in the header', async () => {
    const { page, context, release } = await openWithoutScripts('/about');
    const box = page.getByRole('banner').getByRole('combobox');
    await box.fill('мост');
    await release();
    await box.press('Enter');
    await page.waitForURL(`**/posts?${new URLSearchParams({ search: 'мост' })}`);
    await context.close();
  });

  it('is applied to the filters of the posts', async () => {
    const { page, context, release } = await openWithoutScripts('/posts');
    const main = page.getByRole('main');
    await main.getByLabel('Категория').selectOption({ label: 'Город' });
    await main.getByLabel('Сортировка').selectOption('title');
    await release();
    await page.waitForURL(/\/posts\?category=\d+&ordering=title$/);
    await context.close();
  });

  it('is applied to the view and the theme', async () => {
    const { page, context, release } = await openWithoutScripts('/posts');
    await page.getByRole('radio', { name: 'Список' }).press('Space');
    await page.getByRole('radio', { name: 'Тёмная' }).press('Space');
    await release();
    await page.locator('html[data-theme=dark]').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('posts-view'))).toBe('list');
    expect(await page.getByRole('radio', { name: 'Список' }).isChecked()).toBe(true);
    await context.close();
  });
});

describe('a form rendered by scripts', () => {
  /** Fills in every field as soon as it appears, as password managers do, before other code runs. */
  const fillAtOnce = () => {
    const fill = () => {
      for (const box of document.querySelectorAll<HTMLInputElement>('main input, main textarea')) {
        // People do not fill in the field for robots.
        if (box.dataset.seen || box.readOnly || box.hidden || box.name === 'homepage') continue;
        if (!['text', 'search', 'password', 'textarea'].includes(box.type) || !box.isConnected) continue;
        box.dataset.seen = 'yes';
        const { prototype } = box instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
        Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(box, 'Набрано рано');
        box.dispatchEvent(new Event('input', { bubbles: true }));
      }
    };
    addEventListener('DOMContentLoaded', () =>
      new MutationObserver(fill).observe(document, { childList: true, subtree: true }),
    );
  };

  let staff: TestUser;
  beforeAll(async () => {
    staff = await app.createUser({ isStaff: true });
    await app.createPost(staff, { title: 'Мост' });
  });

  it.each([
    ['/profile', ['first_name', 'last_name', 'bio']],
    ['/change-password', ['old_password', 'new_password', 'new_password2']],
    ['/posts/create', ['title']],
    ['/posts/most/edit', ['title']],
    ['/posts/my', ['search']],
    ['/posts/most', ['content']],
    ['/staff/posts', ['search']],
    ['/staff/comments', ['search']],
    ['/staff/front-page', ['search']],
    ['/staff/categories', ['name', 'description']],
    ['/staff/payments', ['search']],
    ['/staff/plans', ['name', 'price', 'duration_days']],
  ])('keeps text entered as soon as it appears: %s', async (path, names) => {
    const context = await browser.newContext({ locale: 'ru-RU', reducedMotion: 'reduce' });
    await context.addCookies([
      { name: 'access_token', value: staff.access, url: app.origin },
      { name: 'refresh_token', value: staff.refresh, url: app.origin },
    ]);
    await context.addInitScript(fillAtOnce);
    const page = await context.newPage();
    await page.goto(app.origin + path);
    const last = page.getByRole('main').locator(`[name=${names.at(-1)}][data-seen]`);
    await last.waitFor();
    await waitUntilIdle(page);
    const seen = page.locator('main [data-seen]');
    const values = await seen.evaluateAll((boxes: HTMLInputElement[]) =>
      boxes.map(({ name, value }) => [name, value]),
    );
    expect(values.filter(([name]) => name !== '')).toEqual(names.map((name) => [name, 'Набрано рано']));
    await context.close();
  });
});
