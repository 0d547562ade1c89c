import { useEffect } from 'react';
import { getBrowser } from '#web/api/browser.ts';
import { useSession } from '#web/api/use-session.ts';

/** A lost view does not concern the reader: no error toast. */
const quiet = [0, 400, 401, 403, 404, 413, 415, 429, 500, 503];

/**
 * Reports a view of a post: server-rendered pages are not counted. It waits until the session is restored and the page
 * is visible, so that prefetched pages do not count. It is a component that renders nothing, so that a restored session
 * does not re-render the page.
 */
export function ReportedView({ slug }: { slug: string }) {
  const isKnown = useSession().status !== 'restoring';
  useEffect(() => {
    if (!isKnown) return;
    const report = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', report);
      void getBrowser()
        .api.call('viewPost', { params: { slug }, quiet })
        .catch(() => undefined);
    };
    document.addEventListener('visibilitychange', report);
    report();
    return () => document.removeEventListener('visibilitychange', report);
  }, [isKnown, slug]);
  return null;
}
