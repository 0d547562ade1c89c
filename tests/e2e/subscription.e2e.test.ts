import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { openCheckout, pressSandboxButton } from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  app = await createTestApp({ withPages: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

describe('a reader', () => {
  it('buys a subscription with one checkout despite a double click, and cancels it', async () => {
    const buyer = await app.createUser();
    const page = await openPageAs(browser, app, { path: '/subscription', user: buyer });
    const checkouts: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('create-checkout-session')) checkouts.push(request.url());
    });
    await expect.poll(() => page.title()).toBe('Подписка | News Site');
    await button(page, /^Выбрать план/).dblclick();
    await button(page, /^Оплатить/).click();
    await heading(page, 'Оплата успешна!').waitFor();
    expect(checkouts).toHaveLength(1);

    const post = await app.createPost(buyer, { title: 'Наверх' });
    await app.call('pinPost', { as: buyer, body: { post_id: post.id } });
    await page.getByRole('link', { name: 'Управление подпиской' }).click();
    await page.getByText('30 дней', { exact: true }).waitFor();
    await button(page, 'Открепить').click();
    await page.getByText('У вас нет закрепленных постов').waitFor();
    await page.route('**/subscribe/cancel/', (route) => route.abort());
    await button(page, 'Отменить подписку').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Доступ закончится сразу').waitFor();
    await dialog.getByRole('button', { name: 'Отменить подписку' }).click();
    await dialog.getByText('Ошибка при отмене подписки').waitFor();
    expect((await app.call('getSubscriptionState', { as: buyer })).body.is_active).toBe(true);
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Отменить подписку' }).click();
    await page.getByText('Подписка отменена', { exact: true }).waitFor();
    await heading(page, 'Продлить подписку').waitFor();
    expect((await app.call('getSubscriptionState', { as: buyer })).body.is_active).toBe(false);
    await page.context().close();
  });

  it('is offered only benefits that exist', async () => {
    const page = await openPageAs(browser, app, { path: '/subscription', user: await app.createUser() });
    await heading(page, 'Преимущества подписки').waitFor();
    expect(await page.getByText('Закрепление своей статьи').count()).toBe(2);
    const words = await page.getByRole('main').textContent();
    expect(words).not.toMatch(/аналитик|поддержк|создание постов|комментари/i);
    await page.context().close();
  });

  it('resumes or cancels an open checkout', async () => {
    const buyer = await app.createUser();
    const page = await openPageAs(browser, app, { path: '/subscription', user: buyer });
    await button(page, /^Выбрать план/).click();
    await button(page, 'Вернуться без оплаты').click();
    await heading(page, 'Оплата не завершена').waitFor();
    await button(page, 'Попробовать снова').click();
    await page.waitForURL('**/checkout/**');
    await page.goto(`${app.origin}/subscription`);
    await heading(page, 'Незавершённая оплата').waitFor();
    await button(page, 'Отменить платёж').click();
    await page.getByText('Отменён', { exact: true }).waitFor();
    const { body } = await app.call('listPaymentHistory', { as: buyer });
    expect(body.results.map(({ status }: { status: string }) => status)).toEqual(['cancelled']);
    await page.context().close();
  });

  it('sees no success before the payment has succeeded', async () => {
    const buyer = await app.createUser();
    const session = await openCheckout(app, buyer);
    // Another tab has no stored payment id and falls back to the payment history.
    const page = await openPageAs(browser, app, { path: '/subscription/success', user: buyer });
    await heading(page, 'Проверяем оплату').waitFor();
    await pressSandboxButton(app, session, 'decline');
    await heading(page, 'Оплата не прошла').waitFor();
    await page.context().close();
  });

  it('is redirected to the login as a guest, with the way back', async () => {
    const page = await openPageAs(browser, app, { path: '/subscription/success', user: null });
    const link = page.getByRole('main').getByRole('link', { name: 'Войти' });
    await expect.poll(() => link.getAttribute('href')).toBe('/login?redirect=%2Fsubscription%2Fsuccess');
    await page.goto(`${app.origin}/subscription`);
    await page.waitForURL('**/login?redirect=%2Fsubscription');
    await page.context().close();
  });
});
