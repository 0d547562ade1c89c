import type { FeedbackKind } from '#contract/site.ts';
import { type Html, html } from '#server/platform/mail/html.ts';
import { unlinked } from '#server/platform/mail/plain-words.ts';
import { feedbackKinds, feedbackMail as texts } from '#text/ru/feedback.ts';
import { site } from '#text/ru/site.ts';

type Letter = { name: string; email: string; kind: FeedbackKind; message: string; username: string | null };

/** The email with feedback for the editors. The message is unchanged; names are written so that they become no links. */
export function feedbackMail({ name, email, kind, message, username }: Letter): {
  subject: string;
  body: Html;
} {
  const paragraphs = message.split(/\r?\n/).map((line) => html`${line}<br>`);
  return {
    subject: texts.subject(site.name, feedbackKinds[kind], unlinked(name)),
    body: html`<!doctype html>
<html lang="ru">
<body>
<p>${texts.from(unlinked(name), email)}${username === null ? '' : html`<br>${texts.account(unlinked(username))}`}<br>
${texts.kind(feedbackKinds[kind])}</p>
<p>${{ html: paragraphs.map((line) => line.html).join('\n') }}</p>
<p>${texts.howToAnswer}</p>
</body>
</html>`,
  };
}
