import { type SelectQueryBuilder, sql } from 'kysely';
import type { PaymentMethod } from '#contract/payment.ts';
import type { Db } from '#server/platform/db/database.ts';
import { containsPattern, maxSearchTerms } from '#server/platform/db/search-terms.ts';
import { parseId } from '#server/platform/id.ts';
import { foldCase, plainSpelling } from '#server/platform/search/fold-case.ts';
import type { Payment, PaymentState } from './payment.ts';
import { selectPayments, toPayment } from './payment-store.ts';

/** Days are in Moscow time, the time zone of the readers and the tax office. */
const timeZone = 'Europe/Moscow';

export type PaymentFilters = {
  search: string;
  states: PaymentState[] | undefined;
  method: PaymentMethod | undefined;
  planId: number | undefined;
  accountId: number | undefined;
  /** Days, both included. */
  from: string | undefined;
  to: string | undefined;
};

// biome-ignore lint/suspicious/noExplicitAny: the filters apply to any selection from these joined tables.
type AnyQuery = SelectQueryBuilder<any, any, any>;

function applyFilters<Query extends AnyQuery>(query: Query, filters: PaymentFilters): Query {
  let result: AnyQuery = query;
  if (filters.states) result = result.where('p.state', 'in', filters.states);
  if (filters.method) result = result.where('p.payment_method', '=', filters.method);
  if (filters.planId !== undefined) result = result.where('p.plan_id', '=', filters.planId);
  if (filters.accountId !== undefined) result = result.where('p.account_id', '=', filters.accountId);
  if (filters.from)
    result = result.where(
      sql<boolean>`p.created_at >= ${filters.from}::date::timestamp at time zone ${timeZone}`,
    );
  if (filters.to)
    result = result.where(
      sql<boolean>`p.created_at < (${filters.to}::date + 1)::timestamp at time zone ${timeZone}`,
    );
  for (const term of plainSpelling(filters.search).split(/\s+/).filter(Boolean).slice(0, maxSearchTerms)) {
    const pattern = containsPattern(foldCase(term));
    const number = parseId(term) ?? 0;
    result = result.where(
      sql<boolean>`(search_spelling(a.username || ' ' || a.email) like ${pattern} or p.id = ${number}::bigint
        or p.id in (
          select payment_id from checkouts where provider_id = ${term} or session_id = ${term}
          union all select payment_id from refunds where provider_id = ${term}))`,
    );
  }
  return result as Query;
}

export async function countPayments(db: Db, filters: PaymentFilters): Promise<number> {
  const query = db
    .selectFrom('payments as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .select(({ fn }) => fn.countAll<number>().as('count'));
  return (await applyFilters(query, filters).executeTakeFirstOrThrow()).count;
}

/** Payments of all users, newest first. */
export async function listPayments(
  db: Db,
  filters: PaymentFilters,
  { offset, size }: { offset: number; size: number },
): Promise<Payment[]> {
  const query = applyFilters(selectPayments(db), filters).orderBy('p.id', 'desc').offset(offset).limit(size);
  return (await query.execute()).map(toPayment);
}

/** Sums in kopecks; `refundedKopecks` is a part of `kopecks`. */
export type Sums = { payments: number; kopecks: number; refundedKopecks: number };
export type DayTotals = Sums & { date: string };
type Period = { from: Date; to: Date; currency: string };

/** The payments of each day of a period and their refunds so far; days without payments are included. */
export async function sumByDay(db: Db, { from, to, currency }: Period): Promise<DayTotals[]> {
  const { rows } = await sql<DayTotals>`
    with taken as (
      select (processed_at at time zone ${timeZone})::date as day, count(*) as payments,
        sum(amount_kopecks)::bigint as kopecks, sum(refunded_kopecks)::bigint as refunded
      from payments
      where processed_at >= ${from} and processed_at <= ${to} and state in ('paid', 'refunded')
        and currency = ${currency}
      group by 1
    )
    select to_char(series.period_start, 'YYYY-MM-DD') as "date", coalesce(payments, 0) as "payments",
      coalesce(kopecks, 0)::bigint as "kopecks", coalesce(refunded, 0)::bigint as "refundedKopecks"
    from generate_series(
      (${from}::timestamptz at time zone ${timeZone})::date::timestamp,
      (${to}::timestamptz at time zone ${timeZone})::date::timestamp, interval '1 day') as series (period_start)
    left join taken on taken.day = series.period_start::date
    order by series.period_start`.execute(db);
  return rows;
}

export type MonthTotals = Sums & { month: string };

/** Like `sumByDay`, for the given number of calendar months up to the month of `to`. */
export async function sumByMonth(
  db: Db,
  { to, months, currency }: { to: Date; months: number; currency: string },
): Promise<MonthTotals[]> {
  const { rows } = await sql<MonthTotals>`
    with series as (
      select period_start, period_start at time zone ${timeZone} as starts_at,
        (period_start + interval '1 month') at time zone ${timeZone} as ends_at
      from (select date_trunc('month', ${to}::timestamptz at time zone ${timeZone}) as last) as current,
        generate_series(last - make_interval(months => ${months}::integer - 1), last, interval '1 month') as months (period_start)
    )
    select to_char(series.period_start, 'YYYY-MM') as "month", count(p.id) as "payments",
      coalesce(sum(p.amount_kopecks), 0)::bigint as "kopecks",
      coalesce(sum(p.refunded_kopecks), 0)::bigint as "refundedKopecks"
    from series
    left join payments p on p.processed_at >= series.starts_at and p.processed_at < series.ends_at
      and p.state in ('paid', 'refunded') and p.currency = ${currency}
    group by series.period_start order by series.period_start`.execute(db);
  return rows;
}

export type PlanTotals = { id: number; name: string; payments: number; kopecks: number };

/** The revenue of each plan, less refunds. */
export async function sumByPlan(db: Db, { from, to, currency }: Period): Promise<PlanTotals[]> {
  const { rows } = await sql<PlanTotals>`
    select plans.id, plans.name, count(p.id) as "payments",
      coalesce(sum(p.amount_kopecks - p.refunded_kopecks), 0)::bigint as "kopecks"
    from plans
    left join payments p on p.plan_id = plans.id and p.state in ('paid', 'refunded')
      and p.processed_at >= ${from} and p.processed_at <= ${to} and p.currency = ${currency}
    group by plans.id order by "kopecks" desc, plans.id`.execute(db);
  return rows;
}
