import type { FrontPageHistoryEntry } from '#contract/front-page-layout.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as frontPageMessages from '#locales/ru/staff-front-page.ts';
import { ChangeHistory } from './change-history.tsx';

/** Who placed what and when. */
export const FrontPageHistory = ({ version }: { version: number }) => (
  <ChangeHistory
    id="front-page-history"
    version={version}
    title={frontPageMessages.history}
    failed={frontPageMessages.historyFailed}
    retry={frontPageMessages.retry}
    empty={frontPageMessages.historyEmpty}
    load={(api, query) => api.call('listFrontPageHistory', { query })}
  >
    {(entry) => <Entry entry={entry} />}
  </ChangeHistory>
);

function Entry({ entry: { at, action, actor_name, post_title, changes } }: { entry: FrontPageHistoryEntry }) {
  return (
    <>
      <p className="wrap-anywhere">
        {frontPageMessages.actions[action]}: <span className="font-medium">{post_title}</span>
      </p>
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted">
        <time dateTime={at}>{dateAndTime(at)}</time>
        <span>{actor_name || frontPageMessages.byOperator}</span>
        <span>{changes.map(changeText).filter(Boolean).join('; ')}</span>
      </p>
    </>
  );
}

type Change = FrontPageHistoryEntry['changes'][number];

/** A change is told with both values; of a new or removed placement each value that it has. */
function changeText({ field, before, after }: Change): string {
  const name = frontPageMessages.fields[field as keyof typeof frontPageMessages.fields] ?? field;
  const isPeriod = field === 'starts_at' || field === 'ends_at';
  const isChange = isPeriod ? before !== after : before !== null && after !== null;
  if (before === after || (isPeriod && before === null && after === null)) return '';
  if (!isChange)
    return interpolate(frontPageMessages.value, { field: name, value: valueText(field, after ?? before) });
  return interpolate(frontPageMessages.change, {
    field: name,
    before: valueText(field, before),
    after: valueText(field, after),
  });
}

function valueText(field: string, value: string | null): string {
  if (field === 'section') return frontPageMessages.sections[value as 'lead' | 'row'] ?? '';
  if (field === 'starts_at' || field === 'ends_at')
    return value ? dateAndTime(value) : frontPageMessages.noTime;
  return value ?? '';
}
