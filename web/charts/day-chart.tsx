import { type PointerEvent, useId, useState } from 'react';
import { dayAndMonth, fullDate, monthName, shortMonth, wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as chartMessages from '#locales/ru/chart.ts';
import { classNames } from '#web/ui/class-names.ts';

/** Colours are complete class names, so that the styles contain them. */
export type DaySeries = { name: string; background: string; fill: string };
/** One value for each series. */
export type ChartDay = { date: string; values: readonly number[] };

type DayChartProps = {
  title: string;
  /** Columns of later series are drawn over those of earlier ones. */
  series: readonly DaySeries[];
  /** At least one, oldest first. */
  days: readonly ChartDay[];
  /** What screen readers get instead of the drawing. */
  summary: string;
  /** The line above the drawing for the day under the pointer. */
  describeDay: (day: ChartDay) => string;
  /** How values are written; whole numbers by default. */
  format?: (value: number) => string;
  /** What a column stands for; `date` of a month is like `2026-11`. */
  period?: 'day' | 'month';
  /** A smaller drawing under a heading of the third level, for charts beside each other. */
  isSmall?: boolean;
  /** False where the page shows a table of these values itself. */
  hasTable?: boolean;
};

const periods = {
  day: { name: chartMessages.day, scale: chartMessages.scale, short: dayAndMonth, full: fullDate },
  month: { name: chartMessages.month, scale: chartMessages.monthScale, short: shortMonth, full: monthName },
};
type Period = (typeof periods)['day' | 'month'];

const chartHeight = 100;
/** Units of the drawing for each day; the gap is a part of it. */
const dayWidth = 10;
const columnWidth = 8;

/** Counts by day as a column chart, and as a table for screen readers and exact values. */
export function DayChart(props: DayChartProps) {
  const {
    title,
    series,
    days,
    summary,
    describeDay,
    format = wholeNumber,
    isSmall = false,
    hasTable = true,
  } = props;
  const period = periods[props.period ?? 'day'];
  const id = useId();
  const Heading = isSmall ? 'h3' : 'h2';
  const [selected, setSelected] = useState<number | null>(null);
  const highest = Math.max(...days.flatMap(({ values }) => values));
  const scale = roundUp(highest);
  const day = selected === null ? undefined : days[selected];
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className={isSmall ? 'text-lg font-semibold' : 'text-2xl font-bold'}>
        {title}
      </Heading>
      <figure className={isSmall ? 'mt-1' : 'mt-3'}>
        <figcaption className="sr-only">{summary}</figcaption>
        <div aria-hidden>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-soft">
            <p className="tabular-nums">
              {day
                ? describeDay(day)
                : highest > 0
                  ? interpolate(period.scale, { count: format(scale) })
                  : chartMessages.empty}
            </p>
            {series.length > 1 && (
              <p className="flex gap-4">
                {series.toReversed().map(({ name, background }) => (
                  <span key={name} className="inline-flex items-center gap-1.5">
                    <span className={classNames('size-2.5', background)} />
                    {name}
                  </span>
                ))}
              </p>
            )}
          </div>
          <Columns {...{ days, series, scale, selected, isSmall }} onSelect={setSelected} />
          <DayLabels days={days} period={period} />
        </div>
      </figure>
      {hasTable && <DayTable {...{ title, days, series, format, period }} />}
    </section>
  );
}

type ColumnsProps = Required<Pick<DayChartProps, 'days' | 'series' | 'isSmall'>> & {
  scale: number;
  selected: number | null;
  onSelect: (index: number | null) => void;
};

function Columns({ days, series, scale, selected, isSmall, onSelect }: ColumnsProps) {
  const selectAt = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * days.length);
    onSelect(Math.min(days.length - 1, Math.max(0, index)));
  };
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${days.length * dayWidth} ${chartHeight}`}
      preserveAspectRatio="none"
      className={classNames(
        'mt-2 block w-full touch-pan-y border-b border-rule-strong',
        isSmall ? 'h-24' : 'h-48',
      )}
      onPointerMove={selectAt}
      onPointerDown={selectAt}
      onPointerLeave={() => onSelect(null)}
    >
      <g className="stroke-rule" strokeWidth="1">
        {[0, chartHeight / 2].map((y) => (
          <line key={y} x1="0" x2="100%" y1={y} y2={y} vectorEffect="non-scaling-stroke" />
        ))}
      </g>
      {selected !== null && (
        <rect x={selected * dayWidth} width={dayWidth} height={chartHeight} className="fill-sunk" />
      )}
      {days.map(({ date, values }, index) => (
        <g key={date}>
          {series.map(({ name, fill }, position) => {
            const height = (chartHeight * (values[position] ?? 0)) / scale;
            return (
              <rect
                key={name}
                x={index * dayWidth + (dayWidth - columnWidth) / 2}
                width={columnWidth}
                y={chartHeight - height}
                height={height}
                className={fill}
              />
            );
          })}
        </g>
      ))}
    </svg>
  );
}

/** The first, the middle and the last day. */
function DayLabels({ days, period }: { days: readonly ChartDay[]; period: Period }) {
  const shown = [days[0], days[Math.floor((days.length - 1) / 2)], days.at(-1)];
  return (
    <p className="mt-1 flex justify-between text-xs text-muted">
      {shown.map((day) => day && <span key={day.date}>{period.short(day.date)}</span>)}
    </p>
  );
}

type DayTableProps = Required<Pick<DayChartProps, 'title' | 'days' | 'series' | 'format'>> & {
  period: Period;
};

function DayTable({ title, days, series, format, period }: DayTableProps) {
  const cellClass = 'py-1.5 pl-4 text-right tabular-nums';
  return (
    <details className="mt-3">
      <summary className="flex min-h-6 w-fit cursor-pointer items-center text-sm text-link underline pointer-coarse:min-h-11">
        {chartMessages.numbers}
        <span className="sr-only">: {title}</span>
      </summary>
      <table className="mt-1 w-full max-w-text text-sm">
        <thead>
          <tr className="border-b border-rule text-xs text-muted">
            <th className="py-1.5 text-left">{period.name}</th>
            {series.map(({ name }) => (
              <th key={name} className={cellClass}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, values }) => (
            <tr key={date} className="border-b border-rule">
              <th scope="row" className="py-1.5 text-left font-medium">
                {period.full(date)}
              </th>
              {series.map(({ name }, position) => (
                <td key={name} className={cellClass}>
                  {format(values[position] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The next number of the form 1, 2, 4, 5, 6 or 8 times a power of ten, at least two: its half is a whole number. */
function roundUp(value: number): number {
  if (value <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 6, 8, 10].find((each) => each * power >= value) ?? 10;
  return step === 5 && power === 1 ? 6 : step * power;
}
