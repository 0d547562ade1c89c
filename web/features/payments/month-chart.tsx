import type { MoneyReport } from '#contract/staff-payments.ts';
import { monthName, price, shortMonth, wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as staffPaymentsMessages from '#locales/ru/staff-payments.ts';
import { classNames } from '#web/ui/class-names.ts';

type Month = MoneyReport['months'][number];
type Props = { months: readonly Month[]; currency: string };

const chartHeight = 100;

/** Revenue by month as a column chart, and as a table for screen readers and exact values. */
export function MonthChart({ months, currency }: Props) {
  const bestMonth = months.reduce(
    (bestSoFar, month) => (month.revenue > bestSoFar.revenue ? month : bestSoFar),
    months[0] as Month,
  );
  const sum = (roubles: number) => price(String(roubles), currency);
  return (
    <div>
      <h3 className="text-lg font-semibold">{staffPaymentsMessages.byMonth}</h3>
      {bestMonth.revenue > 0 ? (
        <figure className="mt-2">
          <figcaption className="sr-only">
            {interpolate(staffPaymentsMessages.chart, {
              sum: sum(bestMonth.revenue),
              month: monthName(bestMonth.month),
            })}
          </figcaption>
          <div aria-hidden>
            <Legend scale={interpolate(staffPaymentsMessages.scale, { sum: sum(bestMonth.revenue) })} />
            <Columns months={months} highest={bestMonth.revenue} />
          </div>
        </figure>
      ) : (
        <p className="mt-2 text-soft">{staffPaymentsMessages.chartEmpty}</p>
      )}
      <MonthTable months={months} sum={sum} />
    </div>
  );
}

function Legend({ scale }: { scale: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-soft">
      <span className="mr-auto tabular-nums">{scale}</span>
      <Key className="bg-accent">{staffPaymentsMessages.kept}</Key>
      <Key className="bg-rule-strong">{staffPaymentsMessages.gone}</Key>
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

function MonthTable({ months, sum }: { months: readonly Month[]; sum: (roubles: number) => string }) {
  const cellClass = 'py-1.5 pl-4 text-right tabular-nums';
  return (
    <details className="mt-3">
      <summary className="flex min-h-6 cursor-pointer items-center text-sm text-link underline pointer-coarse:min-h-11">
        {staffPaymentsMessages.numbers}
      </summary>
      <table className="mt-1 w-full text-sm">
        <thead>
          <tr className="border-b border-rule text-xs text-muted">
            <th className="py-1.5 text-left">{staffPaymentsMessages.month}</th>
            <th className={cellClass}>{staffPaymentsMessages.paymentsCount}</th>
            <th className={cellClass}>{staffPaymentsMessages.receivedSum}</th>
            <th className={cellClass}>{staffPaymentsMessages.refundedSum}</th>
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
