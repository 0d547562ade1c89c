import { personalMail as texts } from '#locales/ru/personal-mail.ts';
import { type Html, html, joinHtml } from '../html.ts';
import { greetingName } from './link-free-text.ts';

/** The HTML document of a mail with these paragraphs. */
export const mailLayout = (paragraphs: readonly Html[]): Html => html`<!doctype html>
<html lang="ru">
<body>
${joinHtml(
  paragraphs.map((paragraph) => html`<p>${paragraph}</p>`),
  '\n',
)}
</body>
</html>`;

/** A mail to a user: these paragraphs between the greeting and the signature. */
export const personalMailLayout = (
  { username, siteName }: { username: string; siteName: string },
  paragraphs: readonly Html[],
): Html =>
  mailLayout([
    html`${texts.greeting(greetingName(username))}`,
    ...paragraphs,
    html`${texts.signature(siteName)}`,
  ]);

/** A paragraph with a label and a link that shows its URL, so that it can also be copied. */
export const labelledLink = (label: string, url: string): Html =>
  html`${label}<br><a href="${url}">${url}</a>`;
