import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { openAs } from '#tests/support/logged-in.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let user: TestUser;
let slug: string;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await launchBrowser();
  user = await app.createUser();
  ({ slug } = await app.createPost(user, { title: 'Своя статья' }));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const toasts = (page: Page) => page.locator('[data-sonner-toast][data-visible="true"]');
const toast = (page: Page, text: string) => toasts(page).filter({ hasText: text }).first().waitFor();

describe('the catalogue of failures', () => {
  it('has one text for each answer', async () => {
    const page = await openAs(browser, app, { path: '/about' });
    const answers: [status: number, body: object, text: string][] = [
      [400, { detail: 'Так не получится.' }, 'Так не получится.'],
      [400, { page: ['Неверный номер.', 'И ещё.'], ordering: ['Не то.'] }, 'Неверный номер.'],
      [403, {}, 'У вас нет прав для выполнения этого действия.'],
      [429, {}, 'Слишком много запросов. Попробуйте позже.'],
      [500, {}, 'Внутренняя ошибка сервера. Попробуйте позже.'],
      [418, {}, 'Произошла неожиданная ошибка.'],
    ];
    let answer = answers[0];
    await page.route('**/api/v1/posts/?*', (route) =>
      answer ? route.fulfill({ status: answer[0], json: answer[1] }) : route.abort(),
    );
    await page.getByRole('contentinfo').getByRole('link', { name: 'Все посты' }).click();
    for (const next of [...answers.slice(1), undefined]) {
      await toast(page, answer?.[2] ?? '');
      answer = next;
      await page.getByRole('button', { name: 'Повторить' }).click();
    }
    await toast(page, 'Не удается подключиться к серверу.');
    // Nothing was told twice: the words for a failed page stand in the page.
    expect(await page.getByText('Не удается подключиться к серверу.').count()).toBe(1);
    await page.context().close();
  });

  it('says of a thing that is gone that it is not found', async () => {
    const page = await openAs(browser, app, { path: `/posts/${slug}`, user });
    await page.route('**/api/v1/posts/*/', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 404, json: {} }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Действия с постом «Своя статья»' }).click();
    await page.getByRole('menuitem', { name: 'Удалить' }).click();
    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await toast(page, 'Запрашиваемый ресурс не найден.');
    await page.context().close();
  });
});

describe('a session', () => {
  const open = async () => {
    const page = await openAs(browser, app, { path: '/comments/my?page=1', user: await app.createUser() });
    await page.getByText('У вас пока нет комментариев').waitFor();
    return page;
  };
  const leadsToLogin = (page: Page) =>
    page.waitForURL(`**/login?${new URLSearchParams({ redirect: '/comments/my?page=1' })}`);
  const follow = (page: Page) =>
    page.getByRole('contentinfo').getByRole('link', { name: 'Категории' }).click();

  it('whose tokens are refused is over, once told, and leads to the login', async () => {
    const page = await open();
    const refreshes: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/token/refresh/')) refreshes.push(request.method());
    });
    await page.context().addCookies([
      { name: 'access_token', value: 'stale', url: app.origin },
      { name: 'refresh_token', value: 'stale', url: app.origin },
    ]);
    await follow(page);
    await toast(page, 'Сессия истекла. Пожалуйста, войдите снова.');
    await leadsToLogin(page);
    expect(await toasts(page).count()).toBe(1);
    expect(refreshes).toHaveLength(1);
    expect(await page.context().cookies()).toEqual([]);
    await page.context().close();
  });

  it('without a refresh token says that a login is needed', async () => {
    const page = await open();
    await page.context().clearCookies();
    await page.context().addCookies([{ name: 'access_token', value: 'stale', url: app.origin }]);
    await follow(page);
    await toast(page, 'Необходима авторизация.');
    await leadsToLogin(page);
    await page.context().close();
  });

  it('is restored from the refresh token alone, behind the overlay', async () => {
    const reader = await app.createUser();
    const page = await openAs(browser, app, { path: '/login' });
    await page
      .context()
      .addCookies([{ name: 'refresh_token', value: reader.refresh, url: app.origin, sameSite: 'Strict' }]);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/auth/profile/', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${app.origin}/profile`, { waitUntil: 'commit' });
    await page.getByText('Загрузка...').first().waitFor();
    release();
    await page.getByRole('button', { name: 'Сохранить' }).waitFor();
    expect(await page.locator('.session-overlay').isVisible()).toBe(false);
    const lives = (await page.context().cookies()).map(({ name, expires, sameSite, secure, path }) => ({
      name,
      days: Math.round((expires - Date.now() / 1000) / 86_400),
      sameSite,
      secure,
      path,
    }));
    const attributes = { sameSite: 'Strict', secure: true, path: '/' };
    expect(lives.sort((left, right) => left.name.localeCompare(right.name))).toEqual([
      { name: 'access_token', days: 1, ...attributes },
      { name: 'refresh_token', days: 7, ...attributes },
    ]);
    await page.context().close();
  });
});

