import type { MetaDescriptor } from 'react-router';
import type { SiteIdentity } from './site-identity.ts';

export type PreviewImage = { url: string; width?: number; height?: number; alt?: string };

export type Preview = {
  site: SiteIdentity;
  origin: string;
  path: string;
  title: string;
  description: string;
  type: 'website' | 'article' | 'profile';
  /** Absolute or relative to the origin; without one the icon of the site. */
  image: PreviewImage | null;
};

const iconSize = 512;

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
  const shown = image ?? { url: '/icon-512.png', width: iconSize, height: iconSize, alt: site.name };
  const imageUrl = new URL(shown.url, origin).href;
  const properties: Array<[string, string | number | undefined]> = [
    ['og:site_name', site.name],
    ['og:locale', 'ru_RU'],
    ['og:type', type],
    ['og:title', title],
    ['og:description', description],
    ['og:url', origin + path],
    ['og:image', imageUrl],
    ['og:image:width', shown.width],
    ['og:image:height', shown.height],
    ['og:image:alt', shown.alt],
  ];
  const names: Array<[string, string]> = [
    ['twitter:card', image ? 'summary_large_image' : 'summary'],
    ['twitter:title', title],
    ['twitter:description', description],
    ['twitter:image', imageUrl],
  ];
  return [
    ...properties.flatMap(([property, content]) =>
      content === undefined || content === '' ? [] : [{ property, content: String(content) }],
    ),
    ...names.map(([name, content]) => ({ name, content })),
  ];
}
