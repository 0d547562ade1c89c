import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import * as categoryPagesMessages from '#locales/ru/category-pages.ts';
import { apiContext } from '#web/api/context.ts';
import { CategoryCard } from '#web/features/categories/category-card.tsx';
import { ListPagination } from '#web/lists/list-pagination.tsx';
import { normalisePage, pageCountOf, pageUrl, parsePage } from '#web/lists/page-number.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { PageHandle } from '#web/shell/page-url.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import { EmptyState } from '#web/ui/notice.tsx';

const pageSize = 48;

const load = async ({ context, request }: LoaderFunctionArgs) => {
  const page = parsePage(new URL(request.url).searchParams);
  const query = { page, page_size: pageSize };
  const { results, count } = await context.get(apiContext).call('listCategories', { query });
  return { categories: results, page, pageCount: pageCountOf(count, pageSize) };
};
export const loader = load;
export const clientLoader = load;

const pathOf = (page: number) => pageUrl('/categories', page);

export const handle: PageHandle = { query: { page: normalisePage } };

export const meta = ({ loaderData, matches }: MetaArgs<typeof load>) =>
  pageMeta({
    title: categoryPagesMessages.title,
    description: categoryPagesMessages.description,
    path: pathOf(loaderData?.page ?? 1),
    matches,
  });

export default function Categories() {
  const { categories, page, pageCount } = useLoaderData<typeof load>();
  return (
    <Container className="py-8 sm:py-12">
      <h1 className="text-4xl font-bold sm:text-5xl">{categoryPagesMessages.title}</h1>
      <p className="mt-3 text-lg text-soft">{categoryPagesMessages.intro}</p>
      <div className="mt-10">
        {categories.length === 0 ? (
          <EmptyState title={categoryPagesMessages.empty} text={categoryPagesMessages.emptyText}>
            <ButtonLink to="/posts">{categoryPagesMessages.readAll}</ButtonLink>
          </EmptyState>
        ) : (
          <ul className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
            {categories.map((category) => (
              <li key={category.id}>
                <CategoryCard category={category} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="mt-12">
        <ListPagination page={page} pageCount={pageCount} hrefOf={pathOf} />
      </div>
    </Container>
  );
}
