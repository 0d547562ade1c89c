import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/**
 * Active subscriptions by plan; subscriptions that expired or were cancelled since `from` and were not renewed
 * (`ended`); and those of the subscriptions active at `from` that are no longer active (`lost`). Subscriptions cancelled
 * before `from` are excluded.
 */
export async function reportSubscribers(
  db: Db,
  { from, now }: { from: Date; now: Date },
): Promise<{ atStart: number; lost: number; ended: number; activeByPlan: Map<number, number> }> {
  const plans = await db
    .selectFrom('subscriptions')
    .select(['plan_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('status', '=', 'active')
    .where('ends_at', '>', now)
    .groupBy('plan_id')
    .execute();
  const { rows } = await sql<{ atStart: number; lost: number; ended: number }>`
    with granted as (
      select s.status = 'active' and s.ends_at > ${now} as is_active,
        case when s.status = 'cancelled' then least(s.updated_at, s.ends_at) else s.ends_at end as ended_at,
        exists (
          select from entitlement_ledger l
          where l.subscription_id = s.id and l.kind = 'grant' and l.starts_at <= ${from} and l.ends_at > ${from}
        ) and not (s.status = 'cancelled' and s.updated_at <= ${from}) as was_active
      from subscriptions s
      where exists (select from entitlement_ledger l where l.subscription_id = s.id and l.kind = 'grant')
    )
    select count(*) filter (where was_active) as "atStart",
      count(*) filter (where was_active and not is_active) as "lost",
      count(*) filter (where not is_active and ended_at > ${from} and ended_at <= ${now}) as "ended"
    from granted`.execute(db);
  const { atStart = 0, lost = 0, ended = 0 } = rows[0] ?? {};
  return { atStart, lost, ended, activeByPlan: new Map(plans.map(({ plan_id, count }) => [plan_id, count])) };
}
