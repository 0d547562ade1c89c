import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html } from '../html.ts';
import { createMail } from './mail.ts';
import type { MailServer } from './transport.ts';

const folder = mkdtempSync(join(tmpdir(), 'news-site-mail-'));
afterAll(() => rmSync(folder, { recursive: true }));

const message = {
  id: 'c0ffee',
  to: 'anna@example.com',
  subject: 'Подтвердите адрес',
  body: html`<p>Здравствуйте!</p><p>Ссылка:<br><a href="https://news.example/x?token=1">https://news.example/x?token=1</a></p>`,
};
const from = { from: 'no-reply@news.example', senderName: 'News Site' };
const headersOf = (mail: string) => mail.split('\n\n')[0] ?? '';
const isBase64 = (part: string) => /^Content-Transfer-Encoding: base64$/m.test(part);
const decodeQuotedPrintable = (text: string) =>
  Buffer.from(
    text
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString();

/** The decoded text part and HTML part of a mail. */
function decodeParts(mail: string): string[] {
  const boundary = /boundary="(.*)"/.exec(mail)?.[1] ?? '';
  return mail
    .split(`--${boundary}`)
    .slice(1, 3)
    .map((part) => {
      const content = part.slice(part.indexOf('\n\n') + 2).trimEnd();
      return isBase64(part) ? Buffer.from(content, 'base64').toString() : decodeQuotedPrintable(content);
    });
}

describe('without a mail server', () => {
  const mail = createMail({ smtpUrl: undefined, folder, ...from });

  it('writes one file for each mail and replaces it when the mail is sent again', async () => {
    await mail.send(message);
    await mail.send(message);
    expect(readdirSync(folder)).toEqual(['c0ffee.eml']);
    const file = readFileSync(join(folder, 'c0ffee.eml'), 'utf8');
    expect(headersOf(file)).toContain('Message-ID: <c0ffee@news.example>');
    expect(headersOf(file)).toContain('From: News Site <no-reply@news.example>');
    expect(headersOf(file)).toContain('To: anna@example.com');
    const [text = '', page = ''] = decodeParts(file);
    expect(text).toBe('Здравствуйте!\n\nСсылка:\nhttps://news.example/x?token=1');
    expect(page).toBe(message.body.markup);
  });

  it.each([
    ['to', 'a@b.ru\r\nBcc: victim@example.com'],
    ['to', 'a@b.ru\nBcc: victim@example.com'],
    ['subject', 'Тема\r\nBcc: victim@example.com'],
    ['id', 'x\r\nBcc: victim@example.com'],
  ])('refuses a line break in the header field %s', async (field, value) => {
    const before = readdirSync(folder);
    await expect(mail.send({ ...message, [field]: value })).rejects.toThrow('line break');
    expect(readdirSync(folder)).toEqual(before);
  });

  it.each(['a@b.ru, victim@example.com', 'a@b.ru; victim@example.com', '"x" <victim@example.com>'])(
    'sends to no additional recipient for "%s"',
    async (to) => {
      await mail.send({ ...message, id: 'many', to });
      const recipients = /^To: (.*)$/m.exec(readFileSync(join(folder, 'many.eml'), 'utf8'))?.[1] ?? '';
      expect(recipients.match(/@/g)?.length ?? 0).toBeLessThanOrEqual(2);
      expect(recipients).not.toMatch(/(^|[,\s])victim@example\.com($|[,\s])/);
    },
  );
});

describe('with a mail server', () => {
  const received: string[] = [];
  let server: Server;
  let isRefusing = false;
  let greeting = '250 ok';

  /** The minimum of SMTP that a client needs to send a mail. */
  function serveSmtp(socket: Socket): void {
    let lines = '';
    let isData = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      lines += chunk;
      if (isData) {
        if (!lines.endsWith('\r\n.\r\n')) return;
        received.push(lines);
        isData = false;
        socket.write('250 taken\r\n');
      } else if (/^DATA/m.test(lines)) {
        isData = true;
        socket.write('354 go on\r\n');
      } else if (/^EHLO/m.test(lines)) socket.write(`${greeting}\r\n`);
      else if (/^RCPT/m.test(lines) && isRefusing) socket.write('451 later\r\n');
      else socket.write('250 ok\r\n');
      lines = '';
    });
    socket.on('error', () => undefined);
  }

  beforeAll(async () => {
    server = createServer(serveSmtp).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  const connect = (onServer?: (server: MailServer) => Promise<void>) =>
    createMail({
      smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      folder,
      ...from,
      ...(onServer && { onServer }),
    });

  it('sends the mail', async () => {
    const mail = connect();
    await mail.send(message);
    mail.close();
    expect(received).toHaveLength(1);
    expect(received[0]).toContain('Message-ID: <c0ffee@news.example>');
  });

  it.each([
    ['250 ok', false],
    ['250-test\r\n250 8BITMIME', false],
    ['250-test\r\n250-8BITMIME\r\n250 SMTPUTF8', true],
  ])('tells from the greeting %j whether the server has SMTPUTF8', async (said, acceptsUnicodeNames) => {
    greeting = said;
    const servers: MailServer[] = [];
    const mail = connect(async (server) => void servers.push(server));
    await mail.send(message);
    mail.close();
    expect(servers).toEqual([{ acceptsUnicodeNames }]);
    received.length = 1;
  });

  it('fails when the server refuses the mail, so that the job is retried', async () => {
    const mail = connect();
    isRefusing = true;
    await expect(mail.send(message)).rejects.toThrow('later');
    isRefusing = false;
    mail.close();
    expect(received).toHaveLength(1);
  });
});
