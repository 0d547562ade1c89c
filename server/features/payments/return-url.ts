import type { TextKey } from '#locales/index.ts';
import { isAllowedOrigin, type OriginRules } from '#server/platform/allowed-origin.ts';

/** The limit of the providers. */
const maxLength = 2_048;
const placeholder = /(?:\{|%7B)CHECKOUT_SESSION_ID(?:\}|%7D)/gi;

/**
 * Validates the URL to which a reader returns after paying. Only allowed origins are accepted, against open redirects.
 * The result is normalised as browsers do it, so that the redirect goes to the URL that was compared.
 */
export function parseReturnUrl(
  value: string,
  rules: OriginRules,
): { ok: true; url: string } | { ok: false; problem: TextKey } {
  if (value.length > maxLength || !URL.canParse(value))
    return { ok: false, problem: 'payments.returnUrlInvalid' };
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { ok: false, problem: 'payments.returnUrlInvalid' };
  if (!isAllowedOrigin(url.origin, rules)) return { ok: false, problem: 'payments.returnUrlForeign' };
  // Credentials in a URL only serve to disguise its host.
  url.username = '';
  url.password = '';
  return { ok: true, url: url.href };
}

/** The return pages of the site. */
export const defaultReturnUrls = (publicUrl: string) => ({
  successUrl: `${publicUrl}/subscription/success?session_id={CHECKOUT_SESSION_ID}`,
  cancelUrl: `${publicUrl}/subscription/cancel`,
});

/** Replaces the placeholder of the session id. */
export const withSessionId = (url: string, sessionId: string): string =>
  url.replace(placeholder, () => encodeURIComponent(sessionId));
