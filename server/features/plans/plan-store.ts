import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { Plans } from '#server/platform/db/generated.ts';
import type { defaultPlan, Plan } from './plan.ts';

const selectOnSale = (db: Db, currency: string) =>
  db.selectFrom('plans').where('is_active', '=', true).where('currency', '=', currency);

export async function countPlansOnSale(db: Db, currency: string): Promise<number> {
  const row = await selectOnSale(db, currency)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function listPlansOnSale(
  db: Db,
  currency: string,
  { offset, size }: { offset: number; size: number },
): Promise<Plan[]> {
  const rows = await selectOnSale(db, currency)
    .selectAll()
    .orderBy('price_kopecks')
    .orderBy('id')
    .offset(offset)
    .limit(size)
    .execute();
  return rows.map(toPlan);
}

export async function findPlan(db: Db, id: number): Promise<Plan | undefined> {
  const row = await db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toPlan(row);
}

/** Inserts a plan if none is on sale in this currency; the lock makes concurrent starts insert only one. */
export async function insertPlanIfNone(db: Db, plan: typeof defaultPlan, currency: string): Promise<void> {
  await lockPlans(db);
  await sql`
    insert into plans (name, price_kopecks, currency, duration_days, features)
    select ${plan.name}::text, ${plan.priceKopecks}::bigint, ${currency}::text, ${plan.durationDays}::integer,
      ${JSON.stringify(plan.features)}::jsonb
    where not exists (select from plans where is_active and currency = ${currency})`.execute(db);
}

export async function countPlans(db: Db): Promise<number> {
  const row = await db
    .selectFrom('plans')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** All plans: on sale first, then by price. */
export async function listPlans(db: Db, { offset, size }: { offset: number; size: number }): Promise<Plan[]> {
  const rows = await db
    .selectFrom('plans')
    .selectAll()
    .orderBy('is_active', 'desc')
    .orderBy('price_kopecks')
    .orderBy('id')
    .offset(offset)
    .limit(size)
    .execute();
  return rows.map(toPlan);
}

export async function insertPlan(db: Db, plan: Omit<Plan, 'id' | 'createdAt'>, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('plans')
    .values({
      name: plan.name,
      price_kopecks: plan.priceKopecks,
      currency: plan.currency,
      duration_days: plan.durationDays,
      features: JSON.stringify(plan.features),
      is_active: plan.isActive,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updatePlan(
  db: Db,
  id: number,
  changes: Partial<Omit<Plan, 'id' | 'createdAt' | 'currency'>>,
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await db
    .updateTable('plans')
    .set({
      name: changes.name,
      price_kopecks: changes.priceKopecks,
      duration_days: changes.durationDays,
      features: changes.features && JSON.stringify(changes.features),
      is_active: changes.isActive,
    })
    .where('id', '=', id)
    .execute();
}

/** Serialises changes of the plans on sale, so that one always remains. */
export async function lockPlans(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('plans'))`.execute(db);
}

const toPlan = (row: Selectable<Plans>): Plan => ({
  id: row.id,
  name: row.name,
  priceKopecks: row.price_kopecks,
  currency: row.currency,
  durationDays: row.duration_days,
  features: row.features as Record<string, unknown>,
  isActive: row.is_active,
  createdAt: row.created_at,
});
