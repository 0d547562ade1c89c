import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const secretBytes = 32;

/** A new random 256-bit secret, in base64url. */
export const createRandomSecret = (): string => randomBytes(secretBytes).toString('base64url');

/** SHA-256. A fast hash is enough for random 256-bit tokens, which cannot be guessed; passwords use Argon2id. */
export const sha256 = (value: string): Buffer => createHash('sha256').update(value).digest();

/** An HMAC-SHA256, which cannot be created or checked without the secret. `text` begins with its purpose. */
export const keyedHash = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest();

/** HMAC-SHA256 in lower-case hexadecimal. */
export const hmacHex = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** A secret for one purpose, derived from the site's secret: a leak of one reveals nothing about the others. */
export const deriveSecret = (secret: string, purpose: string): string =>
  hmacHex(secret, `purpose:${purpose}`);

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts with AES-256-GCM. `owner` names the row: a value that is copied to another row cannot be decrypted. */
export function encrypt(secret: string, owner: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, sha256(secret), nonce).setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, encryption.update(plain), encryption.final(), encryption.getAuthTag()]);
}

/** Undefined if the value was encrypted with another secret or for another owner. */
export function decrypt(secret: string, owner: string, encrypted: Buffer): Buffer | undefined {
  try {
    const decryption = createDecipheriv(cipher, sha256(secret), encrypted.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(owner))
      .setAuthTag(encrypted.subarray(-tagBytes));
    return Buffer.concat([decryption.update(encrypted.subarray(nonceBytes, -tagBytes)), decryption.final()]);
  } catch {
    return undefined;
  }
}

/** Compares in constant time, which does not reveal the position of the first difference. */
export const isEqualConstantTime = (left: string, right: string): boolean =>
  timingSafeEqual(sha256(left), sha256(right));

/** A secret file that cannot be used. The message is one line for the operator. */
export class SecretError extends Error {
  override name = 'SecretError';
}

/**
 * Reads a secret from a file, or creates the file (mode 0600) at the first start. The file is created atomically: a
 * truncated secret would let anybody sign tokens.
 */
export async function loadOrCreateSecret(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) await createSecret(path);
  return requireLongSecret(path, (await readFile(path, 'utf8')).trim());
}

/** A truncated secret could be guessed. */
export function requireLongSecret(path: string, secret: string): string {
  if (Buffer.byteLength(secret) < secretBytes)
    throw new SecretError(
      `${path} holds less than ${secretBytes} bytes: restore it, or remove it to end all sessions`,
    );
  return secret;
}

async function createSecret(path: string): Promise<void> {
  const temporaryPath = `${path}.${createRandomSecret()}`;
  const file = await open(temporaryPath, 'wx', 0o600);
  try {
    await file.writeFile(createRandomSecret());
    await file.sync();
  } finally {
    await file.close();
  }
  // A link, unlike a rename, never replaces the secret of a process that was faster.
  await link(temporaryPath, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(temporaryPath);
}
