import { useState } from 'react';
import type { StaffDecision } from '#contract/moderation.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import { active, decisionTexts } from '#locales/ru/decisions.ts';
import { ruleTitles } from '#locales/ru/rules.ts';
import * as messages from '#locales/ru/staff-users.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { QueryView } from '#web/queries/query-view.tsx';
import { useAction } from '#web/queries/use-action.ts';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

type Props = { accountId: number; changes: number; onChange: () => void };
const shown = 50;

/** The decisions about an account and its texts, newest first; active ones can be ended. */
export function DecisionList({ accountId, changes, onChange }: Props) {
  const query = useBrowserQuery(`decisions ${accountId} ${changes}`, (api) =>
    api.call('listAccountDecisions', { params: { id: String(accountId) }, query: { page_size: shown } }),
  );
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions" className="text-2xl">
        {messages.decisions}
      </h2>
      <QueryView
        query={query}
        placeholder={
          <div className="mt-3">
            <SkeletonText lines={3} />
          </div>
        }
        failed={messages.failed}
        retry={messages.retry}
      >
        {({ results }) =>
          results.length === 0 ? (
            <p className="mt-3 text-soft">{messages.noDecisions}</p>
          ) : (
            <ul className="mt-3 divide-y divide-rule border-y border-rule">
              {results.map((decision) => (
                <li key={decision.id}>
                  <Row decision={decision} onChange={onChange} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}

function Row({ decision, onChange }: { decision: StaffDecision; onChange: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();
  const { id, action, rule, reason, until, ended, moderator, target } = decision;
  const endLabel = action === 'hide-texts' ? messages.endTexts : messages.end;

  async function end(endReason: string) {
    const params = { id: String(id) };
    await run(
      () => getBrowserClient().api.call('endDecision', { params, body: { reason: endReason } }),
      messages.endDone,
    );
    setOpen(false);
    onChange();
  }

  return (
    <article className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 font-semibold wrap-anywhere">
          {target.kind === 'account' ? decisionTexts[action] : `${decisionTexts[action]}: ${target.name}`}
          {decision.is_active && <Badge tone="warning">{active}</Badge>}
        </p>
        <p className="mt-1 text-sm wrap-anywhere">
          {rule && `${ruleTitles[rule]}. `}
          {reason}
        </p>
        <p className="mt-1 text-xs text-muted">
          {interpolate(moderator ? messages.decisionOf : messages.decisionBySite, {
            date: dateAndTime(decision.created_at),
            name: moderator ? displayName(moderator) : '',
          })}
          {until && ` · ${interpolate(messages.until, { date: dateAndTime(until) })}`}
          {decision.texts_count > 0 &&
            ` · ${interpolate(messages.textsCount, { count: decision.texts_count })}`}
        </p>
        {decision.objection && (
          <p className="mt-1 text-sm wrap-anywhere">
            {interpolate(messages.objection, { text: decision.objection.text })}
          </p>
        )}
        {ended && (
          <p className="mt-1 text-sm text-soft wrap-anywhere">
            {interpolate(messages.ended, { date: dateAndTime(ended.at), reason: ended.reason })}
          </p>
        )}
      </div>
      {decision.can_end && (
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          {endLabel}
        </Button>
      )}
      <ReasonDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={endLabel}
        description={decisionTexts[action]}
        confirmLabel={endLabel}
        reasonHint={messages.endReason}
        busy={isBusy}
        onConfirm={(endReason) => void end(endReason)}
      />
    </article>
  );
}
