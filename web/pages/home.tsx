import { Suspense } from 'react';
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import * as homeMessages from '#locales/ru/home.ts';
import { apiContext } from '#web/api/context.ts';
import { CategoryIndex } from '#web/features/categories/category-card.tsx';
import { FrontPage, Latest, PinnedStrip } from '#web/features/posts/front-page.tsx';
import { arrangeFrontPage } from '#web/features/posts/front-page-layout.ts';
import { orNull } from '#web/features/posts/or-null.ts';
import { Popular } from '#web/features/posts/popular.tsx';
import { SectionFailure, SectionHeading } from '#web/features/posts/section-heading.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { SiteStatsPanel } from '#web/shell/site-stats.tsx';
import { Invitation, Welcome } from '#web/shell/welcome.tsx';
import { Container } from '#web/ui/container.tsx';
import { EmptyState } from '#web/ui/notice.tsx';

const categoryCount = 8;

/** A failed section shows its own message. */
const handledStatuses = [0, 429, 500, 503];

/** Loads each section separately: a failed one does not affect the others. */
const load = async ({ context }: LoaderFunctionArgs) => {
  const api = context.get(apiContext);
  const newest = api.call('listRecentPosts', { suppressToastFor: handledStatuses });
  const sections = await Promise.all([
    orNull(newest),
    orNull(api.call('listFeaturedPosts', { suppressToastFor: handledStatuses })),
    orNull(api.call('listPopularPosts', { suppressToastFor: handledStatuses })),
    orNull(
      api.call('listCategories', { query: { page_size: categoryCount }, suppressToastFor: handledStatuses }),
    ),
    orNull(api.call('getSiteFigures', { suppressToastFor: handledStatuses })),
  ]);
  // If every section failed, the page has failed: rethrow the error.
  if (sections.every((section) => section === null)) await newest;
  const [recent, featured, popular, categories, stats] = sections;
  const layout = arrangeFrontPage({ recent, pinned: featured?.pinned_posts ?? null, popular });
  return {
    layout,
    newestCount: recent?.length ?? null,
    categories:
      categories?.results.map(({ id, name, slug, posts_count }) => ({ id, name, slug, posts_count })) ?? null,
    stats,
  };
};
export const loader = load;
export const clientLoader = load;

export const meta = ({ matches }: MetaArgs<typeof load>) =>
  pageMeta({ title: homeMessages.title, description: homeMessages.description, path: '/', matches });

export default function Home() {
  const { layout, newestCount, categories, stats } = useLoaderData<typeof load>();
  return (
    <>
      <Container className="py-5 sm:py-6">
        <Welcome />
        {newestCount === null && <SectionFailure />}
        {newestCount === 0 && <EmptyState title={homeMessages.emptyTitle} text={homeMessages.emptyText} />}
        <FrontPage layout={layout} />
        {layout.pinned.length > 0 && <PinnedStrip posts={layout.pinned} />}
        <Suspense>{layout.latest.length > 0 && <Latest posts={layout.latest} />}</Suspense>
        <div className="mt-12 grid gap-x-12 gap-y-12 sm:mt-16 lg:grid-cols-12">
          <section aria-labelledby="popular" className="lg:col-span-7">
            <SectionHeading
              id="popular"
              title={homeMessages.popular}
              to="/posts?ordering=-views_count"
              linkLabel={homeMessages.seeAllPopular}
            />
            <Suspense>{layout.popular ? <Popular posts={layout.popular} /> : <SectionFailure />}</Suspense>
          </section>
          <section aria-labelledby="categories" className="lg:col-span-5">
            <SectionHeading
              id="categories"
              title={homeMessages.categories}
              to="/categories"
              linkLabel={homeMessages.seeAllCategories}
            />
            {categories === null && <SectionFailure />}
            {categories?.length === 0 && <p className="py-4 text-soft">{homeMessages.noCategories}</p>}
            {categories && categories.length > 0 && <CategoryIndex categories={categories} />}
          </section>
        </div>
        {stats && <SiteStatsPanel stats={stats} />}
      </Container>
      <Invitation />
    </>
  );
}
