import type { SiteStats } from '#contract/site.ts';
import { wholeNumber } from '#locales/format.ts';
import * as siteStatsMessages from '#locales/ru/site-stats.ts';

/** The statistics of the site. */
export function SiteStatsPanel({ stats }: { stats: SiteStats }) {
  const tiles = [
    { label: siteStatsMessages.postCount, value: stats.posts_count },
    { label: siteStatsMessages.authorCount, value: stats.authors_count },
    { label: siteStatsMessages.commentCount, value: stats.comments_count },
    { label: siteStatsMessages.categoryCount, value: stats.categories_count },
  ];
  return (
    <section aria-labelledby="site-stats" className="mt-12 border-t-3 border-ink pt-3 sm:mt-16">
      <h2 id="site-stats" className="text-xl font-bold sm:text-2xl">
        {siteStatsMessages.heading}
      </h2>
      <p className="mt-1 text-sm text-soft">{siteStatsMessages.note}</p>
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-6 lg:grid-cols-4">
        {tiles.map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse border-l border-rule pl-4">
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="font-serif text-4xl font-bold tabular-nums sm:text-5xl">{wholeNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
