import * as messages from '#locales/ru/staff-reports.ts';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { EmptyState } from '#web/ui/notice.tsx';
import { CaseQueue } from './case-queue.tsx';
import { ReportCaseRow } from './report-case-row.tsx';
import { ReportFilters } from './report-filters.tsx';
import { type ReportListState, reportListPath } from './report-list-path.ts';

const casesPerPage = 20;

/** The cases of reports. */
export function ReportQueue({ list }: { list: ReportListState }) {
  const { state, kind, rule, assignee, page } = list;
  const query = useBrowserQuery(reportListPath(list), (api) =>
    api.call('listReportCases', {
      query: {
        state,
        page,
        page_size: casesPerPage,
        kind: kind ?? undefined,
        rule: rule ?? undefined,
        assignee: assignee ?? undefined,
      },
      suppressToastFor: [404],
    }),
  );
  return (
    <>
      <ReportFilters list={list} />
      <CaseQueue
        query={query}
        page={page}
        pageSize={casesPerPage}
        hrefOf={(target) => reportListPath({ ...list, page: target })}
        keys={messages.keys}
        failed={messages.failed}
        retry={messages.retry}
        empty={<EmptyState title={messages.empty} text={state === 'open' ? messages.emptyText : ''} />}
      >
        {(found, onChange) => <ReportCaseRow found={found} onChange={onChange} />}
      </CaseQueue>
    </>
  );
}
