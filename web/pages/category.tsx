import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { countOf } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as categoryPagesMessages from '#locales/ru/category-pages.ts';
import * as feedsMessages from '#locales/ru/feeds.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { typesetText } from '#locales/typography.ts';
import { apiContext } from '#web/api/context.ts';
import { CategoryMark, categoryStyle } from '#web/categories/category-mark.tsx';
import { PostGrid } from '#web/features/posts/post-grid.tsx';
import { toListedPost } from '#web/features/posts/without-content.ts';
import { ListPagination } from '#web/lists/list-pagination.tsx';
import { normalisePage, pageCountOf, pageUrl, parsePage } from '#web/lists/page-number.ts';
import { cardImage } from '#web/shell/card-image.ts';
import { FeedLink } from '#web/shell/feed-link.tsx';
import { feedLinks } from '#web/shell/feed-links.ts';
import { identityOf, pageMeta, siteOrigin } from '#web/shell/page-meta.ts';
import type { PageHandle } from '#web/shell/page-url.ts';
import { breadcrumbThing, structuredData } from '#web/shell/structured-data.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import { EmptyState } from '#web/ui/notice.tsx';

const pageSize = 18;

const load = async ({ context, params, request }: LoaderFunctionArgs) => {
  const page = parsePage(new URL(request.url).searchParams);
  const { category, posts, count } = await context.get(apiContext).call('listCategoryPosts', {
    params: { slug: params.slug ?? '' },
    query: { page, page_size: pageSize },
  });
  return { category, posts: posts.map(toListedPost), count, page, pageCount: pageCountOf(count, pageSize) };
};
export const loader = load;
export const clientLoader = load;

const pathOf = (slug: string, page: number) => pageUrl(`/categories/${slug}`, page);

export const handle: PageHandle = { query: { page: normalisePage } };

export const meta = ({ loaderData, matches }: MetaArgs<typeof load>) => {
  if (!loaderData) return pageMeta({ title: categoryPagesMessages.postsTitle, matches });
  const { category, page } = loaderData;
  const tags = pageMeta({
    title: category.name,
    description:
      category.description || interpolate(categoryPagesMessages.postsDescription, { name: category.name }),
    path: pathOf(category.slug, page),
    isHidden: loaderData.count === 0,
    preview: import.meta.env.SSR
      ? {
          type: 'website',
          image: cardImage(
            `/categories/${category.slug}`,
            [identityOf(matches), category.name, category.description, category.color, category.mark],
            category.name,
          ),
        }
      : undefined,
    matches,
  });
  const origin = siteOrigin(matches);
  if (!import.meta.env.SSR || origin === null) return tags;
  const path = `/categories/${category.slug}`;
  const breadcrumbs = breadcrumbThing(origin, [
    { name: categoryPagesMessages.breadcrumbHome, path: '/' },
    { name: categoryPagesMessages.title, path: '/categories' },
    { name: category.name, path },
  ]);
  return [...tags, ...feedLinks(path, category.name), structuredData([breadcrumbs])];
};

export default function Category() {
  const { category, posts, count, page, pageCount } = useLoaderData<typeof load>();
  return (
    <Container className="py-6 sm:py-8">
      <Breadcrumbs
        label={categoryPagesMessages.breadcrumbs}
        steps={[
          { label: categoryPagesMessages.breadcrumbHome, to: '/' },
          { label: categoryPagesMessages.title, to: '/categories' },
        ]}
        current={category.name}
      />
      <header
        {...categoryStyle(category)}
        className="mt-4 border-b-4 border-double border-rule-strong pb-6 sm:mt-6"
      >
        <h1 className="flex items-start gap-3 text-4xl font-bold wrap-anywhere sm:gap-4 sm:text-5xl">
          <CategoryMark category={category} className="mt-1.5 size-8 text-category sm:mt-2 sm:size-9" />
          {category.name}
        </h1>
        {category.description && (
          <p className="mt-3 max-w-text text-lg text-soft">{typesetText(category.description)}</p>
        )}
        <p className="mt-3 flex flex-wrap gap-x-5 text-sm text-muted">
          {countOf(count, nouns.article)}
          <FeedLink path={`/categories/${category.slug}`} label={feedsMessages.subscribeToCategory} />
        </p>
      </header>
      <div className="mt-10">
        {posts.length === 0 ? (
          <EmptyState title={categoryPagesMessages.noPosts} text={categoryPagesMessages.noPostsText}>
            <ButtonLink to="/posts">{categoryPagesMessages.readAll}</ButtonLink>
          </EmptyState>
        ) : (
          <PostGrid posts={posts} isInCategory />
        )}
      </div>
      <div className="mt-12">
        <ListPagination
          page={page}
          pageCount={pageCount}
          hrefOf={(target) => pathOf(category.slug, target)}
        />
      </div>
    </Container>
  );
}
