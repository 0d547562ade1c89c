import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { QueryView } from '#web/queries/query-view.tsx';
import type { BrowserQuery } from '#web/queries/use-browser-query.ts';
import { classNames } from '#web/ui/class-names.ts';
import { ListPagination } from './list-pagination.tsx';
import { pageCountOf } from './page-number.ts';

type QueryListProps<Item> = {
  query: BrowserQuery<{ count: number; results: Item[] }>;
  page: number;
  pageSize: number;
  hrefOf: (page: number) => string;
  placeholder: ReactNode;
  failed: string;
  retry: string;
  headingLevel?: 2 | 3;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** Renders one item. */
  children: (item: Item) => ReactNode;
};

/**
 * A paged list that loads in the browser. It is dimmed while another page of it loads. A page after the last one, which
 * may have lost its items, leads to the first.
 */
export function QueryList<Item extends { id: number }>(props: QueryListProps<Item>) {
  const { query, page, pageSize, hrefOf, empty, children, ...states } = props;
  if (query.error?.status === 404 && page > 1) return <Navigate to={hrefOf(1)} replace />;
  return (
    <QueryView query={query} {...states}>
      {({ count, results }) => (
        <>
          {results.length === 0 && empty}
          {results.length > 0 && (
            <ul
              aria-busy={query.isLoading}
              className={classNames(
                'divide-y divide-rule border-y border-rule transition-opacity duration-100',
                query.isLoading && 'opacity-60',
              )}
            >
              {results.map((item) => (
                <li key={item.id}>{children(item)}</li>
              ))}
            </ul>
          )}
          <div className="mt-8">
            <ListPagination page={page} pageCount={pageCountOf(count, pageSize)} hrefOf={hrefOf} />
          </div>
        </>
      )}
    </QueryView>
  );
}
