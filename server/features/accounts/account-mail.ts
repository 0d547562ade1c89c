import { type Html, html } from '#server/platform/mail/html.ts';
import { greetingName } from '#server/platform/mail/plain-words.ts';
import { accountMail as texts } from '#text/ru/account-mail.ts';
import { site } from '#text/ru/site.ts';

export type AccountMail = { subject: string; body: Html };
type Values = { username: string; link: string };

/** The email that asks the owner of an address to confirm it. */
export const verificationMail = (values: Values): AccountMail => ({
  subject: texts.verifySubject(site.name),
  body: letter(values, {
    text: texts.verifyText(site.name),
    invitation: texts.verifyLink,
    note: texts.verifyNote,
  }),
});

/** The email with the link to set a new password. */
export const passwordResetMail = (values: Values): AccountMail => ({
  subject: texts.resetSubject(site.name),
  body: letter(values, {
    text: texts.resetText(site.name),
    invitation: texts.resetLink,
    note: texts.resetNote,
  }),
});

type Letter = { text: string; invitation: string; note: string };

const letter = ({ username, link }: Values, { text, invitation, note }: Letter): Html => html`<!doctype html>
<html lang="ru">
<body>
<p>${texts.greeting(greetingName(username))}</p>
<p>${text}</p>
<p>${invitation}<br><a href="${link}">${link}</a></p>
<p>${note}</p>
<p>${texts.signature(site.name)}</p>
</body>
</html>`;
