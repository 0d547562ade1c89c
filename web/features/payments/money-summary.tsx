import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { paymentAnalytics } from '#contract/payment.ts';
import type { MoneyReport } from '#contract/staff-payments.ts';
import { countOf, price, wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { nouns } from '#locales/ru/nouns.ts';
import * as staffPaymentsMessages from '#locales/ru/staff-payments.ts';
import type { ApiClient } from '#web/api/client.ts';
import { QueryView } from '#web/queries/query-view.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { numberCellClass, TableHead } from '#web/ui/table-head.tsx';
import { MonthChart } from './month-chart.tsx';

type Totals = z.infer<typeof paymentAnalytics>;

const loadSummary = async (api: ApiClient): Promise<{ report: MoneyReport; totals: Totals }> => {
  const [report, totals] = await Promise.all([
    api.call('getMoneyReport'),
    api.call('getPaymentAnalytics', { suppressToastFor: [0, 500, 503] }),
  ]);
  return { report, totals };
};

/** Revenue, refunds and churn as numbers, and a chart by month. */
export function MoneySummary() {
  const query = useBrowserQuery('money', loadSummary);
  return (
    <section aria-labelledby="summary">
      <h2 id="summary" className="text-2xl font-bold">
        {staffPaymentsMessages.summary}
      </h2>
      <QueryView
        query={query}
        placeholder={<SummarySkeleton />}
        failed={staffPaymentsMessages.summaryFailed}
        retry={staffPaymentsMessages.retry}
        headingLevel={3}
      >
        {(data) => (
          <>
            <Stats {...data} />
            <div className="mt-8 grid gap-x-10 gap-y-8 lg:grid-cols-[3fr_2fr]">
              <MonthChart months={data.report.months} currency={data.report.currency} />
              <PlanRevenue report={data.report} />
            </div>
          </>
        )}
      </QueryView>
    </section>
  );
}

const formatRoubles = (sum: number, currency: string): string => price(String(sum), currency);

function Stats({ report, totals }: { report: MoneyReport; totals: Totals }) {
  const { currency, churn } = report;
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-5">
      <Stat label={staffPaymentsMessages.received} value={formatRoubles(report.revenue, currency)}>
        {interpolate(staffPaymentsMessages.receivedOf, { sum: formatRoubles(report.refunded, currency) })}
      </Stat>
      <Stat label={staffPaymentsMessages.total} value={formatRoubles(totals.total_revenue, currency)}>
        {interpolate(staffPaymentsMessages.average, { sum: formatRoubles(totals.average_payment, currency) })}
      </Stat>
      <Stat
        label={staffPaymentsMessages.activeSubscriptions}
        value={wholeNumber(report.active_subscriptions)}
      />
      <Stat label={staffPaymentsMessages.churn} value={wholeNumber(churn.ended)}>
        {churn.at_start > 0
          ? interpolate(staffPaymentsMessages.churnOf, {
              lost: wholeNumber(churn.lost),
              count: wholeNumber(churn.at_start),
            })
          : staffPaymentsMessages.churnNone}
      </Stat>
      <Stat label={staffPaymentsMessages.successRate} value={`${wholeNumber(totals.success_rate)}\u00a0%`}>
        {interpolate(staffPaymentsMessages.successRateOf, {
          good: wholeNumber(totals.successful_payments),
          all: wholeNumber(totals.total_payments),
        })}
      </Stat>
    </dl>
  );
}

function Stat({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div className="border-t-3 border-ink pt-2">
      <dt className="text-xs text-muted">{label}</dt>
      <dd>
        <span className="block font-serif text-2xl font-bold tabular-nums">{value}</span>
        {children && <span className="block text-xs text-soft">{children}</span>}
      </dd>
    </div>
  );
}

function PlanRevenue({ report }: { report: MoneyReport }) {
  return (
    <div>
      <h3 id="by-plan" className="text-lg font-semibold">
        {staffPaymentsMessages.byPlan}
      </h3>
      <table aria-labelledby="by-plan" className="mt-2 w-full text-sm">
        <TableHead
          columns={[
            staffPaymentsMessages.plan,
            staffPaymentsMessages.revenue,
            staffPaymentsMessages.subscribersNow,
          ]}
        />
        <tbody>
          {report.plans.map((plan) => (
            <tr key={plan.id} className="border-b border-rule">
              <th scope="row" className="py-2 text-left font-medium wrap-anywhere">
                {plan.name}
                <span className="block text-xs font-normal text-soft">
                  {countOf(plan.payments, nouns.payment)}
                </span>
              </th>
              <td className={numberCellClass}>{formatRoubles(plan.revenue, report.currency)}</td>
              <td className={numberCellClass}>{wholeNumber(plan.active_subscriptions)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SummarySkeleton() {
  return (
    <div className="mt-4 grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-5">
      {[1, 2, 3, 4, 5].map((placeholder) => (
        <Skeleton key={placeholder} className="h-20" />
      ))}
      <Skeleton className="col-span-full mt-3 h-56" />
    </div>
  );
}
