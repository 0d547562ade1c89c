import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { openPageAs } from '#tests/support/open-page.ts';
import { subscribe } from '#tests/support/subscriptions.ts';
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

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const open = (path: string, user: TestUser | null = staff) => openPageAs(browser, app, { path, user });
const refundsOf = async (payment: number): Promise<Array<{ amount: string }>> =>
  (await app.call('getStaffPayment', { as: staff, params: { id: payment } })).body.refunds;
const isSubscriber = async (as: TestUser) => (await app.call('getSubscriptionState', { as })).body.is_active;

/** Creates a subscriber with a payment. */
async function buy(): Promise<{ reader: TestUser; payment: number }> {
  const reader = await app.createUser();
  return { reader, payment: (await subscribe(app, reader)).payment_id };
}

const refundButton = (page: Page, payment: number) => button(page, `Вернуть деньги: платёж № ${payment}`);

describe('the staff', () => {
  it('refund a part once and then the rest, with the consequences shown', async () => {
    const { reader, payment } = await buy();
    const page = await open(`/staff/payments?search=${reader.user.username}`);
    await refundButton(page, payment).click();
    await page.getByText('Вернётся всё, что осталось.').waitFor();
    const amount = dialog(page).getByLabel('Сумма');
    await amount.fill('500');
    await button(page, 'Вернуть').click();
    await page.getByText('Сумма больше, чем осталось вернуть.').waitFor();
    await amount.fill('9\u00a09,00 ₽');
    await page.getByText('Вернётся часть.').waitFor();
    await dialog(page).getByLabel('Причина').fill('Сбой');
    await button(page, /^Вернуть 99/).dblclick();
    await page.getByText('Возвращён частично').waitFor();
    expect(await refundsOf(payment)).toMatchObject([{ amount: '99.00', reason: 'Сбой' }]);
    expect(await isSubscriber(reader)).toBe(true);

    await page.getByRole('link', { name: `Платёж № ${payment}` }).click();
    await page.getByText('Причина: Сбой').waitFor();
    await refundButton(page, payment).click();
    await button(page, /^Вернуть 200/).click();
    await page.getByText('Возвращён', { exact: true }).waitFor();
    expect(await refundsOf(payment)).toHaveLength(2);
    expect(await isSubscriber(reader)).toBe(false);
    await page.context().close();
  });

  it('can repeat a refund after a lost response without refunding twice', async () => {
    const { payment } = await buy();
    const page = await open(`/staff/payments/${payment}`);
    let lost = 0;
    await page.route('**/refund/', async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    await refundButton(page, payment).click();
    await dialog(page).getByLabel('Сумма').fill('50');
    await button(page, /^Вернуть 50/).click();
    await page.getByText('Ответа нет').waitFor();
    await button(page, /^Вернуть 50/).click();
    await page.getByText('Возвращён частично').waitFor();
    expect(await refundsOf(payment)).toMatchObject([{ amount: '50.00' }]);
    await page.context().close();
  });

  it('see in the dialog that the payment was refunded in the meantime', async () => {
    const { payment } = await buy();
    const page = await open(`/staff/payments/${payment}`);
    await refundButton(page, payment).click();
    await dialog(page).getByLabel('Сумма').waitFor();
    const body = { amount: '299.00' };
    await app.call('refundPayment', { as: staff, params: { id: payment }, body });
    await button(page, /^Вернуть 299/).click();
    await page.getByText('По этому платежу нельзя вернуть деньги.').waitFor();
    await button(page, 'Отмена').click();
    await page.getByText('Возвращён', { exact: true }).waitFor();
    await page.context().close();
  });

  it('find payments, with the filters in the URL', async () => {
    const { reader, payment } = await buy();
    await app.call('cancelSubscription', { as: reader });
    const { session_id } = await app.db
      .selectFrom('checkouts')
      .select('session_id')
      .where('payment_id', '=', payment)
      .executeTakeFirstOrThrow();
    const page = await open('/staff/payments');
    await page.getByRole('heading', { name: 'Выручка и подписки' }).waitFor();
    const { ended } = (await app.call('getMoneyReport', { as: staff })).body.churn;
    expect(ended).toBeGreaterThan(0);
    await page
      .locator('dl > div')
      .filter({ hasText: 'Закончилось за 30 дней' })
      .getByText(String(ended), { exact: true })
      .waitFor();
    await page.getByText('Числа по месяцам').click();
    await page.getByRole('columnheader', { name: 'Получено' }).waitFor();
    await page.getByRole('main').getByLabel('Поиск').fill(session_id);
    await page.getByRole('main').getByRole('button', { name: 'Найти' }).click();
    await page.waitForURL(`**/staff/payments?search=${session_id}`);
    await page.getByText(reader.user.email).waitFor();
    await page.getByLabel('Состояние').focus();
    await page.getByLabel('Состояние').selectOption({ label: 'Не прошёл' });
    await page.waitForURL('**/staff/payments?status=failed&search=*');
    await page.getByText('По такому запросу ничего не нашлось.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT');
    await page.goBack();
    await page.getByText(reader.user.email).waitFor();
    expect(await page.getByLabel('Состояние').inputValue()).toBe('');
    await page.goto(`${app.origin}/staff/payments/999999`);
    await page.getByText('Такого платежа нет.').waitFor();
    await page.context().close();
  });

  it('put plans on sale, change their price and withdraw all but the last', async () => {
    const page = await open('/staff/plans');
    await button(page, 'Добавить тариф').click();
    await page.getByText('Назовите тариф.').waitFor();
    await page.getByLabel('Название').fill('Квартал');
    await page.getByLabel(/^Цена/).fill('799,50');
    await page.getByLabel('Срок, дней').fill('90');
    await button(page, 'Добавить тариф').click();
    await button(page, 'Изменить тариф «Квартал»').click();
    await page.getByText('доплачивать не будет').waitFor();
    const form = page.locator('form').filter({ has: button(page, 'Сохранить') });
    await form.getByLabel(/^Цена/).fill('2 990,5');
    await form.getByText('Читатели увидят: 2 990,50 ₽').waitFor();
    await button(page, 'Сохранить').click();
    await page.getByText('за 90 дней').waitFor();
    const { results } = (await app.call('listPlans')).body;
    expect(results.at(-1)).toMatchObject({ name: 'Квартал', price: '2990.50', duration_days: 90 });

    const withdraw = page.getByRole('alertdialog').getByRole('button', { name: 'Снять с продажи' });
    await button(page, 'Снять с продажи тариф «Квартал»').click();
    await page.getByText('она продлится до конца срока').waitFor();
    await withdraw.click();
    await button(page, 'Вернуть в продажу тариф «Квартал»').waitFor();
    await button(page, 'Снять с продажи тариф «Premium Monthly»').click();
    await withdraw.click();
    await page.getByText('Это единственный тариф в продаже.').waitFor();
    await button(page, 'Отмена').click();
    await button(page, 'Вернуть в продажу тариф «Квартал»').click();
    await button(page, 'Снять с продажи тариф «Квартал»').waitFor();
    await page.context().close();
  });

  it('have exclusive access: superusers and readers see an error, guests are redirected to the login', async () => {
    const superuser = await app.createUser();
    await app.db
      .updateTable('accounts')
      .set({ is_superuser: true })
      .where('id', '=', superuser.user.id)
      .execute();
    for (const user of [superuser, await app.createUser()])
      for (const path of ['/staff/payments', '/staff/plans']) {
        const page = await open(path, user);
        await page.getByText('У вас нет прав для выполнения этого действия.').waitFor();
        await page.context().close();
      }
    const guests = await open('/staff/payments?status=refunded', null);
    await guests.waitForURL('**/login?redirect=%2Fstaff%2Fpayments%3Fstatus%3Drefunded');
    await guests.context().close();
  });
});
