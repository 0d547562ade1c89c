import * as messages from '#locales/ru/staff-objections.ts';
import { SegmentLinks } from '#web/lists/segment-links.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { EmptyState } from '#web/ui/notice.tsx';
import { CaseQueue } from './case-queue.tsx';
import { type ObjectionListState, objectionListPath, objectionStates } from './objection-list-path.ts';
import { ObjectionRow } from './objection-row.tsx';

const pageSize = 20;

/** The objections to decisions. */
export function ObjectionQueue({ list }: { list: ObjectionListState }) {
  const { state, page } = list;
  const query = useBrowserQuery(objectionListPath(list), (api) =>
    api.call('listObjections', { query: { state, page, page_size: pageSize }, suppressToastFor: [404] }),
  );
  return (
    <>
      <SegmentLinks
        label={messages.stateLabel}
        segments={objectionStates.map((each) => ({
          to: objectionListPath({ state: each, page: 1 }),
          label: messages.states[each],
          isCurrent: each === state,
        }))}
      />
      <CaseQueue
        query={query}
        page={page}
        pageSize={pageSize}
        hrefOf={(target) => objectionListPath({ ...list, page: target })}
        keys={messages.keys}
        failed={messages.failed}
        retry={messages.retry}
        empty={<EmptyState title={messages.empty} text={state === 'open' ? messages.emptyText : ''} />}
      >
        {(found, onChange) => <ObjectionRow found={found} onChange={onChange} />}
      </CaseQueue>
    </>
  );
}
