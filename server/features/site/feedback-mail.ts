import type { FeedbackKind } from '#contract/site.ts';
import { feedbackKinds } from '#locales/ru/feedback-kinds.ts';
import { feedbackMail as texts } from '#locales/ru/feedback-mail.ts';
import { type Html, html, joinHtml } from '#server/platform/html.ts';
import { withoutLinks } from '#server/platform/mail/link-free-text.ts';
import { mailLayout } from '#server/platform/mail/mail-layout.ts';

type FeedbackEmailInput = {
  siteName: string;
  name: string;
  email: string;
  kind: FeedbackKind;
  message: string;
  username: string | null;
};

/** The email with feedback for the editors. The message is unchanged; names are written so that they become no links. */
export function renderFeedbackEmail({ siteName, name, email, kind, message, username }: FeedbackEmailInput): {
  subject: string;
  body: Html;
} {
  const lines = message.split(/\r?\n/).map((line) => html`${line}<br>`);
  const account = username === null ? '' : html`<br>${texts.account(withoutLinks(username))}`;
  return {
    subject: texts.subject(siteName, feedbackKinds[kind], withoutLinks(name)),
    body: mailLayout([
      html`${texts.from(withoutLinks(name), email)}${account}<br>
${texts.kind(feedbackKinds[kind])}`,
      joinHtml(lines, '\n'),
      html`${texts.howToReply}`,
    ]),
  };
}
