import { decrypt, deriveSecret, encrypt } from '#server/platform/crypto.ts';

export type TotpVault = ReturnType<typeof createTotpVault>;

/**
 * Encrypts the secrets of authenticator apps, which the site has to read for each login, with a key that is derived from
 * its own secret. What was encrypted before that secret was replaced can be read as long as the previous one is known.
 */
export function createTotpVault({ secret, previous }: { secret: string; previous: string | undefined }) {
  const keyOf = (siteSecret: string) => deriveSecret(siteSecret, 'totp secrets');
  const ownerOf = (accountId: number) => `totp ${accountId}`;
  const key = keyOf(secret);
  const previousKey = previous === undefined ? undefined : keyOf(previous);

  const seal = (accountId: number, plain: Uint8Array): Buffer => encrypt(key, ownerOf(accountId), plain);

  const openPrevious = (accountId: number, sealed: Buffer): Buffer | undefined =>
    previousKey === undefined ? undefined : decrypt(previousKey, ownerOf(accountId), sealed);

  /** Undefined for a value of another account, and of a secret that the site does not know any more. */
  const open = (accountId: number, sealed: Buffer): Buffer | undefined =>
    decrypt(key, ownerOf(accountId), sealed) ?? openPrevious(accountId, sealed);

  /** The value for the present secret, if it was encrypted with the previous one. */
  function renew(accountId: number, sealed: Buffer): Buffer | undefined {
    const plain = openPrevious(accountId, sealed);
    return plain && seal(accountId, plain);
  }

  return { seal, open, renew, canRenew: previousKey !== undefined };
}
