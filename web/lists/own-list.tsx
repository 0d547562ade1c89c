import type { ReactNode } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { ListPagination } from './list-pagination.tsx';

type OwnListProps<Item> = {
  items: readonly Item[];
  page: number;
  pageCount: number;
  hrefOf: (page: number) => string;
  isLoading?: boolean;
  className: string;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** Renders one item; the callbacks load the list again. */
  children: (item: Item, callbacks: { onChanged: () => void; onDeleted: () => void }) => ReactNode;
};

/** A paged list of the user's own items, which the user may change and delete. */
export function OwnList<Item extends { id: number }>(props: OwnListProps<Item>) {
  const { items, page, pageCount, hrefOf, isLoading, className, empty, children } = props;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const onChanged = () => void revalidate();

  function onDeleted(): void {
    // Deleting the only item of a page removes the page.
    const isPageEmpty = items.length === 1 && page > 1;
    if (isPageEmpty) void navigate(hrefOf(page - 1), { replace: true });
    else onChanged();
  }

  if (items.length === 0) return empty;
  return (
    <>
      <ul aria-busy={isLoading} className={className}>
        {items.map((item) => (
          <li key={item.id}>{children(item, { onChanged, onDeleted })}</li>
        ))}
      </ul>
      <div className="mt-8">
        <ListPagination page={page} pageCount={pageCount} hrefOf={hrefOf} />
      </div>
    </>
  );
}
