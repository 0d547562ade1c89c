const safeProtocols = new Set(['http:', 'https:', 'mailto:']);
/** Browsers ignore these characters inside a URL: «java\tscript:» would run a script. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters
const ignoredCharacters = /[\u0000-\u0020\u007F-\u009F\u200B-\u200F\u2028-\u202F\uFEFF]/g;
const scheme = /^[a-z][a-z0-9+.-]*:/i;
/** Looks like a scheme but is a host: «example.ru:8080». */
const hostWithPort = /^[^\s/:@]+\.[a-zа-яё]{2,}:\d+(\/\S*)?$/i;
const mediaPath = '/media/';

/** Whether a link may have this target: http, https, mailto, or a path of this site. */
export function isSafeUrl(address: string): boolean {
  const cleaned = address.replace(ignoredCharacters, '');
  if (cleaned === '') return false;
  if (!scheme.test(cleaned)) return true;
  return URL.canParse(cleaned) && safeProtocols.has(new URL(cleaned).protocol);
}

/** Completes a typed URL («example.ru», «me@example.ru»). Returns null for an invalid one. */
export function completeUrl(input: string): string | null {
  const text = input.trim();
  if (hostWithPort.test(text)) return `https://${text}`;
  if (text === '' || /\s/.test(text) || !isSafeUrl(text)) return null;
  if (scheme.test(text)) return text;
  if (/^[/#?]/.test(text)) return text;
  if (/^[^\s@/]+@[^\s@/.]+(?:\.[^\s@/.]+)+$/.test(text)) return `mailto:${text}`;
  return /^[^\s/]+\.[^\s/.]{2,}/.test(text) ? `https://${text}` : null;
}

/** Whether an image is stored on this site. Images of other sites are never loaded: they would track readers. */
export function isOwnImage(source: string): boolean {
  return source.startsWith(mediaPath);
}

/** Whether a URL is http or https. Used for the link that replaces an image of another site. */
export function isHttpUrl(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}
