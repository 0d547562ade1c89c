import { notFound } from '#server/platform/errors.ts';
import type { Document } from '#server/platform/http/documents.ts';
import { dzen, type FeedFormat, feedFormats, rss } from './feed-formats.ts';
import type { FeedService, TaggedFeed } from './feed-service.ts';
import { defaultEmbed, embedOptions, embedTypes, oembed, slugInUrl } from './oembed.ts';

/** Paths under which programs look for the feed of a site. */
const aliases = ['/feed', '/rss'];

type Params = Record<string, string>;
type Load = (params: Params) => Promise<TaggedFeed>;

export function feedDocuments(feeds: FeedService, publicUrl: string): Document[] {
  const documentOf = (path: string, format: FeedFormat, load: Load, ownPath = path): Document => ({
    path,
    contentType: format.contentType,
    async render(params) {
      const { feed, tags } = await load(params);
      const feedUrl =
        publicUrl + ownPath.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
      return { body: format.write(feed, { feedUrl }), tags };
    },
  });
  const inAllFormats = (folder: string, load: Load) =>
    feedFormats.map((format) => documentOf(`${folder}/${format.file}`, format, load));
  return [
    ...inAllFormats('', feeds.ofSite),
    ...aliases.map((path) => documentOf(path, rss, feeds.ofSite, '/rss.xml')),
    ...inAllFormats('/categories/{slug}', ({ slug = '' }) => feeds.ofCategory(slug)),
    ...inAllFormats('/users/{username}', ({ username = '' }) => feeds.ofAuthor(username)),
    ...inAllFormats('/posts/{slug}', ({ slug = '' }) => feeds.ofComments(slug)),
    documentOf('/rss/dzen.xml', dzen, feeds.forDzen),
    {
      path: '/posts/{slug}/oembed.json',
      contentType: embedTypes.json,
      async render({ slug = '' }) {
        const { post, tags } = await feeds.embedded(slug);
        return { body: oembed(post, defaultEmbed), tags };
      },
    },
    {
      path: '/oembed',
      contentType: embedTypes.json,
      query: ['url', 'format', 'maxwidth', 'maxheight'],
      async render({ url = '', ...query }) {
        const slug = slugInUrl(url, publicUrl);
        const options = embedOptions(query);
        if (slug === undefined || options === undefined) throw notFound();
        const { post, tags } = await feeds.embedded(slug);
        return { body: oembed(post, options), tags, contentType: embedTypes[options.format] };
      },
    },
  ];
}
