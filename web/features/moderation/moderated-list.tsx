import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import * as moderationMessages from '#locales/ru/moderation.ts';
import type { ApiClient } from '#web/api/client.ts';
import { ListPagination } from '#web/lists/list-pagination.tsx';
import { pageCountOf } from '#web/lists/page-number.ts';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/notice.tsx';
import { ModerationFilters } from './moderation-filters.tsx';
import { type ModerationList, moderationPath } from './moderation-path.ts';
import { StaffListSkeleton } from './staff-frame.tsx';

export type Page<Item> = { count: number; results: Item[] };
export const itemsPerPage = 20;

type ListProps<Item> = {
  base: string;
  list: ModerationList;
  searchLabel: string;
  emptyTitle: string;
  load: (api: ApiClient) => Promise<Page<Item>>;
  /** Renders one row; `onChange` reloads the list. */
  children: (item: Item, onChange: () => void) => ReactNode;
};

/** A moderation list with its filters and its loading, empty and error states. */
export function ModeratedList<Item extends { id: number }>({ children, ...props }: ListProps<Item>) {
  const { base, list, searchLabel, emptyTitle, load } = props;
  const { data, error, isLoading, reload } = useBrowserQuery(moderationPath(base, list), load);

  // The last item of the last page is gone.
  if (error?.status === 404 && list.page > 1)
    return <Navigate to={moderationPath(base, { ...list, page: 1 })} replace />;
  return (
    <>
      <ModerationFilters base={base} list={list} searchLabel={searchLabel} />
      <div className="mt-6">
        {!data && error && !isLoading && (
          <EmptyState title={moderationMessages.failed}>
            <Button onClick={reload}>{moderationMessages.retry}</Button>
          </EmptyState>
        )}
        {!data && isLoading && <StaffListSkeleton />}
        {data?.results.length === 0 && <EmptyState title={emptyTitle} text={emptyText(list)} />}
        {data && data.results.length > 0 && (
          <ul
            aria-busy={isLoading}
            className={classNames(
              'divide-y divide-rule border-y border-rule transition-opacity duration-100',
              isLoading && 'opacity-60',
            )}
          >
            {data.results.map((item) => (
              <li key={item.id}>{children(item, reload)}</li>
            ))}
          </ul>
        )}
        {data && (
          <div className="mt-8">
            <ListPagination
              page={list.page}
              pageCount={pageCountOf(data.count, itemsPerPage)}
              hrefOf={(page) => moderationPath(base, { ...list, page })}
            />
          </div>
        )}
      </div>
    </>
  );
}

function emptyText({ search, state }: ModerationList): string {
  if (search) return moderationMessages.emptySearch;
  return state === 'hidden' ? moderationMessages.emptyHidden : moderationMessages.emptyVisible;
}
