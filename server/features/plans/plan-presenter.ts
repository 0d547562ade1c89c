import type { Plan as PlanShape } from '#contract/subscribe.ts';
import { formatKopecks } from '#server/platform/money.ts';
import type { Plan } from './plan.ts';

export const presentPlan = (plan: Plan): PlanShape => ({
  id: plan.id,
  name: plan.name,
  price: formatKopecks(plan.priceKopecks),
  currency: plan.currency,
  duration_days: plan.durationDays,
  features: plan.features,
  is_active: plan.isActive,
  created_at: plan.createdAt.toISOString(),
});
