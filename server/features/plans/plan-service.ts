import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { longPageSize, type Page, pageOf } from '#server/platform/db/paging.ts';
import { notFound } from '#server/platform/errors.ts';
import { defaultPlan, isOnSale, type Plan } from './plan.ts';
import * as store from './plan-store.ts';

export type PlanService = ReturnType<typeof createPlanService>;

export function createPlanService({ db, currency }: { db: Db; currency: string }) {
  async function list(query: {
    page?: string;
    page_size?: string;
  }): Promise<{ plans: Plan[]; count: number; page: Page }> {
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
    const plan = /^\d{1,15}$/.test(id) ? await findOnSale(Number(id)) : undefined;
    if (!plan) throw notFound('plans.notFound');
    return plan;
  }

  /** Any plan, on sale or not: somebody may have bought it. */
  async function get(id: number, from: Db = db): Promise<Plan> {
    const plan = await store.findPlan(from, id);
    if (!plan) throw new Error(`no plan ${id}`);
    return plan;
  }

  /** Sees to it that the site has something to sell in its currency. */
  const provide = (): Promise<void> =>
    inTransaction(db, (tx) => store.insertPlanIfNone(tx, defaultPlan, currency));

  return { list, findOnSale, getOnSale, get, provide };
}
