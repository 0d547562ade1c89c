import type { ReactNode } from 'react';
import { QueryList } from '#web/lists/query-list.tsx';
import type { BrowserQuery } from '#web/queries/use-browser-query.ts';
import { StaffListSkeleton } from './staff-frame.tsx';
import { useCaseKeys } from './use-case-keys.ts';

type QueueProps<Item> = {
  query: BrowserQuery<{ count: number; results: Item[] }>;
  page: number;
  pageSize: number;
  hrefOf: (page: number) => string;
  /** Which keys there are. */
  keys: string;
  failed: string;
  retry: string;
  empty: ReactNode;
  /** Renders a case, which calls `onChange` when it is decided. */
  children: (item: Item, onChange: () => void) => ReactNode;
};

/** A list of cases to decide. Keys work while the focus is in the list, on every layout of the keyboard. */
export function CaseQueue<Item extends { id: number }>(props: QueueProps<Item>) {
  const { keys, children, ...list } = props;
  const { query } = list;
  const { box, onKeyDown, focusAfterReload } = useCaseKeys(query.data);
  function change(id: number): void {
    focusAfterReload(query.data?.results.findIndex((item) => item.id === id) ?? 0);
    query.reload();
  }
  return (
    <>
      <p className="mt-4 text-sm text-muted max-sm:hidden">{keys}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts of the buttons inside */}
      <div ref={box} tabIndex={-1} onKeyDown={onKeyDown} className="mt-4 outline-none">
        <QueryList {...list} placeholder={<StaffListSkeleton />}>
          {(item) => children(item, () => change(item.id))}
        </QueryList>
      </div>
    </>
  );
}
