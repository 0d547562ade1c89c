import type { FeedbackKind } from '#contract/site.ts';
import { feedbackKinds } from '#locales/ru/feedback-kinds.ts';
import { feedbackMail as texts } from '#locales/ru/feedback-mail.ts';
import * as site from '#locales/ru/site.ts';
import { type Html, html } from '#server/platform/mail/html.ts';
import { withoutLinks } from '#server/platform/mail/link-free-text.ts';

type FeedbackEmailInput = {
  name: string;
  email: string;
  kind: FeedbackKind;
  message: string;
  username: string | null;
};

/** The email with feedback for the editors. The message is unchanged; names are written so that they become no links. */
export function renderFeedbackEmail({ name, email, kind, message, username }: FeedbackEmailInput): {
  subject: string;
  body: Html;
} {
  const paragraphs = message.split(/\r?\n/).map((line) => html`${line}<br>`);
  return {
    subject: texts.subject(site.name, feedbackKinds[kind], withoutLinks(name)),
    body: html`<!doctype html>
<html lang="ru">
<body>
<p>${texts.from(withoutLinks(name), email)}${username === null ? '' : html`<br>${texts.account(withoutLinks(username))}`}<br>
${texts.kind(feedbackKinds[kind])}</p>
<p>${{ html: paragraphs.map((line) => line.html).join('\n') }}</p>
<p>${texts.howToAnswer}</p>
</body>
</html>`,
  };
}
