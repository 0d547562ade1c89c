import type { SiteFigures } from '#contract/site.ts';
import { wholeNumber } from '#text/format.ts';
import { t } from '#text/index.ts';

/** The statistics of the site. */
export function Figures({ figures }: { figures: SiteFigures }) {
  const tiles = [
    { label: t('home.figurePosts'), value: figures.posts_count },
    { label: t('home.figureAuthors'), value: figures.authors_count },
    { label: t('home.figureComments'), value: figures.comments_count },
    { label: t('home.figureCategories'), value: figures.categories_count },
  ];
  return (
    <section aria-labelledby="site-stats" className="mt-12 border-t-3 border-ink pt-3 sm:mt-16">
      <h2 id="site-stats" className="text-xl font-bold sm:text-2xl">
        {t('home.figures')}
      </h2>
      <p className="mt-1 text-sm text-soft">{t('home.figuresText')}</p>
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
