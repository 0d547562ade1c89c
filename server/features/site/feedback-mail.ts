import type { FeedbackKind } from '#contract/site.ts';
import { type Html, html } from '#server/platform/mail/html.ts';
import { feedbackKinds, feedbackMail as texts } from '#text/ru/feedback.ts';
import { site } from '#text/ru/site.ts';

type Letter = { name: string; email: string; kind: FeedbackKind; message: string; username: string | null };

/** What a reader has written, for the editorial office. */
export function feedbackMail({ name, email, kind, message, username }: Letter): {
  subject: string;
  body: Html;
} {
  const paragraphs = message.split(/\r?\n/).map((line) => html`${line}<br>`);
  return {
    // A header is one line, and a name may hold whatever a reader has typed.
    subject: texts.subject(site.name, feedbackKinds[kind], name.replace(/\s+/g, ' ')),
    body: html`<!doctype html>
<html lang="ru">
<body>
<p>${texts.from(name, email)}${username === null ? '' : html`<br>${texts.account(username)}`}<br>
${texts.kind(feedbackKinds[kind])}</p>
<p>${{ html: paragraphs.map((line) => line.html).join('\n') }}</p>
<p>${texts.howToAnswer}</p>
</body>
</html>`,
  };
}
