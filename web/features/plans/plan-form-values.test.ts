import { expect, it } from 'vitest';
import { planBody } from '#contract/staff-plans.ts';
import type { Plan } from '#contract/subscribe.ts';
import { toFormValues, toRequestBody } from './plan-form-values.ts';

const plan: Plan = {
  id: 1,
  name: 'Месяц',
  price: '299.00',
  currency: 'RUB',
  duration_days: 30,
  features: { pin_posts: true, analytics: false, early_access: true, note: 'x' },
  is_active: true,
  created_at: '2026-01-01T00:00:00Z',
};

it('converts a plan to form values and back without touching its features', () => {
  const values = toFormValues(plan);
  expect(values).toEqual({ name: 'Месяц', price: '299', duration_days: '30' });
  expect(toFormValues({ ...plan, price: '299.50' }).price).toBe('299,50');
  expect(toRequestBody(values, plan)).toEqual({ name: 'Месяц', price: '299', duration_days: 30 });
});

it('gives a new plan all feature flags that other clients read, with only the real one on', () => {
  expect(toRequestBody(toFormValues(undefined), undefined).defaultFeatures).toEqual({
    pin_posts: true,
    priority_support: false,
    analytics: false,
  });
});

it.each([
  ['2 990', '2990'],
  ['2\u00a0990,50', '2990,50'],
  ['12\u2009990\u202f000', '12990000'],
  [' 2990.5 ₽', '2990.5'],
])('sends the price «%s» as %s, which the API accepts', (price, sent) => {
  const body = toRequestBody({ ...toFormValues(plan), price, duration_days: '1\u00a0000' }, plan);
  expect(body).toMatchObject({ price: sent, duration_days: 1_000 });
  expect(planBody.safeParse(body).success).toBe(true);
});

it.each(['', '2,990', 'две тысячи', '-1'])(
  'produces a body that the API refuses for the price «%s»',
  (price) => {
    expect(planBody.safeParse(toRequestBody({ ...toFormValues(plan), price }, plan)).success).toBe(false);
  },
);

it('produces a body that the API refuses for an invalid duration', () => {
  for (const duration_days of ['', '1.5', 'x', '0'])
    expect(planBody.safeParse(toRequestBody({ ...toFormValues(plan), duration_days }, plan)).success).toBe(
      false,
    );
});
