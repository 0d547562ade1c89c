import type { Document } from '#server/platform/http/documents.ts';
import type { IndexNowDeps } from './index-now-service.ts';
import { robotsText } from './robots.ts';
import { partNumber, type SitemapService } from './sitemap-service.ts';

/** Proves to search engines that the site sends the submissions. */
const keyDocument = (key: string): Document => ({
  path: `/${key}.txt`,
  contentType: 'text/plain; charset=utf-8',
  render: async () => ({ body: key, tags: [] }),
});

const xml = 'application/xml; charset=utf-8';

export const sitemapDocuments = (
  sitemaps: SitemapService,
  { publicUrl, indexNow }: Pick<IndexNowDeps, 'publicUrl' | 'indexNow'>,
): Document[] => [
  ...(indexNow ? [keyDocument(indexNow.key)] : []),
  {
    path: '/robots.txt',
    contentType: 'text/plain; charset=utf-8',
    render: async () => ({ body: robotsText(publicUrl), tags: [] }),
  },
  { path: '/sitemap.xml', contentType: xml, render: sitemaps.index },
  { path: '/sitemap/pages.xml', contentType: xml, render: sitemaps.ofPages },
  { path: '/sitemap/categories.xml', contentType: xml, render: sitemaps.ofCategories },
  { path: '/sitemap/news.xml', contentType: xml, render: sitemaps.news },
  {
    path: '/sitemap/authors-{part}.xml',
    contentType: xml,
    render: ({ part }) => sitemaps.ofAuthors(partNumber(part)),
  },
  {
    path: '/sitemap/posts-{part}.xml',
    contentType: xml,
    render: ({ part }) => sitemaps.ofPosts(partNumber(part)),
  },
];
