import { expect, it } from 'vitest';
import { planBody } from '#contract/staff-plans.ts';
import type { Plan } from '#contract/subscribe.ts';
import { bodyOf, valuesOf } from './plan-values.ts';

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

it('shows a plan and sends what was shown, and what it does not know too', () => {
  const values = valuesOf(plan);
  expect(values).toMatchObject({ price: '299', duration_days: '30' });
  expect(valuesOf({ ...plan, price: '299.50' }).price).toBe('299.50');
  const body = bodyOf(values, plan);
  expect(body.features).toEqual({
    pin_posts: true,
    priority_support: false,
    analytics: false,
    early_access: true,
  });
  expect(planBody.safeParse(body).success).toBe(true);
});

it('sends nothing that could be taken for a term where there is none', () => {
  for (const duration_days of ['', '1.5', 'x', '0'])
    expect(planBody.safeParse(bodyOf({ ...valuesOf(plan), duration_days }, plan)).success).toBe(false);
});
