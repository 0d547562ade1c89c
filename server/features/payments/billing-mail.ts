import { fullDate, price } from '#locales/format.ts';
import { billingMail as texts } from '#locales/ru/billing-mail.ts';
import { type Html, html } from '#server/platform/html.ts';
import { labelledLink, personalMailLayout } from '#server/platform/mail/mail-layout.ts';
import type { BillingEvent } from './billing-event.ts';

type MailContent = { subject: string; lines: string[] };

/** The e-mail of a billing event. */
export function createBillingMail(
  event: BillingEvent,
  { username, siteName, publicUrl }: { username: string; siteName: string; publicUrl: string },
): { subject: string; body: Html } {
  const { subject, lines } = getMailContent(event, siteName);
  const body = personalMailLayout({ username, siteName }, [
    ...lines.map((line) => html`${line}`),
    labelledLink(texts.link, `${publicUrl}/subscription`),
  ]);
  return { subject, body };
}

function getMailContent(event: BillingEvent, siteName: string): MailContent {
  switch (event.kind) {
    case 'paid': {
      const { amount, currency, endsAt } = event.data;
      const lines = [texts.paidText(price(amount, currency)), texts.paidUntil(fullDate(endsAt))];
      return { subject: texts.paidSubject(siteName), lines };
    }
    case 'payment_failed': {
      const { amount, currency } = event.data;
      const lines = [texts.failedText(price(amount, currency)), texts.failedNote];
      return { subject: texts.failedSubject(siteName), lines };
    }
    case 'refunded': {
      const { amount, currency, isWhole } = event.data;
      const lines = [
        texts.refundedText(price(amount, currency)),
        isWhole ? texts.refundedAll : texts.refundedPart,
      ];
      return { subject: texts.refundedSubject(siteName), lines };
    }
    case 'ending': {
      const { endsAt, daysLeft } = event.data;
      const lines = [texts.endingText(fullDate(endsAt), daysLeft), texts.endingNote];
      return { subject: texts.endingSubject(siteName, daysLeft), lines };
    }
    case 'expired':
      return {
        subject: texts.expiredSubject(siteName),
        lines: [texts.expiredText(fullDate(event.data.endsAt)), texts.expiredNote],
      };
  }
}
