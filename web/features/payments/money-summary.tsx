import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { paymentAnalytics } from '#contract/payment.ts';
import type { MoneyReport } from '#contract/staff-payments.ts';
import { countOf, price, wholeNumber } from '#text/format.ts';
import { t } from '#text/index.ts';
import { nouns } from '#text/ru/nouns.ts';
import type { ApiClient } from '#web/api/client.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MonthChart } from './month-chart.tsx';

type Totals = z.infer<typeof paymentAnalytics>;

const load = async (api: ApiClient): Promise<{ report: MoneyReport; totals: Totals }> => {
  const [report, totals] = await Promise.all([
    api.call('getMoneyReport'),
    api.call('getPaymentAnalytics', { quiet: [0, 500, 503] }),
  ]);
  return { report, totals };
};

/** Revenue, refunds and churn as numbers, and a chart by month. */
export function MoneySummary() {
  const { data, error, isLoading, reload } = useLoaded('money', load);
  return (
    <section aria-labelledby="summary">
      <h2 id="summary" className="text-2xl font-bold">
        {t('staffPayments.summary')}
      </h2>
      {!data && error && !isLoading && (
        <EmptyState title={t('staffPayments.summaryFailed')} headingLevel={3}>
          <Button onClick={reload}>{t('staffPayments.retry')}</Button>
        </EmptyState>
      )}
      {!data && isLoading && <SummarySkeleton />}
      {data && (
        <>
          <Figures {...data} />
          <div className="mt-8 grid gap-x-10 gap-y-8 lg:grid-cols-[3fr_2fr]">
            <MonthChart months={data.report.months} currency={data.report.currency} />
            <Plans report={data.report} />
          </div>
        </>
      )}
    </section>
  );
}

const roubles = (sum: number, currency: string): string => price(String(sum), currency);

function Figures({ report, totals }: { report: MoneyReport; totals: Totals }) {
  const { currency, churn } = report;
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-5">
      <Figure label={t('staffPayments.received')} value={roubles(report.revenue, currency)}>
        {t('staffPayments.receivedOf', { sum: roubles(report.refunded, currency) })}
      </Figure>
      <Figure label={t('staffPayments.total')} value={roubles(totals.total_revenue, currency)}>
        {t('staffPayments.average', { sum: roubles(totals.average_payment, currency) })}
      </Figure>
      <Figure
        label={t('staffPayments.activeSubscriptions')}
        value={wholeNumber(report.active_subscriptions)}
      />
      <Figure label={t('staffPayments.churn')} value={wholeNumber(churn.ended)}>
        {churn.at_start > 0
          ? t('staffPayments.churnOf', {
              lost: wholeNumber(churn.lost),
              count: wholeNumber(churn.at_start),
            })
          : t('staffPayments.churnNone')}
      </Figure>
      <Figure label={t('staffPayments.successRate')} value={`${wholeNumber(totals.success_rate)}\u00a0%`}>
        {t('staffPayments.successRateOf', {
          good: wholeNumber(totals.successful_payments),
          all: wholeNumber(totals.total_payments),
        })}
      </Figure>
    </dl>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
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

function Plans({ report }: { report: MoneyReport }) {
  const cellClass = 'py-2 pl-4 text-right tabular-nums';
  return (
    <div>
      <h3 id="by-plan" className="text-lg font-semibold">
        {t('staffPayments.byPlan')}
      </h3>
      <table aria-labelledby="by-plan" className="mt-2 w-full text-sm">
        <thead>
          <tr className="border-b border-rule text-xs text-muted">
            <th className="py-2 text-left">{t('staffPayments.plan')}</th>
            <th className={cellClass}>{t('staffPayments.revenue')}</th>
            <th className={cellClass}>{t('staffPayments.subscribersNow')}</th>
          </tr>
        </thead>
        <tbody>
          {report.plans.map((plan) => (
            <tr key={plan.id} className="border-b border-rule">
              <th scope="row" className="py-2 text-left font-medium wrap-anywhere">
                {plan.name}
                <span className="block text-xs font-normal text-soft">
                  {countOf(plan.payments, nouns.payment)}
                </span>
              </th>
              <td className={cellClass}>{roubles(plan.revenue, report.currency)}</td>
              <td className={cellClass}>{wholeNumber(plan.active_subscriptions)}</td>
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
      {[1, 2, 3, 4, 5].map((figure) => (
        <Skeleton key={figure} className="h-20" />
      ))}
      <Skeleton className="col-span-full mt-3 h-56" />
    </div>
  );
}
