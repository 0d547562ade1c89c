import { useState } from 'react';
import type { ReportCase } from '#contract/reports.ts';
import type { RuleId } from '#contract/rules.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import { ruleTitles } from '#locales/ru/rules.ts';
import * as messages from '#locales/ru/staff-reports.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useUser } from '#web/api/use-session.ts';
import { authorPath } from '#web/paths/author-path.ts';
import { useAction } from '#web/queries/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { userPath } from './user-list-path.ts';

type Props = { found: ReportCase; onChange: () => void };

/** A case: the thing in its context, the reports, and what a moderator can do. */
export function ReportCaseRow({ found, onChange }: Props) {
  const { target, author, reports, assignee, closed, context } = found;
  const rules = [...new Set(reports.map(({ rule }) => rule))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the list work on the case that has the focus
    <article data-case tabIndex={0} aria-labelledby={`case-${found.id}`} className="rounded-sm py-5">
      <p className="flex flex-wrap items-baseline gap-2">
        <Badge>{messages.targetKinds[target.kind]}</Badge>
        {rules.map((rule) => (
          <Badge key={rule} tone="warning">
            {ruleTitles[rule]}
          </Badge>
        ))}
        {assignee && <Badge>{interpolate(messages.takenBy, { name: displayName(assignee) })}</Badge>}
      </p>
      <h2 id={`case-${found.id}`} className="mt-2 font-sans text-base font-semibold wrap-anywhere">
        {target.name}
      </h2>
      <MetadataList className="mt-1 text-xs text-muted">
        <TextLink to={authorPath(author)}>
          {interpolate(messages.author, { name: displayName(author) })}
        </TextLink>
        {interpolate(messages.count, { count: found.reports_count })}
        {dateAndTime(found.created_at)}
        {target.is_public && <TextLink to={pathOf(found)}>{messages.open}</TextLink>}
      </MetadataList>
      {context && (
        <p className="mt-3 line-clamp-2 border-l-2 border-rule pl-3 text-sm text-muted wrap-anywhere">
          {interpolate(messages.inReplyTo, { text: context })}
        </p>
      )}
      {!target.is_public && <p className="mt-3 text-sm text-soft">{messages.gone}</p>}
      {target.text && (
        <p className="mt-3 line-clamp-6 text-sm wrap-anywhere whitespace-pre-line">{target.text}</p>
      )}
      <ul className="mt-3 flex flex-col gap-1 text-sm">
        {reports.map((report) => (
          <li key={report.reporter.id} className="wrap-anywhere">
            <span className="font-medium">{displayName(report.reporter)}:</span> {ruleTitles[report.rule]}
            {report.text && `. ${report.text}`}
          </li>
        ))}
      </ul>
      {closed ? (
        <p className="mt-3 text-sm text-soft">
          {interpolate(closed.by ? messages.closedBy : messages.closedAt, {
            outcome: messages.outcomes[closed.outcome],
            date: dateAndTime(closed.at),
            name: closed.by ? displayName(closed.by) : '',
          })}
        </p>
      ) : (
        <Controls found={found} onChange={onChange} />
      )}
    </article>
  );
}

/** The rule that most reports name. */
function mostNamedRule(reports: ReportCase['reports']): RuleId | undefined {
  const countOf = (rule: RuleId) => reports.filter((report) => report.rule === rule).length;
  return reports.map(({ rule }) => rule).sort((left, right) => countOf(right) - countOf(left))[0];
}

function pathOf({ target, author }: ReportCase): string {
  if (target.kind === 'account') return authorPath(author);
  return `/posts/${target.slug}${target.kind === 'comment' ? `#comment-${target.id}` : ''}`;
}

function Controls({ found, onChange }: Props) {
  const [open, setOpen] = useState<'hide' | 'leave' | null>(null);
  // The dialog keeps its texts while it closes.
  const [shown, setShown] = useState<'hide' | 'leave'>('leave');
  const { isBusy, run } = useAction();
  const user = useUser();
  const params = { id: String(found.id) };
  const isMine = found.assignee !== null && found.assignee.id === user?.id;

  async function decide(reason: string, rule: RuleId): Promise<void> {
    const body = { outcome: shown, reason, rule: shown === 'hide' ? rule : null };
    await run(() => getBrowserClient().api.call('decideReportCase', { params, body }), messages.decided);
    setOpen(null);
    // After an error too: another moderator may have decided first.
    onChange();
  }
  async function assign(): Promise<void> {
    const body = { assigned: !isMine };
    const done = isMine ? messages.givenUp : messages.takenDone;
    await run(() => getBrowserClient().api.call('assignReportCase', { params, body }), done);
    onChange();
  }
  const ask = (outcome: 'hide' | 'leave') => {
    setShown(outcome);
    setOpen(outcome);
  };

  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {found.target.kind !== 'account' && (
        <Button size="sm" variant="secondary" data-key="KeyH" onClick={() => ask('hide')}>
          {messages.hide}
        </Button>
      )}
      <Button size="sm" variant="secondary" data-key="KeyL" onClick={() => ask('leave')}>
        {messages.leave}
      </Button>
      <ButtonLink
        size="sm"
        variant="secondary"
        data-key="KeyS"
        to={`${userPath(found.author.id)}?case=${found.id}`}
      >
        {messages.sanction}
      </ButtonLink>
      {(isMine || found.assignee === null) && (
        <Button size="sm" variant="quiet" data-key="KeyT" busy={isBusy} onClick={() => void assign()}>
          {isMine ? messages.release : messages.take}
        </Button>
      )}
      <ReasonDialog
        key={shown}
        open={open !== null}
        onOpenChange={(next) => !next && setOpen(null)}
        title={shown === 'hide' ? messages.hideTitle : messages.leaveTitle}
        description={shown === 'hide' ? found.target.name : messages.leaveText}
        confirmLabel={shown === 'hide' ? messages.hide : messages.leave}
        reasonHint={shown === 'hide' ? messages.reasonHint : messages.leaveHint}
        busy={isBusy}
        withRule={shown === 'hide'}
        initialRule={mostNamedRule(found.reports)}
        onConfirm={(reason, rule) => void decide(reason, rule)}
      />
    </div>
  );
}
