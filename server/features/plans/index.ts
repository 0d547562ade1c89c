import type { Audit } from '#server/features/audit/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import { planRoutes } from './plan-routes.ts';
import { createPlanService, type PlanService } from './plan-service.ts';

export type { Plan } from './plan.ts';
export { presentPlan } from './plan-presenter.ts';

export type Plans = PlanService & { operations: Operation[] };

type Deps = { db: Db; clock: Clock; audit: Audit; publicUrl: string; currency: string };

export function createPlans({ publicUrl, ...deps }: Deps): Plans {
  const plans = createPlanService(deps);
  return { ...plans, operations: planRoutes({ plans, publicUrl }) };
}
