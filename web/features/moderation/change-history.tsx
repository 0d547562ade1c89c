import { type ReactNode, useState } from 'react';
import type { ApiClient } from '#web/api/client.ts';
import { pageCountOf } from '#web/lists/page-number.ts';
import { QueryView } from '#web/queries/query-view.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { LocalPager } from './local-pager.tsx';
import { StaffListSkeleton } from './staff-frame.tsx';

const entriesPerPage = 10;

type HistoryProps<Entry> = {
  /** Identifies the history on the page. */
  id: string;
  /** The version of what has the history; it loads again with every one. */
  version: number;
  title: string;
  failed: string;
  retry: string;
  empty: string;
  load: (
    api: ApiClient,
    query: { page: number; page_size: number },
  ) => Promise<{ count: number; results: Entry[] }>;
  children: (entry: Entry) => ReactNode;
};

/** Who changed what and when, page by page, below the form that changes it. */
export function ChangeHistory<Entry extends { id: number }>(props: HistoryProps<Entry>) {
  const { id, version, title, failed, retry, empty, load, children } = props;
  const [page, setPage] = useState(1);
  const query = useBrowserQuery(`${id} ${version} ${page}`, (api) =>
    load(api, { page, page_size: entriesPerPage }),
  );
  return (
    <section aria-labelledby={id} className="border-t-3 border-ink pt-3">
      <h2 id={id} className="text-2xl font-bold">
        {title}
      </h2>
      <QueryView
        query={query}
        placeholder={<StaffListSkeleton />}
        failed={failed}
        retry={retry}
        headingLevel={3}
      >
        {({ count, results }) => (
          <>
            {results.length === 0 && <p className="mt-3 text-soft">{empty}</p>}
            <ul className="mt-3 divide-y divide-rule">
              {results.map((entry) => (
                <li key={entry.id} className="py-2">
                  {children(entry)}
                </li>
              ))}
            </ul>
            <LocalPager page={page} pageCount={pageCountOf(count, entriesPerPage)} onPage={setPage} />
          </>
        )}
      </QueryView>
    </section>
  );
}
