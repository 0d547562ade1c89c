import { randomBytes } from 'node:crypto';
import { isEqualConstantTime, keyedHash, sha256 } from '#server/platform/crypto.ts';

/** A response needs a person, who may have to find a key first. */
export const challengeTtlMs = 5 * 60_000;
const nonceBytes = 16;
const timeBytes = 6;
const headBytes = nonceBytes + timeBytes;

/**
 * Challenges of WebAuthn: a random part and the time of expiry, signed for one purpose. So a request for a challenge
 * stores nothing; a used challenge is stored until it expires (`consumeChallenge`).
 */
export function createChallenges(secret: string) {
  const sign = (head: Buffer, purpose: string): Buffer =>
    keyedHash(secret, `webauthn ${purpose} ${head.toString('base64url')}`);

  function create(purpose: string, now: Date): Uint8Array<ArrayBuffer> {
    const time = Buffer.alloc(timeBytes);
    time.writeUIntBE(now.getTime() + challengeTtlMs, 0, timeBytes);
    const head = Buffer.concat([randomBytes(nonceBytes), time]);
    return Uint8Array.from(Buffer.concat([head, sign(head, purpose)]));
  }

  /** The hash and the expiry of a challenge that this site created for the purpose and that has not expired. */
  function open(
    challenge: string,
    purpose: string,
    now: Date,
  ): { hash: Buffer; expiresAt: Date } | undefined {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length <= headBytes) return undefined;
    const head = bytes.subarray(0, headBytes);
    const signature = bytes.subarray(headBytes).toString('base64url');
    if (!isEqualConstantTime(signature, sign(head, purpose).toString('base64url'))) return undefined;
    const expiresAt = new Date(head.readUIntBE(nonceBytes, timeBytes));
    return expiresAt > now ? { hash: sha256(head.toString('base64url')), expiresAt } : undefined;
  }

  return { create, open };
}
export type Challenges = ReturnType<typeof createChallenges>;
