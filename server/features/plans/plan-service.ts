import { type Audit, changesOf } from '#server/features/audit/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { longPageSize, type Page, pageOf } from '#server/platform/db/paging.ts';
import { invalidFields, notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import { parseKopecks } from '#server/platform/money.ts';
import { defaultPlan, isOnSale, type Plan } from './plan.ts';
import * as store from './plan-store.ts';

type PageQuery = { page?: string; page_size?: string };
/** The fields that staff set; the price is a string with up to two decimals. */
export type PlanValues = {
  name: string;
  price: string;
  durationDays: number;
  features?: Record<string, unknown>;
  isActive?: boolean;
};

export type PlanService = ReturnType<typeof createPlanService>;

type Deps = { db: Db; clock: Clock; audit: Audit; currency: string };

/** The values of a plan that the log shows. */
const valuesOf = (plan: Plan) => ({
  name: plan.name,
  price_kopecks: plan.priceKopecks,
  duration_days: plan.durationDays,
  is_active: plan.isActive,
  features: JSON.stringify(plan.features),
});
const targetOf = ({ id, name }: Plan) => ({ kind: 'plan' as const, id, name });

export function createPlanService({ db, clock, audit, currency }: Deps) {
  async function list(query: PageQuery): Promise<{ plans: Plan[]; count: number; page: Page }> {
    const count = await store.countPlansOnSale(db, currency);
    const page = pageOf(query, count, longPageSize);
    return { plans: await store.listPlansOnSale(db, currency, page), count, page };
  }

  /** A plan that can be bought now, or undefined. */
  async function findOnSale(id: number, from: Db = db): Promise<Plan | undefined> {
    const plan = await store.findPlan(from, id);
    return isOnSale(plan, currency) ? plan : undefined;
  }

  async function getOnSale(id: string): Promise<Plan> {
    const planId = parseId(id);
    const plan = planId === undefined ? undefined : await findOnSale(planId);
    if (!plan) throw notFound('plans.notFound');
    return plan;
  }

  /** Any plan, on sale or not, because payments refer to withdrawn plans. */
  async function get(id: number, from: Db = db): Promise<Plan> {
    const plan = await store.findPlan(from, id);
    if (!plan) throw new Error(`no plan ${id}`);
    return plan;
  }

  async function listAll(query: PageQuery): Promise<{ plans: Plan[]; count: number; page: Page }> {
    const count = await store.countPlans(db);
    const page = pageOf(query, count, longPageSize);
    return { plans: await store.listPlans(db, page), count, page };
  }

  /** A plan for staff, on sale or not. */
  async function find(id: string): Promise<Plan> {
    const planId = parseId(id);
    const plan = planId === undefined ? undefined : await store.findPlan(db, planId);
    if (!plan) throw notFound('plans.notFound');
    return plan;
  }

  /** Puts a plan on sale in the currency of the site. */
  async function create({ price, ...values }: PlanValues): Promise<Plan> {
    const priceKopecks = parsePrice(price);
    const plan = { features: {}, isActive: true, ...values, priceKopecks, currency };
    return inTransaction(db, async (tx) => {
      const created = await get(await store.insertPlan(tx, plan, clock.now()), tx);
      await audit.record(tx, { action: 'plan.create', target: targetOf(created), after: valuesOf(created) });
      return created;
    });
  }

  /** Changes a plan for future purchases; existing payments stay. The last plan on sale cannot be withdrawn. */
  async function change(plan: Plan, { price, ...values }: Partial<PlanValues>): Promise<Plan> {
    const priceKopecks = price === undefined ? undefined : parsePrice(price);
    return inTransaction(db, async (tx) => {
      await store.lockPlans(tx);
      const isOnlyOne = (await store.countPlansOnSale(tx, currency)) === 1;
      const current = await get(plan.id, tx);
      if (values.isActive === false && isOnlyOne && isOnSale(current, currency))
        throw invalidFields({ is_active: 'plans.lastOnSale' });
      await store.updatePlan(tx, plan.id, { ...values, priceKopecks });
      const changed = await get(plan.id, tx);
      const differences = changesOf(valuesOf(current), valuesOf(changed));
      if (differences)
        await audit.record(tx, { action: 'plan.edit', target: targetOf(current), ...differences });
      return changed;
    });
  }

  /** Creates the default plan if none is on sale in the currency of the site. */
  const ensureDefaultPlan = (): Promise<void> =>
    inTransaction(db, (tx) => store.insertPlanIfNone(tx, defaultPlan, currency));

  return { list, findOnSale, getOnSale, get, ensureDefaultPlan, listAll, find, create, change };
}

function parsePrice(price: string): number {
  const kopecks = parseKopecks(price);
  if (!kopecks) throw invalidFields({ price: 'plans.priceInvalid' });
  return kopecks;
}
