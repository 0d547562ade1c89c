import { hash } from 'node:crypto';
import { playerHosts } from '#contract/embeds.ts';
import { encodeUtf8 } from '../utf8.ts';

/**
 * The content security policy of a page, and its HTML without the nonces. Only inline scripts with the random nonce of
 * the render are hashed: a script injected through user content does not have the nonce and does not run.
 */
export function applyScriptPolicy(
  html: string,
  nonce: string,
  mediaOrigin: string,
): { html: string; policy: string } {
  const attribute = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  // From nonce to nonce: a title in a text may contain the tag of a script, which must not hide the end of another.
  const parts = html.split(attribute);
  for (const [index, part] of parts.slice(1).entries()) {
    const before = parts[index] ?? '';
    const tag = before.slice(before.lastIndexOf('<')) + part.slice(0, part.indexOf('>'));
    const end = part.indexOf('</script>');
    if (!tag.startsWith('<script') || /\ssrc=/.test(tag) || end < 0) continue;
    const code = part.slice(part.indexOf('>') + 1, end);
    hashes.add(`'sha256-${hash('sha256', encodeUtf8(code), 'base64')}'`);
  }
  return { html: html.replaceAll(attribute, ''), policy: contentPolicy([...hashes], mediaOrigin) };
}

function contentPolicy(scriptHashes: string[], mediaOrigin: string): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${mediaOrigin}`,
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    ['frame-src', ...playerHosts.map((host) => `https://${host}`)].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
