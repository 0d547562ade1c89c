import { trimEnd } from '#contract/trim.ts';

const picture = /\.(?:jpe?g|png|gif|webp|avif)$/i;
const file = /\.[a-z][a-z\d]{1,4}$/i;
const page = /\.(?:html?|php|aspx?)$/i;

type OwnAddress = { url: URL; kind: 'page' | 'picture' | 'file' };

/** What an address on the earlier site names; undefined for other sites. */
export function readOwnAddress(address: string, siteUrl: string | undefined): OwnAddress | undefined {
  if (siteUrl === undefined || !URL.canParse(address) || !URL.canParse(siteUrl)) return undefined;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.hostname !== new URL(siteUrl).hostname) return undefined;
  if (picture.test(url.pathname)) return { url, kind: 'picture' };
  return { url, kind: file.test(url.pathname) && !page.test(url.pathname) ? 'file' : 'page' };
}

/** Pages and pictures of the earlier site by their path below its address, as its own texts may name them. */
export function toOwnPath(address: string, siteUrl: string | undefined): string {
  const own = readOwnAddress(address, siteUrl);
  if (!own || own.kind === 'file') return address;
  const base = trimEnd(new URL(siteUrl ?? '').pathname, '/');
  const { pathname, search, hash } = own.url;
  return pathname.startsWith(`${base}/`) ? `${pathname.slice(base.length)}${search}${hash}` : address;
}
