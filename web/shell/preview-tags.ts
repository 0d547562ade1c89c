import type { MetaDescriptor } from 'react-router';
import { cardImage } from './card-image.ts';
import type { SiteIdentity } from './site-identity.ts';

export type PreviewImage = { url: string; width: number; height: number; alt: string };

export type Preview = {
  site: SiteIdentity;
  origin: string;
  path: string;
  title: string;
  description: string;
  type: 'website' | 'article' | 'profile';
  /** The card of the page; without one the card of the site. */
  image: PreviewImage | null;
};

/** The Open Graph and Twitter tags of a page, for previews of links to it. Rendered on the server only. */
export function previewTags({
  site,
  origin,
  path,
  title,
  description,
  type,
  image,
}: Preview): MetaDescriptor[] {
  const shown = image ?? cardImage('', [site.name, site.description, site.markColor], site.name);
  const imageUrl = new URL(shown.url, origin).href;
  const properties: Array<[string, string | number | undefined]> = [
    ['og:site_name', site.name],
    ['og:locale', 'ru_RU'],
    ['og:type', type],
    ['og:title', title],
    ['og:description', description],
    ['og:url', origin + path],
    ['og:image', imageUrl],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', shown.width],
    ['og:image:height', shown.height],
    ['og:image:alt', shown.alt],
  ];
  const names: Array<[string, string]> = [
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', title],
    ['twitter:description', description],
    ['twitter:image', imageUrl],
    ['twitter:image:alt', shown.alt],
  ];
  return [
    ...properties.flatMap(([property, content]) =>
      content === undefined || content === '' ? [] : [{ property, content: String(content) }],
    ),
    ...names.map(([name, content]) => ({ name, content })),
  ];
}
