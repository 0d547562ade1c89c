import type { PublicationHistoryEntry, PublicationMode } from '#contract/publication-rules.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { fields, no, none, yes } from '#locales/ru/audit.ts';
import * as messages from '#locales/ru/staff-publication.ts';
import { ChangeHistory } from './change-history.tsx';

/** Who changed the rules and how. */
export const PublicationHistory = ({ version }: { version: number }) => (
  <ChangeHistory
    id="publication-history"
    version={version}
    title={messages.history}
    failed={messages.historyFailed}
    retry={messages.retry}
    empty={messages.historyEmpty}
    load={(api, query) => api.call('listPublicationHistory', { query })}
  >
    {({ at, actor_name, changes }) => (
      <>
        {changes.map((change) => (
          <p key={change.field} className="text-sm wrap-anywhere">
            {changeText(change)}
          </p>
        ))}
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted">
          <time dateTime={at}>{dateAndTime(at)}</time>
          <span>{actor_name || messages.byOperator}</span>
        </p>
      </>
    )}
  </ChangeHistory>
);

type Change = PublicationHistoryEntry['changes'][number];

/** Of a list what was removed and added; of another rule both values. */
function changeText({ field, before, after }: Change): string {
  const isList = field === 'stop_words' || field === 'blocked_domains';
  return interpolate(isList ? messages.listChange : messages.change, {
    field: fields[field] ?? field,
    before: valueText(field, before),
    after: valueText(field, after),
  });
}

function valueText(field: string, value: string | null): string {
  if (field === 'mode') return messages.modes[value as PublicationMode]?.label ?? none;
  if (value === 'true' || value === 'false') return value === 'true' ? yes : no;
  return value || none;
}
