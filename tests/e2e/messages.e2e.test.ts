import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { waitUntilIdle } from '#tests/support/idle.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { openSettings, writeMarkdown } from '#tests/support/post-editor.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let user: TestUser;
let slug: string;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
  user = await app.createUser();
  ({ slug } = await app.createPost(user, { title: 'Своя статья' }));
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const toasts = (page: Page) => page.locator('[data-sonner-toast][data-visible="true"]');
const toast = (page: Page, text: string) => toasts(page).filter({ hasText: text }).first().waitFor();

describe('the catalogue of errors', () => {
  it('has one text for each response', async () => {
    const page = await openPageAs(browser, app, { path: '/about' });
    const responses: [status: number, body: object, text: string][] = [
      [400, { detail: 'Так не получится.' }, 'Так не получится.'],
      [400, { page: ['Неверный номер.', 'И ещё.'], ordering: ['Не то.'] }, 'Неверный номер.'],
      [403, {}, 'У вас нет прав для выполнения этого действия.'],
      [429, {}, 'Слишком много запросов. Попробуйте позже.'],
      [500, {}, 'Внутренняя ошибка сервера. Попробуйте позже.'],
      [418, {}, 'Произошла неожиданная ошибка.'],
    ];
    let response = responses[0];
    await page.route('**/api/v1/posts/?*', (route) =>
      response ? route.fulfill({ status: response[0], json: response[1] }) : route.abort(),
    );
    await page.getByRole('contentinfo').getByRole('link', { name: 'Все посты' }).click();
    for (const next of [...responses.slice(1), undefined]) {
      await toast(page, response?.[2] ?? '');
      response = next;
      await page.getByRole('button', { name: 'Повторить' }).click();
    }
    await toast(page, 'Не удается подключиться к серверу.');
    // The message is not repeated: the failed page shows its own text.
    expect(await page.getByText('Не удается подключиться к серверу.').count()).toBe(1);
    await page.context().close();
  });

  it('reports a deleted resource as not found', async () => {
    const page = await openPageAs(browser, app, { path: `/posts/${slug}`, user });
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
    const page = await openPageAs(browser, app, {
      path: '/comments/my?page=1',
      user: await app.createUser(),
    });
    await page.getByText('У вас пока нет комментариев').waitFor();
    return page;
  };
  const waitForLogin = (page: Page) =>
    page.waitForURL(`**/login?${new URLSearchParams({ redirect: '/comments/my?page=1' })}`);
  const follow = (page: Page) =>
    page.getByRole('contentinfo').getByRole('link', { name: 'Категории' }).click();

  it('ends with one message and redirects to the login when its tokens are refused', async () => {
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
    await waitForLogin(page);
    expect(await toasts(page).count()).toBe(1);
    expect(refreshes).toHaveLength(1);
    await expect.poll(() => page.context().cookies()).toEqual([]);
    await page.context().close();
  });

  it('asks for a login when there is no refresh token', async () => {
    const page = await open();
    await page.context().clearCookies();
    await page.context().addCookies([{ name: 'access_token', value: 'stale', url: app.origin }]);
    await follow(page);
    await toast(page, 'Необходима авторизация.');
    await waitForLogin(page);
    await page.context().close();
  });

  it('is restored from the refresh token alone, behind the overlay', async () => {
    const reader = await app.createUser();
    const page = await openPageAs(browser, app, { path: '/robots.txt' });
    await page
      .context()
      .addCookies([{ name: 'refresh_token', value: reader.refresh, url: app.origin, sameSite: 'Strict' }]);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/auth/profile/', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${app.origin}/profile`, { waitUntil: 'commit' });
    await page.getByText('Загрузка...').first().waitFor();
    release();
    await page.getByRole('button', { name: 'Сохранить' }).waitFor();
    await page.locator('.session-overlay').waitFor({ state: 'hidden' });
    const cookies = (await page.context().cookies()).map(({ name, expires, sameSite, secure, path }) => ({
      name,
      days: Math.round((expires - Date.now() / 1000) / 86_400),
      sameSite,
      secure,
      path,
    }));
    const attributes = { sameSite: 'Strict', secure: true, path: '/' };
    expect(cookies.sort((left, right) => left.name.localeCompare(right.name))).toEqual([
      { name: 'access_token', days: 1, ...attributes },
      { name: 'refresh_token', days: 7, ...attributes },
    ]);
    await page.context().close();
  });
});

describe('toasts', () => {
  /** A page with a paused clock that shows a toast `text`; `fail` retries and gets another text. */
  async function openFailing(text: string, width = 1280) {
    const page = await openPageAs(browser, app, { path: '/about', width, user });
    await page.clock.install();
    await page.goto(`${app.origin}/about`);
    await waitUntilIdle(page);
    let detail = text;
    let held = Promise.resolve();
    await page.route('**/api/v1/posts/?*', async (route) => {
      await held;
      await route.fulfill({ status: 400, json: { detail } });
    });
    await page.clock.pauseAt(Date.now() + 60_000);
    // Waiting in real time must not use up the lifetime of a toast.
    const texts = () => page.clock.runFor(1).then(() => toasts(page).allTextContents());
    async function fail(next: string): Promise<void> {
      detail = next;
      const { promise, resolve: release } = Promise.withResolvers<void>();
      held = promise;
      const retry = page.getByRole('button', { name: 'Повторить' });
      await retry.click();
      const isBusy = () => texts().then(() => retry.getAttribute('aria-busy'));
      await expect.poll(isBusy).toBe('true');
      release();
      await expect.poll(isBusy).not.toBe('true');
      await expect.poll(texts).toContain(next);
    }
    await page.getByRole('contentinfo').getByRole('link', { name: 'Все посты' }).click();
    await expect.poll(texts).toEqual([text]);
    return { page, fail };
  }

  it('are shown top right for five seconds, at most three, newest on top', async () => {
    const { page, fail } = await openFailing('Первое');
    for (const text of ['Второе', 'Третье', 'Четвёртое']) await fail(text);
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
    await expect.poll(fromTop).toEqual(['Четвёртое', 'Третье', 'Второе']);
    await page.clock.runFor(2_000);
    expect(await toasts(page).count()).toBe(3);
    await page.clock.runFor(5_000);
    await expect.poll(() => toasts(page).count()).toBe(0);
    await page.context().close();
  });

  it('show the same text once and restart its timer', async () => {
    const { page, fail } = await openFailing('Одно и то же');
    await page.clock.runFor(3_000);
    await fail('Одно и то же');
    await page.clock.runFor(3_000);
    expect(await toasts(page).allTextContents()).toEqual(['Одно и то же']);
    await fail('Другое');
    expect((await toasts(page).allTextContents()).sort()).toEqual(['Другое', 'Одно и то же']);
    await expect.poll(() => page.clock.runFor(100).then(() => toasts(page).count())).toBe(0);
    await fail('Одно и то же');
    await page.context().close();
  });

  it('show one message when two calls fail together', async () => {
    const page = await openPageAs(browser, app, { path: '/about', user });
    await page.route('**/api/v1/posts/**', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Все посты' }).click();
    await page.getByRole('button', { name: 'Повторить' }).click();
    await toast(page, 'Внутренняя ошибка сервера. Попробуйте позже.');
    await waitUntilIdle(page);
    expect(await toasts(page).count()).toBe(1);
    await page.context().close();
  });

  it.each([390, 1280])('stand beside or below an open menu, %s px wide', async (width) => {
    const { page } = await openFailing('Не получилось', width);
    const isOnTop = (part: Locator) =>
      part.evaluate((element) => {
        const { left, top, width: wide, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + wide / 2, top + height / 2));
      });
    const links = page
      .locator('.header-panel')
      .getByRole('link')
      .or(page.getByRole('menuitem'))
      .filter({ visible: true });
    const areReadable = async () => {
      await page.clock.runFor(20);
      const parts = [...(await links.all()), toasts(page).first()];
      return [...new Set(await Promise.all(parts.map(isOnTop)))];
    };
    const menu = page.getByRole('button', { name: /^Меню: / });
    for (const open of width < 768 ? [menu, page.getByRole('button', { name: 'Открыть меню' })] : [menu]) {
      await open.click();
      await expect.poll(() => page.clock.runFor(20).then(() => links.count())).toBeGreaterThan(0);
      await expect.poll(areReadable).toEqual([true]);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.clock.runFor(20).then(() => links.count())).toBe(0);
      await expect.poll(areReadable).toEqual([true]);
    }
    await expect.poll(() => page.clock.runFor(100).then(() => toasts(page).count())).toBe(0);
    await page.context().close();
  });

  it.each([390, 1280])(
    'stand above an open panel and dialog, which leave room, %s px wide',
    async (width) => {
      const page = await openPageAs(browser, app, { path: '/posts/create', user });
      await page.setViewportSize({ width, height: 844 });
      await page.getByRole('textbox', { name: 'Заголовок статьи *' }).fill('Позже');
      await writeMarkdown(page, 'Текст статьи');
      await openSettings(page);
      const panel = page.getByRole('dialog', { name: 'Параметры статьи' });
      await panel.getByLabel('Опубликовать позже').check();
      await panel.getByRole('button', { name: 'Запланировать' }).click();
      await toast(page, 'Пожалуйста, исправьте ошибки в форме');
      // Toasts do not expire under the pointer.
      await toasts(page).first().hover();
      const rectOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().toJSON());
      const gapOf = async (below: Locator) =>
        (await rectOf(below)).top - Math.round((await rectOf(toasts(page).first())).bottom);
      await expect.poll(() => gapOf(panel)).toBe(12);
      expect((await rectOf(panel)).bottom).toBe(844);
      await panel.getByRole('button', { name: 'Ссылка на черновик' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Показать черновик по ссылке' });
      await expect.poll(() => gapOf(dialog)).toBeGreaterThanOrEqual(12);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await toasts(page).getByRole('button', { name: 'Закрыть уведомление' }).click();
      await expect.poll(async () => (await rectOf(panel)).top).toBe(0);
      await page.context().close();
    },
  );
});

it('leads from the front page to a sent comment by keyboard', async () => {
  const page = await openPageAs(browser, app, { path: '/' });
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
  await page.locator('#comments').getByRole('link', { name: 'Войти' }).waitFor();
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
