import type { XmlNode } from '#server/platform/xml.ts';
import { xmlDocument } from '#server/platform/xml.ts';

export type SitemapUrl = { url: string; changedAt?: Date | undefined; image?: string | null };
export type NewsUrl = { url: string; title: string; publishedAt: Date };

const protocol = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export const sitemapIndex = (parts: SitemapUrl[]): string =>
  xmlDocument({
    sitemapindex: { '@xmlns': protocol, sitemap: parts.map(({ url, changedAt }) => entry(url, changedAt)) },
  });

export const sitemap = (urls: SitemapUrl[]): string =>
  xmlDocument({
    urlset: {
      '@xmlns': protocol,
      '@xmlns:image': 'http://www.google.com/schemas/sitemap-image/1.1',
      url: urls.map(({ url, changedAt, image }) => ({
        ...entry(url, changedAt),
        ...(image && { 'image:image': { 'image:loc': image } }),
      })),
    },
  });

export const newsSitemap = (siteName: string, urls: NewsUrl[]): string =>
  xmlDocument({
    urlset: {
      '@xmlns': protocol,
      '@xmlns:news': 'http://www.google.com/schemas/sitemap-news/0.9',
      url: urls.map(({ url, title, publishedAt }) => ({
        loc: url,
        'news:news': {
          'news:publication': { 'news:name': siteName, 'news:language': 'ru' },
          'news:publication_date': publishedAt.toISOString(),
          'news:title': title,
        },
      })),
    },
  });

const entry = (url: string, changedAt: Date | undefined): XmlNode => ({
  loc: url,
  ...(changedAt && { lastmod: changedAt.toISOString() }),
});
