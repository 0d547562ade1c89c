import { type PointerEvent, useState } from 'react';
import type { MyPostStats } from '#contract/post-stats.ts';
import { countOf, dayAndMonth, fullDate, wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { nouns } from '#locales/ru/nouns.ts';
import * as postStatsMessages from '#locales/ru/post-stats.ts';
import { classNames } from '#web/ui/class-names.ts';

type Day = MyPostStats['days'][number];

const chartHeight = 100;
/** Units of the drawing for each day; the gap is a part of it. */
const dayWidth = 10;
const columnWidth = 8;

/** Views by day as a column chart, and as a table for screen readers and exact values. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const [selected, setSelected] = useState<number | null>(null);
  const busiest = days.reduce((most, day) => (day.views > most.views ? day : most));
  const scale = roundUp(busiest.views);
  const day = selected === null ? undefined : days[selected];
  return (
    <section aria-labelledby="by-day">
      <h2 id="by-day" className="text-2xl font-bold">
        {postStatsMessages.byDay}
      </h2>
      <figure className="mt-3">
        <figcaption className="sr-only">{describe(days, busiest)}</figcaption>
        <div aria-hidden>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-soft">
            <p className="tabular-nums">
              {day ? describeDay(day) : interpolate(postStatsMessages.scale, { count: wholeNumber(scale) })}
            </p>
            <p className="flex gap-4">
              <Key className="bg-accent">{postStatsMessages.finished}</Key>
              <Key className="bg-rule-strong">{postStatsMessages.notFinished}</Key>
            </p>
          </div>
          <Columns days={days} scale={scale} selected={selected} onSelect={setSelected} />
          <DayLabels days={days} />
        </div>
      </figure>
      <DayTable days={days} />
    </section>
  );
}

const Key = ({ className, children }: { className: string; children: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={classNames('size-2.5', className)} />
    {children}
  </span>
);

type ColumnsProps = {
  days: readonly Day[];
  scale: number;
  selected: number | null;
  onSelect: (index: number | null) => void;
};

function Columns({ days, scale, selected, onSelect }: ColumnsProps) {
  const selectAt = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * days.length);
    onSelect(Math.min(days.length - 1, Math.max(0, index)));
  };
  const heightOf = (count: number) => (chartHeight * count) / scale;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${days.length * dayWidth} ${chartHeight}`}
      preserveAspectRatio="none"
      className="mt-2 block h-48 w-full touch-pan-y border-b border-rule-strong"
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
      {days.map(({ date, views, finishes }, index) => (
        <g key={date}>
          <Column x={index * dayWidth} height={heightOf(views)} className="fill-rule-strong" />
          <Column x={index * dayWidth} height={heightOf(finishes)} className="fill-accent" />
        </g>
      ))}
    </svg>
  );
}

const Column = ({ x, height, className }: { x: number; height: number; className: string }) => (
  <rect
    x={x + (dayWidth - columnWidth) / 2}
    width={columnWidth}
    y={chartHeight - height}
    height={height}
    className={className}
  />
);

/** The first, the middle and the last day. */
function DayLabels({ days }: { days: readonly Day[] }) {
  const shown = [days[0], days[Math.floor((days.length - 1) / 2)], days.at(-1)];
  return (
    <p className="mt-1 flex justify-between text-xs text-muted">
      {shown.map((day) => day && <span key={day.date}>{dayAndMonth(day.date)}</span>)}
    </p>
  );
}

function DayTable({ days }: { days: readonly Day[] }) {
  const cellClass = 'py-1.5 pl-4 text-right tabular-nums';
  return (
    <details className="mt-3">
      <summary className="flex min-h-6 w-fit cursor-pointer items-center text-sm text-link underline pointer-coarse:min-h-11">
        {postStatsMessages.numbers}
      </summary>
      <table className="mt-1 w-full max-w-text text-sm">
        <thead>
          <tr className="border-b border-rule text-xs text-muted">
            <th className="py-1.5 text-left">{postStatsMessages.day}</th>
            <th className={cellClass}>{postStatsMessages.views}</th>
            <th className={cellClass}>{postStatsMessages.finishes}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, views, finishes }) => (
            <tr key={date} className="border-b border-rule">
              <th scope="row" className="py-1.5 text-left font-medium">
                {fullDate(date)}
              </th>
              <td className={cellClass}>{wholeNumber(views)}</td>
              <td className={cellClass}>{wholeNumber(finishes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const describe = (days: readonly Day[], busiest: Day): string =>
  interpolate(postStatsMessages.chart, {
    from: fullDate(days[0]?.date ?? busiest.date),
    to: fullDate(days.at(-1)?.date ?? busiest.date),
    views: wholeNumber(days.reduce((sum, { views }) => sum + views, 0)),
    most: wholeNumber(busiest.views),
    day: fullDate(busiest.date),
  });

const describeDay = ({ date, views, finishes }: Day): string =>
  interpolate(postStatsMessages.dayValue, {
    day: dayAndMonth(date),
    views: countOf(views, nouns.view),
    finishes: wholeNumber(finishes),
  });

/** The next number of the form 1, 2, 4, 5, 6 or 8 times a power of ten, at least two: its half is a whole number. */
export function roundUp(value: number): number {
  if (value <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 6, 8, 10].find((each) => each * power >= value) ?? 10;
  return step === 5 && power === 1 ? 6 : step * power;
}
