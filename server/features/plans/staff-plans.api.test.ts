import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDefaultPlan, openCheckout } from '#tests/support/subscriptions.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let reader: TestUser;
let staff: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  reader = await app.createUser();
  staff = await app.createUser({ isStaff: true });
});
afterAll(() => app.stop());

const create = (body: object, as = staff) => app.call('createPlan', { as, body });
const change = (id: number | string, body: object, as = staff) =>
  app.call('updatePlan', { as, params: { id }, body });
const quarter = { name: ' Квартал ', price: '799,5', duration_days: 90, features: { pin_posts: true } };

describe('plans for the staff', () => {
  it('are created, on sale or not', async () => {
    const { status, body } = await create(quarter);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Квартал',
        price: '799.50',
        currency: 'RUB',
        duration_days: 90,
        features: { pin_posts: true },
        is_active: true,
        created_at: expect.any(String),
      },
    ]);
    expect((await app.call('getPlan', { params: { id: body.id } })).body).toEqual(body);
    expect((await create({ ...quarter, is_active: false })).body.is_active).toBe(false);
    expect((await create(quarter, reader)).status).toBe(403);
  });

  it('require a name, a price and a duration', async () => {
    const price = 'Укажите цену числом, например 299 или 299,50.';
    const days = 'Укажите срок: от 1 до 3660 дней.';
    const cases: Array<[object, object]> = [
      [{ name: '' }, { name: ['Назовите тариф.'] }],
      [{ price: '0.00' }, { price: [price] }],
      [{ price: -1 }, { price: [price] }],
      [{ price: '1.234' }, { price: [price] }],
      [{ price: null }, { price: [price] }],
      [{ duration_days: 0 }, { duration_days: [days] }],
      [{ duration_days: 9_999 }, { duration_days: [days] }],
      [{ duration_days: 1.5 }, { duration_days: [days] }],
    ];
    for (const [wrong, expected] of cases) {
      const response = await create({ ...quarter, ...wrong });
      expect([response.status, response.body]).toEqual([400, expected]);
    }
  });

  it('are listed completely, those on sale first', async () => {
    const { body } = await app.call('listStaffPlans', { as: staff });
    const onSale = body.results.map(({ is_active }: { is_active: boolean }) => is_active);
    expect(onSale).toEqual([...onSale].sort((left, right) => Number(right) - Number(left)));
    expect(body.count).toBe(body.results.length);
    expect((await app.call('listStaffPlans', { as: staff, query: { page: 9 } })).status).toBe(404);
    expect((await app.call('listStaffPlans', { as: reader })).status).toBe(403);
  });

  it('have a new price only for new purchases', async () => {
    const { id } = (await create(quarter)).body;
    const first = await openCheckout(app, reader, { subscription_plan_id: id });
    expect((await change(id, { price: '899.00' })).body).toMatchObject({ price: '899.00', name: 'Квартал' });
    const amountOf = async (payment: number) =>
      (await app.call('getPayment', { as: reader, params: { id: payment } })).body.amount;
    // The session opened at the old price keeps it.
    expect(await amountOf(first.payment_id)).toBe('799.50');
    const second = await openCheckout(app, reader, { subscription_plan_id: id });
    expect(second.payment_id).not.toBe(first.payment_id);
    expect(await amountOf(second.payment_id)).toBe('899.00');
    expect((await change(id, {})).status).toBe(200);
    expect((await change(id, { name: 'x' }, reader)).status).toBe(403);
    for (const unknown of [999_999, 'x']) expect((await change(unknown, {})).status).toBe(404);
  });

  it('can be withdrawn except the last one', async () => {
    const { body } = await app.call('listPlans');
    const ids = body.results.map(({ id }: { id: number }) => id);
    const responses = await Promise.all(ids.map((id: number) => change(id, { is_active: false })));
    const refused = responses.filter(({ status }) => status === 400);
    expect(refused.map((response) => response.body)).toEqual([
      { is_active: ['Это единственный тариф в продаже. Сначала добавьте другой.'] },
    ]);
    const left = await getDefaultPlan(app);
    expect(ids).toContain(left.id);
    expect((await change(left.id, { price: '1.00', is_active: true })).status).toBe(200);
  });
});
