import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import * as moderationMessages from '#locales/ru/moderation.ts';
import type { ApiClient } from '#web/api/client.ts';
import { QueryList } from '#web/lists/query-list.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
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
  const query = useBrowserQuery(moderationPath(base, list), load);

  // The last item of the last page is gone.
  if (query.error?.status === 404 && list.page > 1)
    return <Navigate to={moderationPath(base, { ...list, page: 1 })} replace />;
  return (
    <>
      <ModerationFilters base={base} list={list} searchLabel={searchLabel} />
      <div className="mt-6">
        <QueryList
          query={query}
          page={list.page}
          pageSize={itemsPerPage}
          hrefOf={(page) => moderationPath(base, { ...list, page })}
          placeholder={<StaffListSkeleton />}
          failed={moderationMessages.failed}
          retry={moderationMessages.retry}
          empty={<EmptyState title={emptyTitle} text={emptyText(list)} />}
        >
          {(item) => children(item, query.reload)}
        </QueryList>
      </div>
    </>
  );
}

function emptyText({ search, state }: ModerationList): string {
  if (search) return moderationMessages.emptySearch;
  return state === 'hidden' ? moderationMessages.emptyHidden : moderationMessages.emptyVisible;
}
