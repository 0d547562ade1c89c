import { interpolate } from '#locales/interpolate.ts';
import * as texts from '#locales/ru/site.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Document } from '#server/platform/http/documents.ts';
import type { SiteIdentity } from '#server/platform/site-identity.ts';
import { xmlDocument } from '#server/platform/xml.ts';

type Deps = { clock: Clock; identity: SiteIdentity; publicUrl: string };

/** The limit of the OpenSearch format. */
const searchNameLength = 16;
/** RFC 9116 recommends less than a year. */
const securityMonths = 6;

/** What browsers and researchers look for at known addresses. */
export const siteDocuments = ({ clock, identity, publicUrl }: Deps): Document[] => [
  {
    path: '/opensearch.xml',
    contentType: 'application/opensearchdescription+xml; charset=utf-8',
    render: async () => ({ body: openSearch(identity.name, publicUrl), tags: [] }),
  },
  {
    path: '/.well-known/security.txt',
    contentType: 'text/plain; charset=utf-8',
    // Not cached: the date of expiry moves.
    render: async () => ({ body: securityText(identity, publicUrl, clock.now()), tags: undefined }),
  },
  {
    path: '/.well-known/change-password',
    contentType: 'text/plain; charset=utf-8',
    render: async () => ({ body: '', tags: undefined, location: '/change-password' }),
  },
];

const openSearch = (name: string, publicUrl: string): string =>
  xmlDocument({
    OpenSearchDescription: {
      '@xmlns': 'http://a9.com/-/spec/opensearch/1.1/',
      ShortName: [...name].slice(0, searchNameLength).join(''),
      Description: interpolate(texts.searchDescription, { site: name }),
      InputEncoding: 'UTF-8',
      Language: 'ru',
      Image: { '@width': 32, '@height': 32, '@type': 'image/x-icon', '#text': `${publicUrl}/favicon.ico` },
      Url: { '@type': 'text/html', '@method': 'get', '@template': `${publicUrl}/posts?search={searchTerms}` },
    },
  });

function securityText({ email, securityContact }: SiteIdentity, publicUrl: string, now: Date): string {
  const contact = securityContact ?? (email === null ? `${publicUrl}/feedback` : `mailto:${email}`);
  // The first day of a month, so that the text changes once a month.
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + securityMonths, 1));
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: ru, en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
