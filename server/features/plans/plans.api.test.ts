import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlan } from '#tests/support/subscriptions.ts';
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

describe('plans', () => {
  it('contain the default plan on a new site', async () => {
    const { status, body } = await app.call('listPlans');
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 1, next: null, previous: null });
    expect(body.results).toEqual([
      {
        id: expect.any(Number),
        name: 'Premium Monthly',
        price: '299.00',
        currency: 'RUB',
        duration_days: 30,
        features: { pin_posts: true, priority_support: true, analytics: true },
        is_active: true,
        created_at: expect.any(String),
      },
    ]);
  });

  it('are listed by price, without withdrawn plans and other currencies', async () => {
    const cheap = await createPlan(app, { name: 'Cheap', price_kopecks: 5 });
    const withdrawn = await createPlan(app, { is_active: false });
    const foreign = await createPlan(app, { currency: 'USD' });
    for (const as of [undefined, reader, staff]) {
      const { body } = await app.call('listPlans', { as });
      expect(body.results.map(({ name, price }: Record<string, string>) => [name, price])).toEqual([
        ['Cheap', '0.05'],
        ['Premium Monthly', '299.00'],
      ]);
      expect((await app.call('getPlan', { as, params: { id: cheap.id } })).body.name).toBe('Cheap');
    }
    for (const id of [withdrawn.id, foreign.id, 999_999, 'x', '99999999999999999999'])
      expect((await app.call('getPlan', { params: { id } })).status).toBe(404);
    const second = await app.call('listPlans', { query: { page_size: 1, page: 2 } });
    expect([second.body.results.length, second.body.previous]).toEqual([
      1,
      'http://localhost:8000/api/v1/subscribe/plans/?page_size=1&page=1',
    ]);
    expect((await app.call('listPlans', { query: { page: 9 } })).status).toBe(404);
  });
});

it('creates one default plan in the currency of the site', async () => {
  const dollars = await createTestApp({ env: { CURRENCY: 'USD' } });
  try {
    expect((await dollars.call('listPlans')).body.count).toBe(0);
    await Promise.all([
      dollars.plans.ensureDefaultPlan(),
      dollars.plans.ensureDefaultPlan(),
      dollars.plans.ensureDefaultPlan(),
    ]);
    const { body } = await dollars.call('listPlans');
    expect(body.results).toMatchObject([{ name: 'Premium Monthly', price: '12.00', currency: 'USD' }]);
  } finally {
    await dollars.stop();
  }
});