it('toasts stand top right, three at most, the newest on top, for five seconds', async () => {
  const page = await openAs(browser, app, { path: '/about' });
  await page.clock.install();
  await page.addInitScript(() => {
    let count = 0;
    const clipboard = {
      writeText: async () => {
        count += 1;
        if (count % 2 === 0) throw new Error('denied');
      },
    };
    Object.defineProperty(navigator, 'share', { value: undefined });
    Object.defineProperty(navigator, 'clipboard', { value: clipboard });
  });
  await page.goto(`${app.origin}/posts/${slug}`);
  const share = page.getByRole('button', { name: 'Поделиться' });
  await share.click();
  await toast(page, 'Ссылка скопирована в буфер обмена');
  await page.clock.fastForward(6_000);
  await expect.poll(() => toasts(page).count()).toBe(0);

  await page.clock.pauseAt(Date.now() + 60_000);
  for (let shown = 0; shown < 4; shown += 1) {
    await share.click();
    await page.clock.runFor(100);
  }
  await expect.poll(() => toasts(page).count()).toBe(3);
  const fromTop = async () => {
    const boxes = await toasts(page).evaluateAll((elements) =>
      elements.map((element) => ({
        text: element.textContent?.trim() ?? '',
        top: element.getBoundingClientRect().top,
        right: window.innerWidth - element.getBoundingClientRect().right,
      })),
    );
    expect(boxes.every(({ top, right }) => top < 400 && right >= 0 && right < 40)).toBe(true);
    return boxes.sort((left, right) => left.top - right.top).map(({ text }) => text);
  };
  const copied = 'Ссылка скопирована в буфер обмена';
  const failed = 'Не удалось скопировать ссылку';
  // The first of all was the one before: the newest of these five copied.
  await expect.poll(fromTop).toEqual([copied, failed, copied]);
  await page.clock.runFor(4_000);
  expect(await toasts(page).count()).toBe(3);
  await page.clock.runFor(1_500);
  await expect.poll(() => toasts(page).count()).toBe(0);
  await page.context().close();
});

it('goes from the front page to a sent comment by keyboard alone', async () => {
  const page = await openAs(browser, app, { path: '/' });
  await page.keyboard.press('Tab');
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      const named = element?.getAttribute('aria-label') ?? element?.getAttribute('name');
      return named ?? element?.textContent ?? '';
    });
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 80; presses += 1) {
      if ((await focused()).trim() === name) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to «${name}»`);
  };
  expect(await focused()).toBe('Перейти к содержанию');
  await page.keyboard.press('Enter');
  await tabTo('Своя статья');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/posts/${slug}`);
  await page.getByRole('heading', { level: 1, name: 'Своя статья' }).waitFor();
  await tabTo('Поделиться');
  await tabTo('Войти');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login?redirect=*');
  await page.getByRole('heading', { name: 'Вход в аккаунт' }).waitFor();
  await tabTo('email');
  await page.keyboard.type(user.user.email);
  await tabTo('password');
  await page.keyboard.type(user.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/posts/${slug}#comments`);
  await page.getByRole('textbox', { name: 'Ваш комментарий' }).waitFor();
  await tabTo('content');
  await page.keyboard.type('Без мыши.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Комментарии (1)' }).waitFor();
  await toast(page, 'Комментарий добавлен');
  await page.context().close();
});
