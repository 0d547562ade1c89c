import { hostname } from 'node:os';
import type { Html } from './html.ts';
import type { Transport } from './transport.ts';

export type MailMessage = {
  /** The same for the same mail, however often its job runs: receivers drop the second one. */
  id: string;
  to: string;
  /** Whom an answer goes to, where that is not the site. */
  replyTo?: string;
  subject: string;
  body: Html;
};

export type Mail = { send(message: MailMessage): Promise<void>; close(): void };

/** Where mails go: to a mail server, or without one into a folder, a file each, for developers to read. */
export function createMail(options: {
  smtpUrl: string | undefined;
  from: string;
  senderName: string;
  folder: string;
}): Mail {
  let opening: Promise<Transport> | undefined;
  const domain = options.from.split('@')[1] ?? hostname();
  return {
    async send({ id, to, replyTo, subject, body }) {
      // Headers are lines: nothing that comes from a person may begin a new one.
      if (/[\r\n]/.test(`${id}${to}${replyTo}${subject}`))
        throw new Error('a mail header may not hold a line break');
      // Loaded for the first mail: what makes and sends them takes more memory than the rest of the platform.
      opening ??= import('./transport.ts').then(({ openTransport }) => openTransport(options));
      const transport = await opening;
      await transport.send(
        {
          messageId: `<${id}@${domain}>`,
          from: { name: options.senderName, address: options.from },
          // As an object: a list in the text would be several addresses.
          to: { name: '', address: to },
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          subject,
          html: body.html,
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
