import type { MetaDescriptor } from 'react-router';

/** The formats of every feed, for programs that look for them in a page. */
const formats = [
  ['rss.xml', 'application/rss+xml'],
  ['atom.xml', 'application/atom+xml'],
  ['feed.json', 'application/feed+json'],
] as const;

/** The `link` elements of the feeds of a page, for its `meta` export. */
export const feedLinks = (path: string, title: string): MetaDescriptor[] =>
  formats.map(([file, type]) => ({
    tagName: 'link',
    rel: 'alternate',
    type,
    title,
    href: `${path}/${file}`,
  }));
