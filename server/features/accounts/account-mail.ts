import { accountMail as texts } from '#locales/ru/account-mail.ts';
import * as site from '#locales/ru/site.ts';
import { type Html, html } from '#server/platform/html.ts';
import { labelledLink, personalMailLayout } from '#server/platform/mail/mail-layout.ts';

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

const renderEmail = ({ username, link }: Values, { text, linkLabel, note }: EmailTexts): Html =>
  personalMailLayout({ username, siteName: site.name }, [
    html`${text}`,
    labelledLink(linkLabel, link),
    html`${note}`,
  ]);
