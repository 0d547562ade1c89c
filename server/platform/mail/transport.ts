import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { convert } from 'html-to-text';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { processLimits } from '../process-limits.ts';

export type Transport = {
  /** Adds a plain-text part for programs that show no HTML. */
  send(email: Email, id: string): Promise<void>;
  close(): void;
};
/** Whether it accepts addresses with letters outside ASCII before the @ (SMTPUTF8). */
export type MailServer = { acceptsUnicodeNames: boolean };
type TransportOptions = {
  smtpUrl: string | undefined;
  folder: string;
  onServer?(server: MailServer): Promise<void>;
};
type Email = SendMailOptions & { html: string };

const wordwrap = 78;
/** The text part does not repeat a URL in brackets when the link shows it. */
const linkOptions = { hideLinkHrefIfSameAsText: true };
const toText = (html: string) =>
  convert(html, { wordwrap, selectors: [{ selector: 'a', options: linkOptions }] });

/** Opens the transport to a mail server, or without one to a folder. */
export const openTransport = ({ smtpUrl, folder, onServer }: TransportOptions): Transport =>
  smtpUrl === undefined ? fileTransport(folder) : smtpTransport(smtpUrl, onServer);

function smtpTransport(url: string, onServer: TransportOptions['onServer']): Transport {
  const transporter = createTransport({
    url,
    connectionTimeout: processLimits.mailGreeting,
    greetingTimeout: processLimits.mailGreeting,
    socketTimeout: processLimits.mailPause,
  });
  return {
    async send(email) {
      const { ehlo = [] } = await transporter.sendMail({ ...email, text: toText(email.html) });
      await onServer?.({ acceptsUnicodeNames: ehlo.some((line) => /^smtputf8\b/i.test(line)) });
    },
    close: () => transporter.close(),
  };
}

function fileTransport(folder: string): Transport {
  const transporter = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(email, id) {
      const { message } = await transporter.sendMail({ ...email, text: toText(email.html) });
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
