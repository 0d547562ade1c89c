import { hmacHex, isEqualConstantTime } from '#server/platform/crypto.ts';

/** The maximum clock difference and age of a message. */
const toleranceSeconds = 300;

const signatureOf = (secret: string, at: string, text: string): string => hmacHex(secret, `${at}.${text}`);

const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** The header `t=<seconds>,v1=<HMAC>` over the raw body. */
export function sign(secret: string, text: string, now: Date): string {
  const at = String(toSeconds(now));
  return `t=${at},v1=${signatureOf(secret, at, text)}`;
}

/**
 * Whether the holder of the secret has signed this body within the tolerance. During a rotation of secrets there may be
 * several `v1`; other schemes and an empty secret are rejected.
 */
export function isValidSignature(secret: string, header: unknown, text: string, now: Date): boolean {
  if (secret === '' || typeof header !== 'string') return false;
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const at = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(at) || Math.abs(toSeconds(now) - Number(at)) > toleranceSeconds) return false;
  const expected = signatureOf(secret, at, text);
  return parts.some(([name, value = '']) => name === 'v1' && isEqualConstantTime(value, expected));
}
