import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const secretBytes = 32;

/** A fresh 256-bit secret that is safe in a URL and in a file. */
export const randomSecret = (): string => randomBytes(secretBytes).toString('base64url');

/** SHA-256: enough for random 256-bit tokens, which nobody can guess; passwords get Argon2id instead. */
export const sha256 = (value: string): Buffer => createHash('sha256').update(value).digest();

/** A hash that nobody can make or check without the secret; `text` begins with what it is for. */
export const keyedHash = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest();

/** HMAC-SHA256 in lower-case hexadecimal. */
export const hmacHex = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** A secret for one purpose, made of the site's own: what leaks of the one says nothing of the others. */
export const derivedSecret = (secret: string, purpose: string): string =>
  hmacHex(secret, `purpose:${purpose}`);

/** Compares in a time that does not tell where the difference is. */
export const isSameText = (left: string, right: string): boolean =>
  timingSafeEqual(sha256(left), sha256(right));

/** A secret file that cannot be used; the message is one line for the operator. */
export class SecretError extends Error {
  override name = 'SecretError';
}

/**
 * Reads a secret from a file, or makes it there (mode 0600) when this is the first start: whole or not at all, since a
 * file that a kill left short would let anybody sign tokens.
 */
export async function loadOrCreateSecret(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) await createSecret(path);
  const secret = (await readFile(path, 'utf8')).trim();
  if (Buffer.byteLength(secret) < secretBytes)
    throw new SecretError(
      `${path} holds less than ${secretBytes} bytes: restore it, or remove it to end all sessions`,
    );
  return secret;
}

async function createSecret(path: string): Promise<void> {
  const unfinished = `${path}.${randomSecret()}`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(randomSecret());
    await file.sync();
  } finally {
    await file.close();
  }
  // A link, unlike a rename, never replaces the secret of a process that was faster.
  await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(unfinished);
}
