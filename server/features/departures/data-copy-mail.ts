import { z } from 'zod';
import { fullDate } from '#locales/format.ts';
import { dataCopy as texts } from '#locales/ru/data-copy-files.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import { html } from '#server/platform/html.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { labelledLink, personalMailLayout } from '#server/platform/mail/mail-layout.ts';
import type { DataCopy } from './data-copy-service.ts';

export const dataCopyMailJob = 'departures.send-data-copy-mail';
export const dataCopyPayload = z.object({ id: z.uuid() });

type Deps = {
  find(id: string): Promise<DataCopy | undefined>;
  accounts: Pick<Accounts, 'find'>;
  mail: Pick<Mail, 'send'>;
  siteName: string;
  publicUrl: string;
};

/** Tells the owner that a copy is ready. The link leads to the profile: the mail itself gives nobody the data. */
export async function sendDataCopyMail(deps: Deps, id: string): Promise<void> {
  const copy = await deps.find(id);
  const account = copy && (await deps.accounts.find(copy.accountId));
  if (!account || !copy.expiresAt) return;
  const { siteName, publicUrl } = deps;
  await deps.mail.send({
    id,
    to: account.email,
    subject: texts.mailSubject(siteName),
    body: personalMailLayout({ username: account.username, siteName }, [
      html`${texts.mailText(siteName, fullDate(copy.expiresAt.toISOString()))}`,
      labelledLink(texts.mailLink, `${publicUrl}/profile`),
      html`${texts.mailStranger}`,
    ]),
  });
}
