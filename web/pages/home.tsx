import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { t } from '#text/index.ts';
import { apiContext } from '#web/api/context.ts';
import { CategoryIndex } from '#web/features/categories/category-card.tsx';
import { FrontPage } from '#web/features/posts/front-page.tsx';
import { orNull } from '#web/features/posts/optional.ts';
import { Popular } from '#web/features/posts/popular.tsx';
import { SectionFailure, SectionHeading } from '#web/features/posts/section.tsx';
import { pageMeta } from '#web/shell/titles.ts';
import { Invitation, Welcome } from '#web/shell/welcome.tsx';
import { Container } from '#web/ui/container.tsx';

const freshCount = 12;
const popularCount = 8;
const categoryCount = 8;

const load = async ({ context }: LoaderFunctionArgs) => {
  const api = context.get(apiContext);
  const status = 'published' as const;
  const [fresh, popular, categories] = await Promise.all([
    api.call('listPosts', { query: { status, page_size: freshCount } }),
    orNull(api.call('listPosts', { query: { status, ordering: '-views_count', page_size: popularCount } })),
    orNull(api.call('listCategories', { query: { page_size: categoryCount } })),
  ]);
  return {
    fresh: fresh.results,
    popular: popular?.results ?? null,
    categories: categories?.results ?? null,
  };
};
export const loader = load;
export const clientLoader = load;

export const meta = ({ matches }: MetaArgs<typeof load>) =>
  pageMeta({ title: t('home.title'), description: t('home.description'), path: '/', matches });

export default function Home() {
  const { fresh, popular, categories } = useLoaderData<typeof load>();
  return (
    <>
      <Container className="py-5 sm:py-6">
        <Welcome />
        <FrontPage posts={fresh} />
        <div className="mt-12 grid gap-x-12 gap-y-12 sm:mt-16 lg:grid-cols-12">
          <section aria-labelledby="popular" className="lg:col-span-7">
            <SectionHeading
              id="popular"
              title={t('home.popular')}
              to="/posts?ordering=-views_count"
              linkLabel={t('home.seeAllPopular')}
            />
            {popular ? <Popular posts={popular} /> : <SectionFailure />}
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
      </Container>
      <Invitation />
    </>
  );
}
