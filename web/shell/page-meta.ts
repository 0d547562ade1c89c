import type { MetaDescriptor } from 'react-router';
import * as siteMessages from '#locales/ru/site.ts';

/** The text of <title>: "X | News Site", or the site's name alone. */
export function pageTitle(title?: string): string {
  return title ? `${title} | ${siteMessages.name}` : siteMessages.name;
}

type PageMeta = {
  title?: string;
  description?: string;
  /** The canonical path, without parameters that do not change the content, for example `/posts?page=2`. */
  path?: string;
  /** The `matches` of the meta arguments; the root match holds the site's origin. */
  matches?: readonly ({ id: string; loaderData?: unknown } | undefined)[];
};

/** Title, description and canonical URL of a page, for its `meta` export. */
export function pageMeta({ title, description, path, matches }: PageMeta): MetaDescriptor[] {
  const tags: MetaDescriptor[] = [
    { title: pageTitle(title) },
    { name: 'description', content: description ?? siteMessages.description },
  ];
  const origin = siteOrigin(matches);
  if (path !== undefined && origin !== null)
    tags.push({ tagName: 'link', rel: 'canonical', href: origin + path });
  return tags;
}

/** The origin from the root loader, or null before it has run. */
export function siteOrigin(matches: PageMeta['matches']): string | null {
  const data = matches?.find((match) => match?.id === 'root')?.loaderData;
  if (typeof data !== 'object' || data === null || !('origin' in data)) return null;
  return typeof data.origin === 'string' ? data.origin : null;
}
