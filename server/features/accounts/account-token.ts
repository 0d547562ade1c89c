import { keyedHash } from '#server/platform/crypto.ts';

/** What a link in a mail allows, once. */
export type TokenPurpose = 'verify-email' | 'password-reset';

const hourMs = 3_600_000;
export const tokenTtlMs: Record<TokenPurpose, number> = {
  'verify-email': 7 * 24 * hourMs,
  'password-reset': hourMs,
};

/**
 * The token of a mail: 256 bits that only this site can make, and can make again when the mail's job runs twice. So it
 * lies nowhere, neither in the queue nor in the table, which holds its hash.
 */
export const accountToken = (secret: string, purpose: TokenPurpose, id: string): string =>
  keyedHash(secret, `account token ${purpose} ${id}`).toString('base64url');
