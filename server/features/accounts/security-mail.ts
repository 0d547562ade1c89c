import { dateAndTime } from '#locales/format.ts';
import { securityMail as texts } from '#locales/ru/security-mail.ts';
import { html } from '#server/platform/html.ts';
import { withoutLinks } from '#server/platform/mail/link-free-text.ts';
import { labelledLink, personalMailLayout } from '#server/platform/mail/mail-layout.ts';
import type { AccountEmail } from './account-mail.ts';
import type { SecurityEvent } from './security-mail-service.ts';

type Values = { username: string; siteName: string; link: string; device: string; at: Date };

/** The mail about an event of the account, with its time and device and what to do if a stranger caused it. */
export function renderSecurityMail(event: SecurityEvent, values: Values): AccountEmail {
  const { subject, text } = texts.events[event];
  const { device, at, link, siteName } = values;
  return {
    subject: texts.subject(subject, siteName),
    body: personalMailLayout(values, [
      html`${text(siteName)}`,
      html`${texts.time(dateAndTime(at.toISOString()))}`,
      ...(device === '' ? [] : [html`${texts.device(withoutLinks(device))}`]),
      labelledLink(event === 'email-changed' ? texts.adviceOldAddress : texts.advice, link),
    ]),
  };
}
