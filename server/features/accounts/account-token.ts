import { keyedHash } from '#server/platform/crypto.ts';

/** What the single-use links of `account_tokens` allow. */
export type TokenPurpose = 'verify-email' | 'password-reset';

/** What a link in an email allows. The links that change the address are stored with the change itself. */
export type LinkPurpose = TokenPurpose | 'change-email-old' | 'change-email-new';

const hourMs = 3_600_000;
export const tokenTtlMs: Record<TokenPurpose, number> = {
  'verify-email': 7 * 24 * hourMs,
  'password-reset': hourMs,
};

/**
 * The token of an email: an HMAC of 256 bits that the site can derive again when the job of the email is retried. So the
 * token is never stored: the queue holds only its id, and the table only its hash.
 */
export const deriveAccountToken = (secret: string, purpose: LinkPurpose, id: string): string =>
  keyedHash(secret, `account token ${purpose} ${id}`).toString('base64url');
