import { z } from 'zod';
import { fullDate } from '#locales/format.ts';
import { deletionMail as texts } from '#locales/ru/account-deletion.ts';
import { html } from '#server/platform/html.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { labelledLink, personalMailLayout } from '#server/platform/mail/mail-layout.ts';
import type { AccountEmail } from './account-mail.ts';

export const deletionMailJob = 'accounts.send-deletion-mail';

/** With the address: when the last mail is sent, the account has none. */
export const deletionMailPayload = z.object({
  id: z.uuid(),
  event: z.enum(['requested', 'cancelled', 'deleted']),
  to: z.string(),
  username: z.string(),
  dueAt: z.iso.datetime().optional(),
  texts: z.enum(['keep', 'remove']).optional(),
});
export type DeletionMail = z.infer<typeof deletionMailPayload>;

type Site = { siteName: string; publicUrl: string };

export const createDeletionMails = ({ mail, ...site }: Site & { mail: Pick<Mail, 'send'> }) => ({
  send: (message: DeletionMail): Promise<void> =>
    mail.send({ id: message.id, to: message.to, ...renderDeletionMail(message, site) }),
});

function renderDeletionMail(message: DeletionMail, { siteName, publicUrl }: Site): AccountEmail {
  const { event, dueAt, texts: choice } = message;
  const link =
    event === 'requested'
      ? [labelledLink(texts.cancelLink, `${publicUrl}/login`), html`${texts.stranger}`]
      : event === 'cancelled'
        ? [labelledLink(texts.securityLink, `${publicUrl}/security`)]
        : [html`${texts.deletedPayments}`];
  return {
    subject: texts.subject(event, siteName),
    body: personalMailLayout({ username: message.username, siteName }, [
      html`${texts.text(event, { siteName, day: dueAt === undefined ? '' : fullDate(dueAt) })}`,
      ...(choice === undefined ? [] : [html`${texts.choice[choice]}`]),
      ...link,
    ]),
  };
}
