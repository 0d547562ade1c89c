const safeProtocols = new Set(['http:', 'https:', 'mailto:']);
/** Browsers skip these inside an address: «java\tscript:» would be a script. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const controls = /[\u0000-\u0020\u007F-\u009F\u200B-\u200F\u2028-\u202F\uFEFF]/g;
const scheme = /^[a-z][a-z0-9+.-]*:/i;
/** What looks like a scheme and is a host: «example.ru:8080». */
const hostWithPort = /^[^\s/:@]+\.[a-zа-яё]{2,}:\d+(\/\S*)?$/i;
const ownMedia = '/media/';

/** Whether a link may lead there: to the web, to a mailbox, or within this site. */
export function isSafeAddress(address: string): boolean {
  const plain = address.replace(controls, '');
  if (plain === '') return false;
  if (!scheme.test(plain)) return true;
  return URL.canParse(plain) && safeProtocols.has(new URL(plain).protocol);
}

/** What somebody typed as an address, completed («example.ru», «me@example.ru»), or null when it cannot be one. */
export function addressFromInput(input: string): string | null {
  const text = input.trim();
  if (hostWithPort.test(text)) return `https://${text}`;
  if (text === '' || /\s/.test(text) || !isSafeAddress(text)) return null;
  if (scheme.test(text)) return text;
  if (/^[/#?]/.test(text)) return text;
  if (/^[^\s@/]+@[^\s@/.]+(?:\.[^\s@/.]+)+$/.test(text)) return `mailto:${text}`;
  return /^[^\s/]+\.[^\s/.]{2,}/.test(text) ? `https://${text}` : null;
}

/** A picture of this site; those of others are never loaded (they would see every reader). */
export function isOwnPicture(source: string): boolean {
  return source.startsWith(ownMedia);
}

/** An address of the web, for what stands in for a foreign picture. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}
