import type { ReactNode } from 'react';
import type { MyPostStats } from '#contract/post-stats.ts';
import { countOf, wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { nouns } from '#locales/ru/nouns.ts';
import * as postStatsMessages from '#locales/ru/post-stats.ts';
import { EmptyState } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

import { formatShare } from './format-share.ts';
import { SourceTable } from './source-table.tsx';
import { ViewsChart } from './views-chart.tsx';

export type Stats = Omit<MyPostStats, 'posts'>;

/** The numbers, days and sources of a period; `children` are further sections. */
export function StatsView({ stats, children }: { stats: Stats; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-10">
      <Totals stats={stats} />
      {stats.views > 0 ? (
        <>
          <ViewsChart days={stats.days} />
          <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-2">
            <SourceTable sources={stats.sources} views={stats.views} />
            {children}
          </div>
        </>
      ) : (
        <EmptyState title={postStatsMessages.noViews} text={postStatsMessages.noViewsText} />
      )}
      <p className="max-w-text text-sm text-muted">
        {interpolate(postStatsMessages.privacy, { days: countOf(stats.stored_days, nouns.day) })}
      </p>
    </div>
  );
}

function Totals({ stats }: { stats: Stats }) {
  const { views, finishes, previous, period } = stats;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-4">
      <Total label={postStatsMessages.views} value={wholeNumber(views)}>
        {previous
          ? compare(views, previous.views, countOf(period.days, nouns.day))
          : interpolate(postStatsMessages.perDay, { count: formatAverage(views / period.days) })}
      </Total>
      <Total label={postStatsMessages.finishes} value={wholeNumber(finishes)}>
        {previous && compare(finishes, previous.finishes, countOf(period.days, nouns.day))}
      </Total>
      <Total label={postStatsMessages.share} value={views > 0 ? formatShare(finishes / views) : '—'}>
        {postStatsMessages.shareHint}
      </Total>
      <Total label={postStatsMessages.total} value={wholeNumber(stats.views_count)}>
        {postStatsMessages.totalHint}
      </Total>
    </dl>
  );
}

function Total({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div className="border-t-3 border-ink pt-2">
      <dt className="text-sm text-soft">{label}</dt>
      <dd>
        <span className="block font-serif text-3xl font-bold tabular-nums">{value}</span>
        {children && <span className="block text-sm text-soft">{children}</span>}
      </dd>
    </div>
  );
}

function compare(count: number, before: number, period: string): string {
  if (count === before) return interpolate(postStatsMessages.same, { period });
  return interpolate(count > before ? postStatsMessages.more : postStatsMessages.less, {
    count: wholeNumber(Math.abs(count - before)),
    period,
  });
}

const averages = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 });
const formatAverage = (value: number): string => averages.format(value);

export function StatsSkeleton() {
  return (
    <div className="flex flex-col gap-10">
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-4">
        {[1, 2, 3, 4].map((placeholder) => (
          <Skeleton key={placeholder} className="h-24" />
        ))}
      </div>
      <Skeleton className="h-64" />
      <Skeleton className="h-48 lg:w-1/2" />
    </div>
  );
}
