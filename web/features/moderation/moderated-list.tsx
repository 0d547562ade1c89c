import { type ReactNode, useState } from 'react';
import type { ModeratedPostState } from '#contract/staff.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import type { ApiClient } from '#web/api/client.ts';
import { QueryList } from '#web/lists/query-list.tsx';
import { type BrowserQuery, useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/notice.tsx';
import { type BulkActions, BulkBar } from './bulk-bar.tsx';
import { ModerationFilters } from './moderation-filters.tsx';
import { type ModerationList, moderationPath } from './moderation-path.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { StaffListSkeleton } from './staff-frame.tsx';

export type Page<Item> = { count: number; results: Item[] };
export const itemsPerPage = 20;

/** What a row needs from its list. */
export type RowTools = {
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  isPreviewed: boolean;
  onPreview: () => void;
  /** Reloads the list. */
  onChange: () => void;
};

type ListProps<Item> = {
  base: string;
  list: ModerationList;
  searchLabel: string;
  states?: readonly ModeratedPostState[];
  /** Further filters. */
  filters?: ReactNode;
  emptyTitle: string;
  load: (api: ApiClient) => Promise<Page<Item>>;
  actions: BulkActions;
  /** The whole text of an item, shown beside the list. */
  preview: (item: Item) => ReactNode;
  children: (item: Item, tools: RowTools) => ReactNode;
};

/** A moderation list with its filters and its loading, empty and error states. */
export function ModeratedList<Item extends { id: number }>(props: ListProps<Item>) {
  const { base, list, searchLabel, states, filters, load } = props;
  const path = moderationPath(base, list);
  const query = useBrowserQuery(path, load);

  return (
    <>
      <ModerationFilters base={base} list={list} searchLabel={searchLabel} states={states}>
        {filters}
      </ModerationFilters>
      <SelectableList key={path} {...props} query={query} />
    </>
  );
}

/** The list with its selection and its preview, which belong to one page of it. */
function SelectableList<Item extends { id: number }>({
  base,
  list,
  emptyTitle,
  actions,
  preview,
  children,
  query,
}: ListProps<Item> & { query: BrowserQuery<Page<Item>> }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [previewedId, setPreviewedId] = useState<number | null>(null);
  const items = query.data?.results ?? [];
  // Items that another moderator has hidden or restored disappear from the list.
  const selected = new Set(items.filter(({ id }) => chosen.has(id)).map(({ id }) => id));
  const previewed = items.find(({ id }) => id === previewedId);

  function select(id: number, isSelected: boolean): void {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setChosen(next);
  }

  return (
    <div
      className={classNames(
        'mt-4 items-start gap-x-8',
        previewed && 'pb-[65dvh] lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:pb-0',
      )}
    >
      <div className="min-w-0">
        {items.length > 0 && !isDraftState(list) && (
          <BulkBar
            ids={items.map(({ id }) => id)}
            selected={selected}
            onSelect={(ids) => setChosen(new Set(ids))}
            areHidden={list.state === 'hidden'}
            actions={actions}
            onDone={query.reload}
          />
        )}
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
          {(item) =>
            children(item, {
              isSelected: selected.has(item.id),
              onSelect: (isSelected) => select(item.id, isSelected),
              isPreviewed: item.id === previewed?.id,
              onPreview: () => setPreviewedId(item.id === previewedId ? null : item.id),
              onChange: query.reload,
            })
          }
        </QueryList>
      </div>
      {previewed && (
        <PreviewPanel key={previewed.id} onClose={() => setPreviewedId(null)}>
          {preview(previewed)}
        </PreviewPanel>
      )}
    </div>
  );
}

/** Only published posts are hidden. */
const isDraftState = ({ state }: ModerationList) => state === 'draft' || state === 'scheduled';

function emptyText({ search, author, category, state }: ModerationList): string {
  if (search) return moderationMessages.emptySearch;
  if (author || category) return moderationMessages.emptyFiltered;
  return state === 'hidden' ? moderationMessages.emptyHidden : moderationMessages.emptyVisible;
}
