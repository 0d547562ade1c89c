import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const secretBytes = 32;

/** A fresh 256-bit secret that is safe in a URL and in a file. */
export const randomSecret = (): string => randomBytes(secretBytes).toString('base64url');

/** SHA-256: enough for random 256-bit tokens, which nobody can guess; passwords get Argon2id instead. */
export const sha256 = (value: string): Buffer => createHash('sha256').update(value).digest();

/** HMAC-SHA256 in lower-case hexadecimal. */
export const hmacHex = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** A secret for one purpose, made of the site's own: what leaks of the one says nothing of the others. */
export const derivedSecret = (secret: string, purpose: string): string =>
  hmacHex(secret, `purpose:${purpose}`);

/** Compares in a time that does not tell where the difference is. */
export const isSameText = (left: string, right: string): boolean =>
  timingSafeEqual(sha256(left), sha256(right));

/** Reads a secret from a file, or makes it there (mode 0600) when this is the first start. */
export async function loadOrCreateSecret(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(randomSecret());
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}
