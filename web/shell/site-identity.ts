import { useRouteLoaderData } from 'react-router';
import * as siteMessages from '#locales/ru/site.ts';

/** The configured identity of the site, as the root loader returns it. */
export type SiteIdentity = {
  name: string;
  description: string;
  email: string | null;
  markColor: string | null;
  /** Whether browsers may save articles; null if it is not known. */
  hasOfflineReading: boolean | null;
};

/** Shown while the root loader has no data, for example in its own error. */
export const defaultIdentity: SiteIdentity = {
  name: siteMessages.name,
  description: siteMessages.description,
  email: null,
  markColor: null,
  hasOfflineReading: null,
};

export const useSite = (): SiteIdentity => readIdentity(useRouteLoaderData('root'));

/** The identity in the data of the root loader. */
export const readIdentity = (rootData: unknown): SiteIdentity =>
  (rootData as { site?: SiteIdentity } | undefined)?.site ?? defaultIdentity;
