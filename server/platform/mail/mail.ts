import { open, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { convert } from 'html-to-text';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import type { Html } from './html.ts';

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

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 30_000;
const wordwrap = 78;

/** Where mails go: to a mail server, or without one into a folder, a file each, for developers to read. */
export function createMail(options: {
  smtpUrl: string | undefined;
  from: string;
  senderName: string;
  folder: string;
}): Mail {
  const transport = options.smtpUrl === undefined ? fileTransport(options.folder) : smtp(options.smtpUrl);
  const domain = options.from.split('@')[1] ?? hostname();
  return {
    async send({ id, to, replyTo, subject, body }) {
      // Headers are lines: nothing that comes from a person may begin a new one.
      if (/[\r\n]/.test(`${id}${to}${replyTo}${subject}`))
        throw new Error('a mail header may not hold a line break');
      await transport.send(
        {
          messageId: `<${id}@${domain}>`,
          from: { name: options.senderName, address: options.from },
          // As an object: a list in the text would be several addresses.
          to: { name: '', address: to },
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          subject,
          html: body.html,
          text: convert(body.html, { wordwrap, selectors: [{ selector: 'a', options: linkOptions }] }),
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        },
        id,
      );
    },
    close: transport.close,
  };
}

/** An address that is shown already is not repeated in brackets. */
const linkOptions = { hideLinkHrefIfSameAsText: true };

type Transport = { send(mail: SendMailOptions, id: string): Promise<void>; close(): void };

function smtp(url: string): Transport {
  const transporter: Transporter = createTransport({
    url,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
  });
  return {
    async send(mail) {
      await transporter.sendMail(mail);
    },
    close: () => transporter.close(),
  };
}

function fileTransport(folder: string): Transport {
  const transporter = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail, id) {
      const { message } = await transporter.sendMail(mail);
      const path = join(folder, `${id}.eml`);
      const file = await open(`${path}.unfinished`, 'w', 0o600);
      try {
        await file.writeFile(message as Buffer);
      } finally {
        await file.close();
      }
      await rename(`${path}.unfinished`, path);
    },
    close: () => transporter.close(),
  };
}
