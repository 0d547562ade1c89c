import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const secretBytes = 32;

/** A fresh 256-bit secret that is safe in a URL and in a file. */
export const randomSecret = (): string => randomBytes(secretBytes).toString('base64url');

/** SHA-256: enough for random 256-bit tokens, which nobody can guess; passwords get Argon2id instead. */
export const sha256 = (value: string): Buffer => createHash('sha256').update(value).digest();

/** A hash that nobody can make or check without the secret; `text` begins with what it is for. */
export const keyedHash = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest();

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
