export type OriginRules = { publicUrl: string; allowedOrigins: string[] };

/**
 * Compares whole origins exactly: a test of the end or the beginning would accept the origins of an attacker's similar
 * host names. On localhost over http any port is allowed.
 */
export function isAllowedOrigin(origin: string, { publicUrl, allowedOrigins }: OriginRules): boolean {
  if (origin === new URL(publicUrl).origin || allowedOrigins.includes(origin)) return true;
  return isLocal(publicUrl) && isLocal(origin);
}

function isLocal(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1');
}
