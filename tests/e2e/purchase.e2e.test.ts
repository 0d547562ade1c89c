import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { createPlan, subscribe } from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Navigation to the payment page and back, including the back button, two tabs and lost cookies. */
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
const choose = (page: Page) => button(page, 'Выбрать план «Premium Monthly»');
const pay = (page: Page) => button(page, /^Оплатить/).click();
const open = (user: TestUser | null, path = '/subscription') => openPageAs(browser, app, { path, user });
const paymentsOf = async (as: TestUser): Promise<Array<{ status: string }>> =>
  (await app.call('listPaymentHistory', { as })).body.results;
const statusesOf = async (as: TestUser) => (await paymentsOf(as)).map(({ status }) => status);

/** Goes to the payment page and returns its URL. */
async function goToCheckout(page: Page): Promise<string> {
  await choose(page).click();
  await page.waitForURL('**/checkout/**');
  return page.url();
}

describe('a purchase', () => {
  it('shows that it was declined and can be started again', async () => {
    const buyer = await app.createUser();
    const page = await open(buyer);
    await goToCheckout(page);
    await button(page, 'Отклонить платёж').click();
    await heading(page, 'Оплата не прошла').waitFor();
    await page.getByRole('link', { name: 'Попробовать снова' }).click();
    await page.getByText('Не прошёл', { exact: true }).waitFor();
    await goToCheckout(page);
    await pay(page);
    await heading(page, 'Оплата успешна!').waitFor();
    expect(await statusesOf(buyer)).toEqual(['succeeded', 'failed']);
    await page.context().close();
  });

  it('can be resumed or cancelled after the back button', async () => {
    const buyer = await app.createUser();
    const page = await open(buyer);
    const checkout = await goToCheckout(page);
    await page.goBack();
    await heading(page, 'Незавершённая оплата').waitFor();
    await button(page, 'Продолжить оплату').click();
    await page.waitForURL('**/checkout/**');
    expect(page.url()).toBe(checkout);
    await page.goBack();
    await button(page, 'Отменить платёж').click();
    await page.getByText('Отменён', { exact: true }).waitFor();
    expect(await statusesOf(buyer)).toEqual(['cancelled']);
    await page.context().close();
  });

  it('is found after a login when the cookies were lost', async () => {
    const buyer = await app.createUser();
    const page = await open(buyer);
    await goToCheckout(page);
    await page.context().clearCookies();
    await pay(page);
    await heading(page, 'Войдите, чтобы узнать результат').waitFor();
    await page.getByText('Оплата не потеряется').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Войти' }).click();
    await page.getByLabel('Email адрес').fill(buyer.user.email);
    await page.getByLabel('Пароль', { exact: true }).fill(buyer.password);
    await button(page, 'Войти').click();
    await heading(page, 'Оплата успешна!').waitFor();
    expect(new URL(page.url()).pathname).toBe('/subscription/success');
    await page.context().close();
  });

  it('is not requested without a plan', async () => {
    const page = await open(await app.createUser(), '/');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('create-checkout-session')) sent.push(request.url());
    });
    await page.route('**/subscribe/plans/**', async (route) => {
      const response = await route.fetch();
      const { results, ...rest } = await response.json();
      await route.fulfill({ json: { ...rest, results: [{ ...results[0], id: 0 }] } });
    });
    await page.goto(`${app.origin}/subscription`);
    await choose(page).click();
    await page.getByText('Ошибка при создании сессии оплаты').waitFor();
    expect(sent).toEqual([]);
    await page.context().close();
  });
});

describe('two tabs', () => {
  it('make one payment, and both show its outcome', async () => {
    const buyer = await app.createUser();
    const first = await open(buyer);
    const [second, third] = await Promise.all([first.context().newPage(), first.context().newPage()]);
    for (const tab of [second, third]) await tab.goto(`${app.origin}/subscription`);
    const checkout = await goToCheckout(first);
    expect(await goToCheckout(second)).toBe(checkout);
    await pay(first);
    await heading(first, 'Оплата успешна!').waitFor();
    await pay(second);
    await heading(second, 'Оплата успешна!').waitFor();
    // The third tab still shows the old state.
    await choose(third).click();
    await third.getByText('Подписка уже действует').waitFor();
    await heading(third, 'Текущая подписка').waitFor();
    await third.getByText('30 дней', { exact: true }).waitFor();
    expect(await statusesOf(buyer)).toEqual(['succeeded']);
    await first.context().close();
  });

  it('replace the first plan by another, and the first payment page no longer accepts money', async () => {
    const buyer = await app.createUser();
    const { id } = await createPlan(app, { name: 'Год' });
    const first = await open(buyer);
    const second = await first.context().newPage();
    await second.goto(`${app.origin}/subscription`);
    await goToCheckout(first);
    await button(second, 'Выбрать план «Год»').click();
    await second.waitForURL('**/checkout/**');
    await pay(first);
    await heading(first, 'Оплата отменена').waitFor();
    await pay(second);
    await heading(second, 'Оплата успешна!').waitFor();
    expect(await paymentsOf(buyer)).toMatchObject([
      { status: 'succeeded', plan: id },
      { status: 'cancelled' },
    ]);
    await app.db.updateTable('plans').set({ is_active: false }).where('id', '=', id).execute();
    await first.context().close();
  });
});

describe('the screen of the subscription', () => {
  it('reloads when it is restored from the back/forward cache', async () => {
    const buyer = await app.createUser();
    const page = await open(buyer);
    await choose(page).waitFor();
    await subscribe(app, buyer);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await heading(page, 'Текущая подписка').waitFor();
    await page.context().close();
  });

  it('shows the refunded amount of a payment', async () => {
    const buyer = await app.createUser();
    const staff = await app.createUser({ isStaff: true });
    const { payment_id } = await subscribe(app, buyer);
    await app.call('refundPayment', { as: staff, params: { id: payment_id }, body: { amount: '99.50' } });
    const page = await open(buyer);
    await page.getByText('Возвращено 99,5').waitFor();
    await page.getByText('Оплачен', { exact: true }).waitFor();
    await page.context().close();
  });
});
