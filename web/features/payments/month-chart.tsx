import type { MoneyReport } from '#contract/staff-payments.ts';
import { monthName, price, shortMonth, wholeNumber } from '#text/format.ts';
import { t } from '#text/index.ts';
import { classNames } from '#web/ui/class-names.ts';

type Month = MoneyReport['months'][number];
type Props = { months: readonly Month[]; currency: string };

const chartHeight = 100;

/** Revenue by month as a column chart, and as a table for screen readers and exact values. */
export function MonthChart({ months, currency }: Props) {
  const best = months.reduce(
    (most, month) => (month.revenue > most.revenue ? month : most),
    months[0] as Month,
  );
  const sum = (roubles: number) => price(String(roubles), currency);
  return (
    <div>
      <h3 className="text-lg font-semibold">{t('staffPayments.byMonth')}</h3>
      {best.revenue > 0 ? (
        <figure className="mt-2">
          <figcaption className="sr-only">
            {t('staffPayments.chart', { sum: sum(best.revenue), month: monthName(best.month) })}
          </figcaption>
          <div aria-hidden>
            <Legend scale={t('staffPayments.scale', { sum: sum(best.revenue) })} />
            <Columns months={months} highest={best.revenue} />
          </div>
        </figure>
      ) : (
        <p className="mt-2 text-soft">{t('staffPayments.chartEmpty')}</p>
      )}
      <Numbers months={months} sum={sum} />
    </div>
  );
}

function Legend({ scale }: { scale: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-soft">
      <span className="mr-auto tabular-nums">{scale}</span>
      <Key className="bg-accent">{t('staffPayments.kept')}</Key>
      <Key className="bg-rule-strong">{t('staffPayments.gone')}</Key>
    </p>
  );
}

const Key = ({ className, children }: { className: string; children: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={classNames('size-2.5', className)} />
    {children}
  </span>
);

function Columns({ months, highest }: { months: readonly Month[]; highest: number }) {
  const heightOf = (roubles: number) => (chartHeight * roubles) / highest;
  return (
    <ol className="mt-1 grid grid-flow-col auto-cols-fr gap-1 sm:gap-2">
      {months.map(({ month, revenue, refunded }) => (
        <li key={month}>
          <svg
            aria-hidden
            viewBox={`0 0 10 ${chartHeight}`}
            preserveAspectRatio="none"
            className="block h-36 w-full border-b border-rule-strong"
          >
            <rect
              width="10"
              y={chartHeight - heightOf(revenue)}
              height={heightOf(refunded)}
              className="fill-rule-strong"
            />
            <rect
              width="10"
              y={chartHeight - heightOf(revenue - refunded)}
              height={heightOf(revenue - refunded)}
              className="fill-accent"
            />
          </svg>
          <span className="mt-1 block text-center text-xs text-muted">{shortMonth(month)}</span>
        </li>
      ))}
    </ol>
  );
}

function Numbers({ months, sum }: { months: readonly Month[]; sum: (roubles: number) => string }) {
  const cellClass = 'py-1.5 pl-4 text-right tabular-nums';
  return (
    <details className="mt-3">
      <summary className="flex min-h-6 cursor-pointer items-center text-sm text-accent underline pointer-coarse:min-h-11">
        {t('staffPayments.numbers')}
      </summary>
      <table className="mt-1 w-full text-sm">
        <thead>
          <tr className="border-b border-rule text-xs text-muted">
            <th className="py-1.5 text-left">{t('staffPayments.month')}</th>
            <th className={cellClass}>{t('staffPayments.paymentsCount')}</th>
            <th className={cellClass}>{t('staffPayments.receivedSum')}</th>
            <th className={cellClass}>{t('staffPayments.refundedSum')}</th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, payments, revenue, refunded }) => (
            <tr key={month} className="border-b border-rule">
              <th scope="row" className="py-1.5 text-left font-medium">
                {monthName(month)}
              </th>
              <td className={cellClass}>{wholeNumber(payments)}</td>
              <td className={cellClass}>{sum(revenue)}</td>
              <td className={cellClass}>{sum(refunded)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
