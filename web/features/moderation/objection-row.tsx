import { useState } from 'react';
import type { StaffObjection } from '#contract/objections.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import { decisionTexts } from '#locales/ru/decisions.ts';
import { ruleTitles } from '#locales/ru/rules.ts';
import * as messages from '#locales/ru/staff-objections.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useAction } from '#web/queries/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { userPath } from './user-list-path.ts';

type Props = { found: StaffObjection; onChange: () => void };

/** An objection: the decision, what the person concerned says, and what the moderator can do. */
export function ObjectionRow({ found, onChange }: Props) {
  const { id, decision, author, decided, obstacle } = found;
  const { target } = decision;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the list work on the case that has the focus
    <article data-case tabIndex={0} aria-labelledby={`objection-${id}`} className="rounded-sm py-5">
      <Badge>{decisionTexts[decision.action]}</Badge>
      <h2 id={`objection-${id}`} className="mt-2 font-sans text-base font-semibold wrap-anywhere">
        {target.name}
      </h2>
      <MetadataList className="mt-1 text-xs text-muted">
        <TextLink to={userPath(author.id)}>
          {interpolate(messages.author, { name: displayName(author) })}
        </TextLink>
        {found.target_slug && (
          <TextLink
            to={`/posts/${found.target_slug}${target.kind === 'comment' ? `#comment-${target.id}` : ''}`}
          >
            {messages.toText}
          </TextLink>
        )}
      </MetadataList>
      {found.target_text && (
        <p className="mt-3 line-clamp-6 border-l-2 border-rule pl-3 text-sm wrap-anywhere whitespace-pre-line text-soft">
          {found.target_text}
        </p>
      )}
      <p className="mt-3 text-sm wrap-anywhere">{describeDecision(found)}</p>
      <h3 className="mt-3 font-sans text-sm font-semibold">
        {interpolate(messages.objected, { date: dateAndTime(found.created_at) })}
      </h3>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">{found.text}</p>
      {decided ? (
        <p className="mt-3 text-sm wrap-anywhere text-soft">
          {interpolate(found.decided_by ? messages.closedBy : messages.closedAt, {
            outcome: messages.outcomes[decided.outcome],
            date: dateAndTime(decided.at),
            name: found.decided_by ? displayName(found.decided_by) : '',
            reason: decided.reason,
          })}
        </p>
      ) : obstacle ? (
        <div className="mt-4">
          <Notice>{messages.obstacles[obstacle]}</Notice>
        </div>
      ) : (
        <Controls found={found} onChange={onChange} />
      )}
    </article>
  );
}

function describeDecision({ decision }: StaffObjection): string {
  const { moderator, rule, reason, created_at: createdAt } = decision;
  const what = interpolate(moderator ? messages.decided : messages.decidedBySite, {
    date: dateAndTime(createdAt),
    name: moderator ? displayName(moderator) : '',
    rule: rule ? `${ruleTitles[rule]}.` : '',
  });
  return reason ? `${what} ${interpolate(messages.reason, { reason })}` : what;
}

function Controls({ found, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  // The dialog keeps its texts while it closes.
  const [outcome, setOutcome] = useState<'overturned' | 'upheld'>('upheld');
  const { isBusy, run } = useAction();
  const isOverturning = outcome === 'overturned';

  async function decide(reason: string): Promise<void> {
    const params = { id: String(found.id) };
    await run(
      () => getBrowserClient().api.call('decideObjection', { params, body: { outcome, reason } }),
      messages.done,
    );
    setOpen(false);
    // After an error too: another moderator may have decided first.
    onChange();
  }
  const ask = (next: 'overturned' | 'upheld') => {
    setOutcome(next);
    setOpen(true);
  };

  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <Button size="sm" variant="secondary" data-key="KeyO" onClick={() => ask('overturned')}>
        {messages.overturn}
      </Button>
      <Button size="sm" variant="secondary" data-key="KeyU" onClick={() => ask('upheld')}>
        {messages.uphold}
      </Button>
      <ReasonDialog
        key={outcome}
        open={isOpen}
        onOpenChange={setOpen}
        title={isOverturning ? messages.overturnTitle : messages.upholdTitle}
        description={isOverturning ? messages.overturnText : messages.upholdText}
        confirmLabel={isOverturning ? messages.overturn : messages.uphold}
        reasonHint={messages.reasonHint}
        isReasonRequired
        busy={isBusy}
        onConfirm={(reason) => void decide(reason)}
      />
    </div>
  );
}
