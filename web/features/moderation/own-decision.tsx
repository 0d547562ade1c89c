import type { ReactNode } from 'react';
import type { Decision } from '#contract/moderation.ts';
import { countOf, dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as messages from '#locales/ru/decisions.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { ruleTitles } from '#locales/ru/rules.ts';
import { rulePath } from '#web/paths/rule-path.ts';
import { Badge } from '#web/ui/badge.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { ObjectionForm } from './objection-form.tsx';

type Props = { decision: Decision; onChange: () => void };

/** A decision for the person whom it concerns: what such a person asks. */
export function OwnDecision({ decision, onChange }: Props) {
  const { id, action, target, rule, reason, is_active: isActive, objection } = decision;
  const date = dateAndTime(decision.created_at);
  return (
    <article className="py-6" aria-labelledby={`decision-${id}`}>
      <Badge tone={isActive ? 'warning' : 'neutral'}>{isActive ? messages.active : messages.past}</Badge>
      <h2 id={`decision-${id}`} tabIndex={-1} className="mt-2 text-xl outline-none">
        {messages.decisionTexts[action]}
      </h2>
      <dl className="mt-3 flex flex-col gap-2">
        <Row label={messages.targets[target.kind]}>{target.name}</Row>
        <Row label={messages.reason}>{reason || messages.noReason}</Row>
        <Row label={messages.rule}>
          {rule ? <TextLink to={rulePath(rule)}>{ruleTitles[rule]}</TextLink> : messages.noRule}
        </Row>
        <Row label={messages.decidedBy}>{interpolate(messages.deciders[decision.decided_by], { date })}</Row>
        <Row label={messages.seen}>
          {visibilityOf(decision)} {messages.decisionSeen}
        </Row>
        <Row label={messages.effect}>{isActive ? messages.effects[action] : messages.noEffect}</Row>
        <Row label={messages.term}>{termOf(decision)}</Row>
        <Row label={messages.object}>{objectionRight(decision)}</Row>
        <Row label={messages.objectionState}>{objectionState(decision)}</Row>
        <Row label={messages.ask}>
          {messages.askText} <TextLink to="/feedback">{messages.askLink}</TextLink>.
        </Row>
      </dl>
      {objection && (
        <blockquote className="mt-4 border-l-2 border-rule-strong pl-4">
          <p className="text-sm text-muted">{messages.ownWords}</p>
          <p className="mt-1 wrap-anywhere whitespace-pre-line">{objection.text}</p>
        </blockquote>
      )}
      {decision.objection_until && (
        <ObjectionForm
          decisionId={id}
          onSent={() => {
            // The form disappears together with the focus.
            document.getElementById(`decision-${id}`)?.focus();
            onChange();
          }}
        />
      )}
    </article>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="wrap-anywhere sm:grid sm:grid-cols-[11rem_1fr] sm:gap-x-4">
      <dt className="text-sm text-muted sm:pt-0.5">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function visibilityOf({ action, is_active: isActive, texts_count: textsCount }: Decision): string {
  if (!isActive && (action === 'hide' || action === 'hide-texts')) return messages.visibleAgain;
  return interpolate(messages.visibility[action], { count: countOf(textsCount, nouns.text) });
}

function termOf({ until, ended, is_active: isActive }: Decision): string {
  if (ended) return `${interpolate(messages.ended, { date: dateAndTime(ended.at) })} ${ended.reason}`.trim();
  if (until === null) return messages.noTerm;
  return interpolate(isActive ? messages.until : messages.over, { date: dateAndTime(until) });
}

function objectionRight({ action, objection, objection_until: until }: Decision): string {
  if (until) return interpolate(messages.objectUntil, { date: dateAndTime(until) });
  if (objection) return messages.objectOnce;
  return action === 'leave' ? messages.objectNever : messages.objectLate;
}

function objectionState({ objection }: Decision): string {
  if (!objection) return messages.noObjection;
  const { decided, created_at: createdAt } = objection;
  if (!decided) return interpolate(messages.pending, { date: dateAndTime(createdAt) });
  const { outcome, at, reason } = decided;
  return interpolate(messages.replies[outcome], { date: dateAndTime(at), reason });
}
