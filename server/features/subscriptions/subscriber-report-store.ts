import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/**
 * Active subscriptions by plan, and of those that a grant made active at `from` how many are active no longer. Who had
 * cancelled before `from` was none of them.
 */
export async function reportSubscribers(
  db: Db,
  { from, now }: { from: Date; now: Date },
): Promise<{ atStart: number; lost: number; activeByPlan: Map<number, number> }> {
  const plans = await db
    .selectFrom('subscriptions')
    .select(['plan_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('status', '=', 'active')
    .where('ends_at', '>', now)
    .groupBy('plan_id')
    .execute();
  const { rows } = await sql<{ atStart: number; lost: number }>`
    select count(*) as "atStart",
      count(*) filter (where not (s.status = 'active' and s.ends_at > ${now})) as "lost"
    from subscriptions s
    where exists (
      select from entitlement_ledger l
      where l.subscription_id = s.id and l.kind = 'grant' and l.starts_at <= ${from} and l.ends_at > ${from}
    ) and not (s.status = 'cancelled' and s.updated_at <= ${from})`.execute(db);
  const { atStart = 0, lost = 0 } = rows[0] ?? {};
  return { atStart, lost, activeByPlan: new Map(plans.map(({ plan_id, count }) => [plan_id, count])) };
}
