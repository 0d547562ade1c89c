import { useEffect } from 'react';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useSession } from '#web/api/use-session.ts';

/** A lost report does not concern the reader: no error toast. */
const silencedStatuses = [0, 400, 401, 403, 404, 413, 415, 429, 500, 503];

/**
 * The host of the page that led here, and nothing else of its URL. The browser keeps the referrer of the first page; the
 * router numbers the pages that follow it.
 */
const findReferrerHost = (): string => {
  const url = window.history.state?.idx > 0 ? location.href : document.referrer;
  return URL.canParse(url) ? new URL(url).hostname : '';
};

type Props = { slug: string; readingMinutes: number };

/**
 * Reports a view of a post: neither server-rendered pages nor the loader count one. It waits until the session is restored
 * and the page is visible, so that prefetched pages do not count. It is a component that renders nothing, so that a
 * restored session does not re-render the page.
 */
export function ViewReporter({ slug, readingMinutes }: Props) {
  const isSessionKnown = useSession().status !== 'restoring';
  useEffect(() => {
    if (!isSessionKnown) return;
    let stop: (() => void) | undefined;
    const report = async () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', report);
      import('#web/offline/offline-reading.ts')
        .then(({ saveArticle }) => saveArticle(slug))
        .catch(() => undefined);
      const controller = new AbortController();
      stop = () => controller.abort();
      try {
        const { api } = getBrowserClient();
        const call = { params: { slug }, suppressToastFor: silencedStatuses };
        await api.call('viewPost', { ...call, body: { referrer: findReferrerHost() } });
        const { observeFinish } = await import('./observe-finish.ts');
        observeFinish(readingMinutes, controller.signal, () => {
          api.call('finishPost', call).catch(() => undefined);
        });
      } catch {
        // A view or its end is not counted.
      }
    };
    document.addEventListener('visibilitychange', report);
    void report();
    return () => {
      document.removeEventListener('visibilitychange', report);
      stop?.();
    };
  }, [isSessionKnown, slug, readingMinutes]);
  return null;
}
