import { accountMail as texts } from '#locales/ru/account-mail.ts';
import { type Html, html } from '#server/platform/html.ts';
import { labelledLink, personalMailLayout } from '#server/platform/mail/mail-layout.ts';

export type AccountEmail = { subject: string; body: Html };
type Values = { username: string; siteName: string; link: string };

/** The email that asks the owner of an address to confirm it. */
export const renderVerificationEmail = (values: Values): AccountEmail => ({
  subject: texts.verifySubject(values.siteName),
  body: renderEmail(values, {
    text: texts.verifyText(values.siteName),
    linkLabel: texts.verifyLink,
    note: texts.verifyNote,
  }),
});

/** The email with the link to set a new password. */
export const renderPasswordResetEmail = (values: Values): AccountEmail => ({
  subject: texts.resetSubject(values.siteName),
  body: renderEmail(values, {
    text: texts.resetText(values.siteName),
    linkLabel: texts.resetLink,
    note: texts.resetNote,
  }),
});

type EmailTexts = { text: string; linkLabel: string; note: string };

const renderEmail = ({ username, siteName, link }: Values, { text, linkLabel, note }: EmailTexts): Html =>
  personalMailLayout({ username, siteName }, [html`${text}`, labelledLink(linkLabel, link), html`${note}`]);
