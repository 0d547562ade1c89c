import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from './test-app.ts';

/** The links to a page of the site in all stored e-mails. */
export async function findMailLinks(app: TestApp, page: string): Promise<string[]> {
  await app.runJobs();
  const folder = join(app.dataDir, 'mail');
  const texts = readdirSync(folder).map((file) => decodeParts(readFileSync(join(folder, file), 'utf8')));
  const links = texts.flatMap(
    (text) => text.match(new RegExp(`${app.origin}${page}#token=[\\w-]+`, 'g')) ?? [],
  );
  return [...new Set(links)];
}

/** Decodes the quoted-printable and base64 parts of an e-mail. */
function decodeParts(mail: string): string {
  const quoted = mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  const encoded = mail.matchAll(/base64\r?\n(?:[\w-]+:.*\r?\n)*\r?\n([\w+/=\r\n]+)/g);
  return [quoted, ...Array.from(encoded, ([, body = '']) => Buffer.from(body, 'base64').toString())].join(
    '\n',
  );
}
