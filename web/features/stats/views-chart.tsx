import type { MyPostStats } from '#contract/post-stats.ts';
import { countOf, dayAndMonth, fullDate, wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { nouns } from '#locales/ru/nouns.ts';
import * as postStatsMessages from '#locales/ru/post-stats.ts';
import { DayChart, type DaySeries } from '#web/charts/day-chart.tsx';

type Day = MyPostStats['days'][number];

/** Columns of the views, with those of the finished ones before them. */
const series: readonly DaySeries[] = [
  { name: postStatsMessages.views, background: 'bg-rule-strong', fill: 'fill-rule-strong' },
  { name: postStatsMessages.finishes, background: 'bg-accent', fill: 'fill-accent' },
];

export function ViewsChart({ days }: { days: readonly Day[] }) {
  return (
    <DayChart
      title={postStatsMessages.byDay}
      series={series}
      days={days.map(({ date, views, finishes }) => ({ date, values: [views, finishes] }))}
      summary={summarize(days)}
      describeDay={({ date, values: [views = 0, finishes = 0] }) =>
        interpolate(postStatsMessages.dayValue, {
          day: dayAndMonth(date),
          views: countOf(views, nouns.view),
          finishes: wholeNumber(finishes),
        })
      }
    />
  );
}

function summarize(days: readonly Day[]): string {
  const busiest = days.reduce((most, day) => (day.views > most.views ? day : most));
  return interpolate(postStatsMessages.chart, {
    from: fullDate(days[0]?.date ?? busiest.date),
    to: fullDate(days.at(-1)?.date ?? busiest.date),
    views: wholeNumber(days.reduce((sum, { views }) => sum + views, 0)),
    most: wholeNumber(busiest.views),
    day: fullDate(busiest.date),
  });
}
