import { html } from '#server/platform/html.ts';
import { cdata, withoutForbiddenCharacters, type XmlNode, xmlDocument } from '#server/platform/xml.ts';
import type { Feed, FeedImage, FeedItem } from './feed.ts';

/** What a format needs to know of its own address. */
type Self = { feedUrl: string };

export type FeedFormat = { contentType: string; file: string; write(feed: Feed, self: Self): string };

const dublinCore = 'http://purl.org/dc/elements/1.1/';
const contentModule = 'http://purl.org/rss/1.0/modules/content/';
const mediaModule = 'http://search.yahoo.com/mrss/';
const atomModule = 'http://www.w3.org/2005/Atom';

export const rss: FeedFormat = {
  contentType: 'application/rss+xml; charset=utf-8',
  file: 'rss.xml',
  write: (feed, { feedUrl }) =>
    xmlDocument({
      rss: {
        '@version': '2.0',
        '@xmlns:atom': atomModule,
        '@xmlns:content': contentModule,
        '@xmlns:dc': dublinCore,
        '@xmlns:media': mediaModule,
        channel: {
          ...rssChannel(feed),
          lastBuildDate: feed.updatedAt.toUTCString(),
          'atom:link': { '@href': feedUrl, '@rel': 'self', '@type': 'application/rss+xml' },
          item: feed.items.map(rssItem),
        },
      },
    }),
};

const rssChannel = (feed: Feed): XmlNode => ({
  title: feed.title,
  link: feed.pageUrl,
  description: feed.description,
  language: 'ru',
});

const rssItem = (item: FeedItem): XmlNode => ({
  title: item.title,
  link: item.url,
  guid: { '@isPermaLink': 'false', '#text': item.id },
  pubDate: item.publishedAt.toUTCString(),
  'dc:creator': item.author.name,
  category: item.category,
  description: asHtml(item.summary),
  'content:encoded': item.html === null ? null : cdata(item.html),
  comments: item.commentsUrl && `${item.url}#comments`,
  'media:content': item.image && mediaContent(item.image),
});

/** Readers take a description for HTML. */
const asHtml = (text: string): string => html`${text}`.markup;

const mediaContent = ({ url, type, width, height }: FeedImage): XmlNode => ({
  '@url': url,
  '@type': type,
  '@medium': 'image',
  '@width': width,
  '@height': height,
});

export const atom: FeedFormat = {
  contentType: 'application/atom+xml; charset=utf-8',
  file: 'atom.xml',
  write: (feed, { feedUrl }) =>
    xmlDocument({
      feed: {
        '@xmlns': atomModule,
        '@xml:lang': 'ru',
        id: feed.id,
        title: feed.title,
        subtitle: feed.description,
        updated: feed.updatedAt.toISOString(),
        link: [
          { '@rel': 'self', '@type': 'application/atom+xml', '@href': feedUrl },
          { '@rel': 'alternate', '@type': 'text/html', '@href': feed.pageUrl },
        ],
        // Required of a feed whose entries may lack one: an empty feed has none.
        author: { name: feed.title },
        entry: feed.items.map(atomEntry),
      },
    }),
};

const atomEntry = (item: FeedItem): XmlNode => ({
  id: item.id,
  title: item.title,
  published: item.publishedAt.toISOString(),
  updated: item.updatedAt.toISOString(),
  link: [
    { '@rel': 'alternate', '@type': 'text/html', '@href': item.url },
    ...(item.commentsUrl
      ? [{ '@rel': 'replies', '@type': 'application/atom+xml', '@href': item.commentsUrl }]
      : []),
    ...(item.image ? [{ '@rel': 'enclosure', '@type': item.image.type, '@href': item.image.url }] : []),
  ],
  author: { name: item.author.name, uri: item.author.url },
  category: item.category === null ? null : { '@term': item.category },
  summary: item.summary,
  content: item.html === null ? null : { '@type': 'html', '#text': item.html },
});

export const json: FeedFormat = {
  contentType: 'application/feed+json; charset=utf-8',
  file: 'feed.json',
  write: (feed, { feedUrl }) =>
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: feed.title,
      home_page_url: feed.pageUrl,
      feed_url: feedUrl,
      description: feed.description,
      language: 'ru',
      items: feed.items.map(jsonItem),
    }),
};

const jsonItem = (item: FeedItem) => ({
  id: item.id,
  url: item.url,
  title: item.title,
  summary: item.summary,
  ...(item.html === null
    ? { content_text: item.summary }
    : { content_html: withoutForbiddenCharacters(item.html) }),
  ...(item.image && { image: item.image.url }),
  date_published: item.publishedAt.toISOString(),
  date_modified: item.updatedAt.toISOString(),
  authors: [item.author],
  ...(item.category !== null && { tags: [item.category] }),
});

/** The formats of every feed, the default one first. */
export const feedFormats = [rss, atom, json];

/**
 * The feed for Дзен: RSS with the elements of its documentation. `native-yes` asks it to show the text itself; each picture of
 * the text is also an enclosure.
 */
export const dzen: FeedFormat = {
  contentType: rss.contentType,
  file: 'rss/dzen.xml',
  write: (feed) =>
    xmlDocument({
      rss: {
        '@version': '2.0',
        '@xmlns:content': contentModule,
        '@xmlns:dc': dublinCore,
        '@xmlns:media': mediaModule,
        '@xmlns:atom': atomModule,
        '@xmlns:georss': 'http://www.georss.org/georss',
        channel: { ...rssChannel(feed), item: feed.items.map(dzenItem) },
      },
    }),
};

const dzenItem = (item: FeedItem): XmlNode => ({
  title: item.title,
  link: item.url,
  guid: { '@isPermaLink': 'false', '#text': item.id },
  pubDate: item.publishedAt.toUTCString().replace('GMT', '+0000'),
  'media:rating': { '@scheme': 'urn:simple', '#text': 'nonadult' },
  author: item.author.name,
  category: ['format-article', 'index', 'comment-all', ...(item.category === null ? [] : [item.category])],
  enclosure: enclosuresOf(item),
  description: asHtml(item.summary),
  'content:encoded': cdata(item.html ?? ''),
});

function enclosuresOf({ image, html }: FeedItem): XmlNode[] {
  const inText = Array.from((html ?? '').matchAll(/<img src="([^"]+)"/g), ([, url = '']) => url);
  const urls = new Set([...(image ? [image.url] : []), ...inText]);
  return [...urls].map((url) => ({ '@url': url, '@type': 'image/webp' }));
}
