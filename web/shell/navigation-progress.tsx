import { useNavigation } from 'react-router';
import * as siteMessages from '#locales/ru/site.ts';

/** A line at the top of the screen while the next page is loading, which on a slow line takes seconds. */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return <div role="progressbar" aria-label={siteMessages.loading} className="navigation-progress" />;
}
