import { dateAndTime } from '#locales/format.ts';
import { decisionMail as texts } from '#locales/ru/decision-mail.ts';
import { decisionTexts } from '#locales/ru/decisions.ts';
import { ruleTitles } from '#locales/ru/rules.ts';
import { type Html, html } from '#server/platform/html.ts';
import { withoutLinks } from '#server/platform/mail/link-free-text.ts';
import { labelledLink, personalMailLayout } from '#server/platform/mail/mail-layout.ts';
import type { SiteIdentity } from '#server/platform/site-identity.ts';
import { type Decision, objectionDeadline } from './decision.ts';
import type { DecisionNotification } from './decision-service.ts';

type Values = {
  username: string;
  /** Whether the person concerned can log in. */
  isActive: boolean;
  identity: Pick<SiteIdentity, 'name' | 'email'>;
  publicUrl: string;
  kind: DecisionNotification;
  now: Date;
};

/** The e-mail that explains a decision, its end, or the outcome of an objection to the person whom it concerns. */
export function createDecisionMail(
  decision: Decision,
  { username, isActive, identity, publicUrl, kind, now }: Values,
): { subject: string; body: Html } {
  const what = `${decisionTexts[decision.action]}: ${withoutLinks(decision.target.name)}`;
  const lines = linesOf(decision, kind, now);
  return {
    subject: texts.subjects[kind](identity.name),
    body: personalMailLayout({ username, siteName: identity.name }, [
      html`${what}`,
      ...lines.map((line) => html`${line}`),
      ...(isActive
        ? [labelledLink(texts.link, `${publicUrl}/decisions`)]
        : [
            html`${texts.disabled}`,
            ...(identity.email ? [html`${texts.address(identity.email)}`] : []),
            labelledLink(texts.feedback, `${publicUrl}/feedback`),
          ]),
    ]),
  };
}

function linesOf(decision: Decision, kind: DecisionNotification, now: Date): string[] {
  const { rule, reason, until, objection } = decision;
  const dateOf = (date: Date) => dateAndTime(date.toISOString());
  const why = (text: string) => (text ? [texts.reason(withoutLinks(text))] : []);
  if (kind === 'moderation_end') return [texts.ended];
  if (kind === 'objection_upheld') return [texts.upheld, ...why(objection?.decided?.reason ?? '')];
  if (kind === 'objection_overturned') return [texts.overturned, ...why(objection?.decided?.reason ?? '')];
  const deadline = objectionDeadline(decision, now);
  return [
    ...(rule ? [texts.rule(ruleTitles[rule])] : []),
    ...why(reason),
    ...(until ? [texts.until(dateOf(until))] : []),
    ...(deadline && decision.action !== 'disable' ? [texts.objection(dateOf(deadline))] : []),
  ];
}
