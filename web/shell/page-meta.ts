import type { MetaDescriptor } from 'react-router';
import { feedLinks } from './feed-links.ts';
import { type PreviewImage, previewTags } from './preview-tags.ts';
import { readIdentity, type SiteIdentity } from './site-identity.ts';

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

type PageMeta = {
  /** Its <title> is followed by the site's name; without it the site's name is the title. */
  title?: string;
  description?: string;
  /** The canonical path, without parameters that do not change the content, for example `/posts?page=2`. */
  path?: string;
  /** Keeps search engines away from a page that is private or has nothing of its own. */
  isHidden?: boolean | undefined;
  /** For previews of links; by default a page of the site without a card of its own. */
  preview?: { type: 'website' | 'article' | 'profile'; image: PreviewImage } | undefined;
  /** The `matches` of the meta arguments; the root match has the site's origin and name. */
  matches: Matches;
};

/**
 * Title, description and canonical URL of a page, for its `meta` export. What only other programs read in the HTML is rendered on
 * the server (`import.meta.env.SSR`) and is no part of the script for browsers.
 */
export function pageMeta({
  title,
  description,
  path,
  isHidden,
  preview,
  matches,
}: PageMeta): MetaDescriptor[] {
  const site = identityOf(matches);
  const tags: MetaDescriptor[] = [
    { title: title ? `${title} | ${site.name}` : site.name },
    { name: 'description', content: description ?? site.description },
  ];
  const origin = siteOrigin(matches);
  if (path !== undefined && origin !== null)
    tags.push({ tagName: 'link', rel: 'canonical', href: origin + path });
  if (!import.meta.env.SSR) return tags;
  if (isHidden) tags.push({ name: 'robots', content: 'noindex' });
  if (!isHidden && path !== undefined && origin !== null)
    tags.push(
      ...previewTags({
        site,
        origin,
        path,
        title: title ?? site.name,
        description: description ?? site.description,
        type: preview?.type ?? 'website',
        image: preview?.image ?? null,
      }),
    );
  return [...tags, ...feedLinks('', site.name)];
}

/** The origin from the root loader, or null before it has run. */
export function siteOrigin(matches: Matches): string | null {
  const data = rootData(matches);
  if (typeof data !== 'object' || data === null || !('origin' in data)) return null;
  return typeof data.origin === 'string' ? data.origin : null;
}

const rootData = (matches: Matches): unknown => matches.find((match) => match?.id === 'root')?.loaderData;

/** The name and the description of the site. */
export const identityOf = (matches: Matches): SiteIdentity => readIdentity(rootData(matches));

/** The configured pages of the site in social networks, without examples. */
export function socialLinksOf(matches: Matches): string[] {
  const data = rootData(matches) as { socialLinks?: string[]; areSocialLinksExamples?: boolean } | undefined;
  return data?.areSocialLinksExamples ? [] : (data?.socialLinks ?? []);
}
