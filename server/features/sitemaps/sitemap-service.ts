import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import { type Posts, sitemapPartSize } from '#server/features/posts/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { notFound } from '#server/platform/errors.ts';
import type { RenderedDocument } from '#server/platform/http/documents.ts';
import { parseId } from '#server/platform/id.ts';
import { mediaUrl } from '#server/platform/media-url.ts';
import { newsSitemap, sitemap, sitemapIndex } from './sitemap.ts';

export type SitemapDeps = {
  clock: Clock;
  publicUrl: string;
  siteName: string;
  /** Posts of younger accounts stay out, so that spam that is soon removed reaches no search engine. */
  minAccountAgeHours: number;
  accounts: Pick<Accounts, 'countAuthorParts' | 'listAuthorPart'>;
  categories: Pick<Categories, 'listFirst'>;
  posts: Pick<Posts, 'sitemaps'>;
};

export type SitemapService = ReturnType<typeof createSitemapService>;

/** The protocol allows 50,000 addresses in a file. */
const maxCategories = 50_000;
/** The limit of a news sitemap. */
const maxNews = 1_000;
const newsAgeMs = 2 * 24 * 3_600_000;
const hourMs = 3_600_000;

/** Public pages that belong to nobody. */
const pages = [
  '/',
  '/posts',
  '/categories',
  '/about',
  '/rules',
  '/moderation',
  '/terms',
  '/privacy',
  '/feedback',
  '/subscription',
];

/**
 * Sitemaps. Each costs the same however many posts there are: a part has the posts of a range of ids. What changes with time only
 * (the age of news and of accounts) changes when the cache renders again, within minutes.
 */
export function createSitemapService(deps: SitemapDeps) {
  const { clock, publicUrl, siteName, minAccountAgeHours, accounts, categories, posts } = deps;
  const authorsBefore = () => new Date(clock.now().getTime() - minAccountAgeHours * hourMs);
  const postUrl = (slug: string) => `${publicUrl}/posts/${slug}`;

  async function index(): Promise<RenderedDocument> {
    const [parts, authorParts] = await Promise.all([
      posts.sitemaps.listParts(),
      accounts.countAuthorParts(sitemapPartSize),
    ]);
    const urlOf = (name: string) => `${publicUrl}/sitemap/${name}.xml`;
    const body = sitemapIndex([
      { url: urlOf('pages') },
      { url: urlOf('categories') },
      ...Array.from({ length: authorParts }, (_, part) => ({ url: urlOf(`authors-${part}`) })),
      ...parts.map(({ part, changedAt }) => ({ url: urlOf(`posts-${part}`), changedAt })),
    ]);
    return { body, tags: ['lists'] };
  }

  async function ofPosts(part: number): Promise<RenderedDocument> {
    const { posts: found, hasWithheld } = await posts.sitemaps.listPart(part, authorsBefore());
    if (found.length === 0 && !hasWithheld) throw notFound();
    const body = sitemap(
      found.map(({ slug, changedAt, image }) => ({
        url: postUrl(slug),
        changedAt,
        image: mediaUrl(publicUrl, image),
      })),
    );
    // With time the part gets the posts that are left out.
    return { body, tags: hasWithheld ? undefined : [`sitemap:${part}`] };
  }

  async function ofAuthors(part: number): Promise<RenderedDocument> {
    const range = { part, size: sitemapPartSize, createdBefore: authorsBefore() };
    if (part >= (await accounts.countAuthorParts(sitemapPartSize))) throw notFound();
    const usernames = await accounts.listAuthorPart(range);
    const urls = usernames.map((username) => ({ url: `${publicUrl}/users/${encodeURIComponent(username)}` }));
    return { body: sitemap(urls), tags: ['lists'] };
  }

  async function ofCategories(): Promise<RenderedDocument> {
    const found = await categories.listFirst(maxCategories);
    const urls = found.map(({ slug }) => ({ url: `${publicUrl}/categories/${slug}` }));
    return {
      body: sitemap(urls),
      tags: ['categories', 'category-names', ...found.map(({ id }) => `category:${id}`)],
    };
  }

  const ofPages = async (): Promise<RenderedDocument> => ({
    body: sitemap(pages.map((path) => ({ url: publicUrl + path }))),
    tags: [],
  });

  async function news(): Promise<RenderedDocument> {
    const since = new Date(clock.now().getTime() - newsAgeMs);
    const found = await posts.sitemaps.listNew({ since, authorsBefore: authorsBefore(), limit: maxNews });
    const urls = found.map(({ slug, ...post }) => ({ ...post, url: postUrl(slug) }));
    return { body: newsSitemap(siteName, urls), tags: ['lists'] };
  }

  return { index, ofPosts, ofAuthors, ofCategories, ofPages, news };
}

/** The number of a part in a path. */
export function partNumber(text: string | undefined): number {
  const part = parseId(text);
  if (part === undefined || String(part) !== text) throw notFound();
  return part;
}
