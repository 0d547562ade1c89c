import type { ModerationMonth } from '#contract/moderation-log.ts';
import { monthName, wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as messages from '#locales/ru/moderation-log.ts';
import { DayChart, type DaySeries } from '#web/charts/day-chart.tsx';

const columns = ['hidden', 'sanctions', 'left', 'objections', 'overturned', 'withdrawn'] as const;
const series: readonly DaySeries[] = [
  { name: messages.decisions, background: 'bg-rule-strong', fill: 'fill-rule-strong' },
  { name: messages.withdrawnSeries, background: 'bg-accent', fill: 'fill-accent' },
];
const decisionsOf = ({ hidden, sanctions, left }: ModerationMonth): number => hidden + sanctions + left;

/** The decisions of each month, as a chart and as a table. */
export function LogStats({ months }: { months: readonly ModerationMonth[] }) {
  const sum = (count: (month: ModerationMonth) => number) =>
    wholeNumber(months.reduce((total, month) => total + count(month), 0));
  const total = { count: sum(decisionsOf), withdrawn: sum((month) => month.withdrawn) };
  return (
    <>
      <DayChart
        period="month"
        hasTable={false}
        title={messages.stats}
        series={series}
        days={months.map((month) => ({ date: month.month, values: [decisionsOf(month), month.withdrawn] }))}
        summary={interpolate(messages.summary, total)}
        describeDay={({ date, values: [count = 0, withdrawn = 0] }) =>
          interpolate(messages.monthValue, {
            month: monthName(date),
            count: wholeNumber(count),
            withdrawn: wholeNumber(withdrawn),
          })
        }
      />
      <p className="mt-6 text-sm text-soft">{messages.statsHint}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard too */}
      <section tabIndex={0} aria-label={messages.table} className="mt-3 overflow-x-auto">
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-rule text-xs text-muted">
              <th className="py-1.5 text-left">{messages.month}</th>
              {columns.map((column) => (
                <th key={column} className="py-1.5 pl-4 text-right">
                  {messages.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map((month) => (
              <tr key={month.month} className="border-b border-rule">
                <th scope="row" className="py-1.5 text-left font-medium whitespace-nowrap">
                  {monthName(month.month)}
                </th>
                {columns.map((column) => (
                  <td key={column} className="py-1.5 pl-4 text-right tabular-nums">
                    {wholeNumber(month[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
