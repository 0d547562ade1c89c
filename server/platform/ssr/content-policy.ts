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
  for (const [, attributes = '', code = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!attributes.includes(attribute) || /\ssrc=/.test(attributes)) continue;
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
