import { html } from '#server/platform/html.ts';
import { xmlDocument } from '#server/platform/xml.ts';

export type EmbeddedPost = {
  title: string;
  url: string;
  summary: string;
  author: { name: string; url: string };
  image: { url: string; width: number; height: number };
  site: { name: string; url: string };
};

/** What a consumer asks for; sizes in pixels. */
export type EmbedOptions = { format: 'json' | 'xml'; maxWidth: number; maxHeight: number };
export const defaultEmbed: EmbedOptions = { format: 'json', maxWidth: Infinity, maxHeight: Infinity };

const usualWidth = 600;
const usualHeight = 240;
const cacheSeconds = 3_600;

export const embedTypes = { json: 'application/json; charset=utf-8', xml: 'text/xml; charset=utf-8' };

/** A post for other sites, as oEmbed: a quotation without scripts or frames. */
export function oembed(post: EmbeddedPost, options: EmbedOptions): string {
  const fields = embedFields(post, options);
  return options.format === 'xml' ? xmlDocument({ oembed: fields }) : JSON.stringify(fields);
}

function embedFields(
  { title, url, summary, author, image, site }: EmbeddedPost,
  { maxWidth, maxHeight }: EmbedOptions,
) {
  const hasThumbnail = image.width <= maxWidth && image.height <= maxHeight;
  return {
    version: '1.0',
    type: 'rich',
    title,
    author_name: author.name,
    author_url: author.url,
    provider_name: site.name,
    provider_url: site.url,
    cache_age: cacheSeconds,
    ...(hasThumbnail && {
      thumbnail_url: image.url,
      thumbnail_width: image.width,
      thumbnail_height: image.height,
    }),
    html: html`<blockquote><p><a href="${url}">${title}</a></p><p>${summary}</p><p><a href="${author.url}">${author.name}</a>, ${site.name}</p></blockquote>`
      .markup,
    width: Math.min(usualWidth, maxWidth),
    height: Math.min(usualHeight, maxHeight),
  };
}

/** The options in the query of a consumer; undefined for a format that the standard does not know. */
export function embedOptions(query: Record<string, string>): EmbedOptions | undefined {
  const { format = 'json', maxwidth = '', maxheight = '' } = query;
  if (format !== 'json' && format !== 'xml') return undefined;
  const sizeOf = (value: string) => (/^[1-9]\d{0,4}$/.test(value) ? Number(value) : Infinity);
  return { format, maxWidth: sizeOf(maxwidth), maxHeight: sizeOf(maxheight) };
}

/** The slug in the address of a post of this site, whichever its scheme. */
export function slugInUrl(url: string, publicUrl: string): string | undefined {
  const { host, pathname } = URL.parse(url) ?? {};
  const slug = /^\/posts\/([^/]+)\/?$/.exec(pathname ?? '')?.[1];
  if (slug === undefined || host !== new URL(publicUrl).host) return undefined;
  try {
    return decodeURIComponent(slug);
  } catch {
    return undefined;
  }
}
