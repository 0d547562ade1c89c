import { isAllowedOrigin, type OriginRules } from '#server/platform/allowed-origin.ts';
import type { TextKey } from '#text/index.ts';

/** As long as providers take one. */
const maxLength = 2_048;
const placeholder = /(?:\{|%7B)CHECKOUT_SESSION_ID(?:\}|%7D)/gi;

/**
 * Where a reader comes back to after paying. Given in the normal form that a browser makes of it, so that what was
 * compared is what is gone to; only origins on the list are let through (trust I8).
 */
export function readReturnUrl(
  value: string,
  rules: OriginRules,
): { ok: true; url: string } | { ok: false; problem: TextKey } {
  if (value.length > maxLength || !URL.canParse(value))
    return { ok: false, problem: 'payments.returnUrlInvalid' };
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { ok: false, problem: 'payments.returnUrlInvalid' };
  if (!isAllowedOrigin(url.origin, rules)) return { ok: false, problem: 'payments.returnUrlForeign' };
  // Names and passwords in an address only serve to make it look like another one.
  url.username = '';
  url.password = '';
  return { ok: true, url: url.href };
}

/** Where our own site waits for readers who come back. */
export const defaultReturnUrls = (publicUrl: string) => ({
  successUrl: `${publicUrl}/subscription/success?session_id={CHECKOUT_SESSION_ID}`,
  cancelUrl: `${publicUrl}/subscription/cancel`,
});

/** Puts the session's name where a caller has left room for it. */
export const withSessionId = (url: string, sessionId: string): string =>
  url.replace(placeholder, () => encodeURIComponent(sessionId));
