import { trim } from '#contract/trim.ts';

/** An article has few earlier addresses; a source with more is not believed. */
export const maxAddresses = 20;
const maxLength = 500;

/**
 * The form in which an earlier address is stored and looked up: the path without a final slash, with the query only where it
 * alone names an article (`/?p=123`). Undefined for addresses that can never lead anywhere.
 */
export function normaliseAddress(address: string): string | undefined {
  let url: URL;
  try {
    // The base is only for parsing: addresses of a source are often paths.
    url = new URL(address.trim().replace(/^(?!https?:)\/*/i, '/'), 'http://old.invalid');
  } catch {
    return undefined;
  }
  const numbered = ['p', 'page_id'].flatMap((name) => {
    const value = url.searchParams.get(name);
    return value !== null && /^\d{1,18}$/.test(value) ? [`/?p=${BigInt(value)}`] : [];
  })[0];
  if (url.pathname === '/') return numbered;
  const path = `/${trim(decodePath(url.pathname).replace(/\/index\.html?$/i, ''), '/')}`;
  return path.length < 2 || path.length > maxLength || path.includes('\0') ? undefined : path;
}

/** `/2023/%d0%bf` and `/2023/п` are the same address, with composed or decomposed letters. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC').toLowerCase();
  } catch {
    return path.toLowerCase();
  }
}

/** The stored forms of the earlier addresses of an article, without that which it has here. */
export function normaliseAddresses(addresses: readonly string[], slug: string): string[] {
  const paths = new Set(addresses.slice(0, maxAddresses).map(normaliseAddress));
  paths.delete(undefined);
  paths.delete(`/posts/${slug}`);
  return [...paths].flatMap((path) => (path === undefined ? [] : [path]));
}
