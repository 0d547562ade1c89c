import { html } from '#server/platform/html.ts';

export type EmbeddedPost = {
  title: string;
  url: string;
  summary: string;
  author: { name: string; url: string };
  image: { url: string; width: number; height: number } | null;
  site: { name: string; url: string };
};

const width = 600;
const height = 240;
const cacheSeconds = 3_600;

/** A post for other sites, as oEmbed: a quotation without scripts or frames. */
export const oembed = ({ title, url, summary, author, image, site }: EmbeddedPost): string =>
  JSON.stringify({
    version: '1.0',
    type: 'rich',
    title,
    author_name: author.name,
    author_url: author.url,
    provider_name: site.name,
    provider_url: site.url,
    cache_age: cacheSeconds,
    ...(image && { thumbnail_url: image.url, thumbnail_width: image.width, thumbnail_height: image.height }),
    html: html`<blockquote><p><a href="${url}">${title}</a></p><p>${summary}</p><p><a href="${author.url}">${author.name}</a>, ${site.name}</p></blockquote>`
      .markup,
    width,
    height,
  });
