import * as staff from '#contract/staff-plans.ts';
import * as contract from '#contract/subscribe.ts';
import { created, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { presentPlan } from './plan-presenter.ts';
import type { PlanService } from './plan-service.ts';

export function planRoutes({ plans, publicUrl }: { plans: PlanService; publicUrl: string }): Operation[] {
  return [
    operation(contract.listPlans, {
      handle: async ({ query, rawQuery, path }) => {
        const found = await plans.list(query);
        const links = pageLinks({ publicUrl, path, query: rawQuery }, found.page, found.count);
        return ok({ count: found.count, ...links, results: found.plans.map(presentPlan) });
      },
    }),
    operation(contract.getPlan, {
      handle: async ({ params }) => ok(presentPlan(await plans.getOnSale(params.id))),
    }),
    operation(staff.listStaffPlans, {
      handle: async ({ query, rawQuery, path }) => {
        const found = await plans.listAll(query);
        const links = pageLinks({ publicUrl, path, query: rawQuery }, found.page, found.count);
        return ok({ count: found.count, ...links, results: found.plans.map(presentPlan) });
      },
    }),
    operation(staff.createPlan, {
      handle: async ({ body }) => {
        const { duration_days: durationDays, is_active: isActive, ...values } = body;
        return created(presentPlan(await plans.create({ ...values, durationDays, isActive })));
      },
    }),
    operation(staff.updatePlan, {
      load: ({ params }) => plans.find(params.id),
      handle: async ({ body }, plan) => {
        const { duration_days: durationDays, is_active: isActive, ...values } = body;
        return ok(presentPlan(await plans.change(plan, { ...values, durationDays, isActive })));
      },
    }),
  ];
}
