import { useEffect } from 'react';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useSession } from '#web/api/use-session.ts';

/** A lost view does not concern the reader: no error toast. */
const silencedStatuses = [0, 400, 401, 403, 404, 413, 415, 429, 500, 503];

/**
 * Reports a view of a post: server-rendered pages are not counted. It waits until the session is restored and the page
 * is visible, so that prefetched pages do not count. It is a component that renders nothing, so that a restored session
 * does not re-render the page.
 */
export function ViewReporter({ slug }: { slug: string }) {
  const isSessionKnown = useSession().status !== 'restoring';
  useEffect(() => {
    if (!isSessionKnown) return;
    const report = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', report);
      void getBrowserClient()
        .api.call('viewPost', { params: { slug }, suppressToastFor: silencedStatuses })
        .catch(() => undefined);
    };
    document.addEventListener('visibilitychange', report);
    report();
    return () => document.removeEventListener('visibilitychange', report);
  }, [isSessionKnown, slug]);
  return null;
}
