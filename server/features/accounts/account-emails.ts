import { accountMail as texts } from '#locales/ru/account-mail.ts';
import * as site from '#locales/ru/site.ts';
import { type Html, html } from '#server/platform/mail/html.ts';
import { greetingName } from '#server/platform/mail/link-free-text.ts';

export type AccountEmail = { subject: string; body: Html };
type Values = { username: string; link: string };

/** The email that asks the owner of an address to confirm it. */
export const renderVerificationEmail = (values: Values): AccountEmail => ({
  subject: texts.verifySubject(site.name),
  body: renderEmail(values, {
    text: texts.verifyText(site.name),
    linkLabel: texts.verifyLink,
    note: texts.verifyNote,
  }),
});

/** The email with the link to set a new password. */
export const renderPasswordResetEmail = (values: Values): AccountEmail => ({
  subject: texts.resetSubject(site.name),
  body: renderEmail(values, {
    text: texts.resetText(site.name),
    linkLabel: texts.resetLink,
    note: texts.resetNote,
  }),
});

type EmailTexts = { text: string; linkLabel: string; note: string };

const renderEmail = (
  { username, link }: Values,
  { text, linkLabel, note }: EmailTexts,
): Html => html`<!doctype html>
<html lang="ru">
<body>
<p>${texts.greeting(greetingName(username))}</p>
<p>${text}</p>
<p>${linkLabel}<br><a href="${link}">${link}</a></p>
<p>${note}</p>
<p>${texts.signature(site.name)}</p>
</body>
</html>`;
