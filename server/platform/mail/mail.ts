import { hostname } from 'node:os';
import type { Html } from '../html.ts';
import type { MailServer, Transport } from './transport.ts';

export type MailMessage = {
  /** The same for every run of the job of one mail, so that receivers drop duplicates. */
  id: string;
  to: string;
  /** Receiver of a reply, if it is not the site. */
  replyTo?: string;
  subject: string;
  body: Html;
};

export type Mail = { send(message: MailMessage): Promise<void>; close(): void };

/** Sends mails through a mail server, or without one writes them to a folder, one file each, for developers. */
export function createMail(options: {
  smtpUrl: string | undefined;
  from: string;
  senderName: string;
  folder: string;
  /** Called with what the mail server says that it can do, when it has accepted a mail. */
  onServer?(server: MailServer): Promise<void>;
}): Mail {
  let opening: Promise<Transport> | undefined;
  const domain = options.from.split('@')[1] ?? hostname();
  return {
    async send({ id, to, replyTo, subject, body }) {
      // Headers are lines, so user input must not start a new one.
      if (/[\r\n]/.test(`${id}${to}${replyTo}${subject}`))
        throw new Error('a mail header may not hold a line break');
      // Loaded for the first mail: the mail libraries need more memory than the rest of the platform.
      opening ??= import('./transport.ts').then(({ openTransport }) => openTransport(options));
      const transport = await opening;
      await transport.send(
        {
          messageId: `<${id}@${domain}>`,
          from: { name: options.senderName, address: options.from },
          // As an object: a string with a comma would be several addresses.
          to: { name: '', address: to },
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          subject,
          html: body.markup,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        },
        id,
      );
    },
    close: () => void opening?.then((transport) => transport.close()),
  };
}
