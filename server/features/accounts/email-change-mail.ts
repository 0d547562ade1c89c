import { securityMail as texts } from '#locales/ru/security-mail.ts';
import { html } from '#server/platform/html.ts';
import { labelledLink, mailLayout, personalMailLayout } from '#server/platform/mail/mail-layout.ts';
import type { AccountEmail } from './account-mail.ts';

type Values = {
  username: string;
  siteName: string;
  newEmail: string;
  /** Undefined if the present address was never confirmed. */
  oldLink: string | undefined;
  /** Undefined if the new address has another account. */
  newLink: string | undefined;
  securityLink: string;
};

/** The mails about a requested change, to the present and to the new address. */
export function renderChangeMails(values: Values): { old: AccountEmail; new: AccountEmail } {
  const { siteName, newEmail, oldLink, newLink, securityLink } = values;
  const subject = texts.changeSubject(siteName);
  return {
    old: {
      subject,
      body: personalMailLayout(
        values,
        oldLink === undefined
          ? [
              html`${texts.changeOldText(siteName, newEmail)}`,
              html`${texts.changeUnverifiedNote}`,
              html`${securityLink}`,
            ]
          : [
              html`${texts.changeOldText(siteName, newEmail)}`,
              labelledLink(texts.changeOldLink, oldLink),
              html`${texts.changeOldNote}`,
            ],
      ),
    },
    // Without the name: a stranger may have typed this address.
    new: {
      subject,
      body: mailLayout(
        newLink === undefined
          ? [html`${texts.changeTakenText(siteName)}`]
          : [
              html`${texts.changeNewText(siteName)}`,
              labelledLink(texts.changeNewLink, newLink),
              html`${texts.changeNewNote}`,
            ],
      ),
    },
  };
}
