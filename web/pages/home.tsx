import { Suspense } from 'react';
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { t } from '#text/index.ts';
import { apiContext } from '#web/api/context.ts';
import { CategoryIndex } from '#web/features/categories/category-card.tsx';
import { FrontPage, Latest, PinnedStrip } from '#web/features/posts/front-page.tsx';
import { arrangeFrontPage } from '#web/features/posts/front-page-posts.ts';
import { orNull } from '#web/features/posts/optional.ts';
import { Popular } from '#web/features/posts/popular.tsx';
import { SectionFailure, SectionHeading } from '#web/features/posts/section.tsx';
import { Figures } from '#web/shell/figures.tsx';
import { pageMeta } from '#web/shell/titles.ts';
import { Invitation, Welcome } from '#web/shell/welcome.tsx';
import { Container } from '#web/ui/container.tsx';
import { EmptyState } from '#web/ui/notice.tsx';

const categoryCount = 8;

/** A failed section shows its own message. */
const quiet = [0, 429, 500, 503];

/** Loads each section separately: a failed one does not affect the others. */
const load = async ({ context }: LoaderFunctionArgs) => {
  const api = context.get(apiContext);
  const newest = api.call('listRecentPosts', { quiet });
  const parts = await Promise.all([
    orNull(newest),
    orNull(api.call('listFeaturedPosts', { quiet })),
    orNull(api.call('listPopularPosts', { quiet })),
    orNull(api.call('listCategories', { query: { page_size: categoryCount }, quiet })),
    orNull(api.call('getSiteFigures', { quiet })),
  ]);
  // If every section failed, the page has failed: rethrow the error.
  if (parts.every((part) => part === null)) await newest;
  const [recent, featured, popular, categories, figures] = parts;
  const places = arrangeFrontPage({ recent, pinned: featured?.pinned_posts ?? null, popular });
  return { places, newestCount: recent?.length ?? null, categories: categories?.results ?? null, figures };
};
export const loader = load;
export const clientLoader = load;

export const meta = ({ matches }: MetaArgs<typeof load>) =>
  pageMeta({ title: t('home.title'), description: t('home.description'), path: '/', matches });

export default function Home() {
  const { places, newestCount, categories, figures } = useLoaderData<typeof load>();
  return (
    <>
      <Container className="py-5 sm:py-6">
        <Welcome />
        {newestCount === null && <SectionFailure />}
        {newestCount === 0 && <EmptyState title={t('home.emptyTitle')} text={t('home.emptyText')} />}
        <FrontPage places={places} />
        {places.pinned.length > 0 && <PinnedStrip posts={places.pinned} />}
        <Suspense>{places.latest.length > 0 && <Latest posts={places.latest} />}</Suspense>
        <div className="mt-12 grid gap-x-12 gap-y-12 sm:mt-16 lg:grid-cols-12">
          <section aria-labelledby="popular" className="lg:col-span-7">
            <SectionHeading
              id="popular"
              title={t('home.popular')}
              to="/posts?ordering=-views_count"
              linkLabel={t('home.seeAllPopular')}
            />
            <Suspense>{places.popular ? <Popular posts={places.popular} /> : <SectionFailure />}</Suspense>
          </section>
          <section aria-labelledby="categories" className="lg:col-span-5">
            <SectionHeading
              id="categories"
              title={t('home.categories')}
              to="/categories"
              linkLabel={t('home.seeAllCategories')}
            />
            {categories === null && <SectionFailure />}
            {categories?.length === 0 && <p className="py-4 text-soft">{t('home.noCategories')}</p>}
            {categories && categories.length > 0 && <CategoryIndex categories={categories} />}
          </section>
        </div>
        {figures && <Figures figures={figures} />}
      </Container>
      <Invitation />
    </>
  );
}
