import { useEffect } from 'react';
import { getBrowser } from '#web/api/browser.ts';
import { useSession } from '#web/api/use-session.ts';

/** A view that could not be told is nobody's loss: no toast for any failure. */
const quiet = [0, 400, 401, 403, 404, 413, 415, 429, 500, 503];

/**
 * Tells the server that a reader has the post before them: a page that came from the server has not been counted.
 * It waits until it is known who reads and until the page is in sight; prefetched pages are seen by nobody. Shows nothing:
 * by itself, so that the page is not drawn anew when the session is known.
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
