import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
const pages = new Map<string, Page>();
const foreignRequests: string[] = [];

const roles = ['guest', 'user', 'staff'] as const;
type Access = 'all' | 'guests' | 'users';

/** The routes of the site: path, title, allowed visitors, and the heading that they see. */
const routes: [path: string, title: string, access: Access, heading: string][] = [
  ['/', 'Главная', 'all', ''],
  ['/login', 'Вход', 'guests', 'Вход в аккаунт'],
  ['/register', 'Регистрация', 'guests', 'Создать аккаунт'],
  ['/profile', 'Профиль', 'users', 'Мой профиль'],
  ['/change-password', 'Смена пароля', 'users', 'Смена пароля'],
  ['/posts?search=трамвай', 'Поиск: трамвай', 'all', 'Поиск: трамвай'],
  ['/posts', 'Все посты', 'all', 'Все статьи'],
  ['/security', 'Безопасность', 'users', 'Безопасность'],
  ['/change-email', 'Смена адреса почты', 'all', 'Смена адреса почты'],
  ['/posts/create', 'Создать пост', 'users', 'Создать новую статью'],
  ['/posts/my?status=draft', 'Мои посты', 'users', 'Мои статьи'],
  ['/posts/nochnoy-tramvay', 'Ночной трамвай', 'all', 'Ночной трамвай'],
  ['/posts/nochnoy-tramvay/edit', 'Редактировать пост', 'users', 'Редактировать статью'],
  ['/categories', 'Категории', 'all', 'Категории'],
  ['/categories/gorod', 'Город', 'all', 'Город'],
  ['/comments/my', 'Мои комментарии', 'users', 'Мои комментарии'],
  ['/subscription#plans', 'Подписка', 'users', 'Управление подпиской'],
  ['/subscription/success', 'Оплата успешна', 'all', ''],
  ['/subscription/cancel', 'Оплата отменена', 'all', ''],
  ['/net/takoy', 'Страница не найдена', 'all', 'Страница не найдена'],
  ['/posts/%20', 'Страница не найдена', 'all', 'Страница не найдена'],
  ['/posts/%20/edit', 'Страница не найдена', 'all', 'Страница не найдена'],
  ['/categories/%20', 'Страница не найдена', 'all', 'Страница не найдена'],
  ['/posts/net-takogo', 'Страница не найдена', 'all', 'Страница не найдена'],
];

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
  const users = { guest: null, user: await app.createUser(), staff: await app.createUser({ isStaff: true }) };
  const category = await app.categories.create(app.db, { name: 'Город', slug: 'gorod', description: '' });
  await app.createPost(users.user, { title: 'Ночной трамвай', category });
  for (const role of roles) {
    const page = await openPageAs(browser, app, { path: '/about', user: users[role] });
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(app.origin))
        foreignRequests.push(request.url());
    });
    pages.set(role, page);
  }
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

function pageOf(role: string): Page {
  const page = pages.get(role);
  if (!page) throw new Error(`no page for the role ${role}`);
  return page;
}

async function expectPage(page: Page, title: string, heading: string): Promise<void> {
  const name = heading === '' ? {} : { name: heading, exact: true };
  await page.getByRole('heading', { level: 1, ...name }).waitFor();
  await expect.poll(() => page.title()).toBe(`${title} | News Site`);
}

describe.each(roles)('a %s', (role) => {
  it.each(routes)('gets the page or a redirect at %s', async (path, title, access, heading) => {
    const page = pageOf(role);
    await page.goto(app.origin + path);
    if (access === 'users' && role === 'guest') {
      await page.waitForURL(`${app.origin}/login?${new URLSearchParams({ redirect: path })}`);
      await expectPage(page, 'Вход', 'Вход в аккаунт');
    } else if (access === 'guests' && role !== 'guest') {
      await page.waitForURL(`${app.origin}/`);
      await expectPage(page, 'Главная', '');
    } else {
      await expectPage(page, title, heading);
      expect(page.url()).toBe(new URL(path, app.origin).href);
    }
  });
});

it('applies the same rules to navigations by links', async () => {
  const guest = pageOf('guest');
  await guest.goto(`${app.origin}/about`);
  await guest.getByRole('contentinfo').getByRole('link', { name: 'Создать пост' }).click();
  await guest.waitForURL('**/login?redirect=%2Fposts%2Fcreate');
  await expectPage(guest, 'Вход', 'Вход в аккаунт');
});

it('reads and navigates with scripts off', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'ru-RU' });
  const page = await context.newPage();
  await page.goto(`${app.origin}/`);
  await page.getByRole('main').getByRole('link', { name: 'Город' }).first().click();
  await page.waitForURL('**/categories/gorod');
  await page.getByRole('main').getByRole('link', { name: 'Ночной трамвай' }).first().click();
  await page.waitForURL('**/posts/nochnoy-tramvay');
  await page.getByRole('heading', { name: 'Комментарии (0)' }).waitFor();
  await page.getByRole('link', { name: 'Войти' }).last().click();
  await page.waitForURL('**/login?redirect=*');
  expect(await page.getByText('Чтобы войти, включите JavaScript в браузере.').count()).toBe(1);
  await context.close();
});

it('sends no request to another origin', () => {
  expect(foreignRequests).toEqual([]);
});
