import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { SharedDraft } from '#contract/draft-links.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';

export type SharedDraftState =
  | { kind: 'loading' | 'gone' | 'failed' }
  | { kind: 'published'; slug: string }
  | { kind: 'draft'; draft: SharedDraft };

const suppressToastFor = [0, 400, 404, 429, 500, 503];

/** The draft of the link in the URL fragment, which is never sent to a server and therefore is in no log or referrer. */
export function useSharedDraft(): { state: SharedDraftState; retry: () => void } {
  const { hash } = useLocation();
  const [state, setState] = useState<SharedDraftState>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry repeats the same request
  useEffect(() => {
    const token = hash.slice(1);
    if (token === '') return setState({ kind: 'gone' });
    const controller = new AbortController();
    setState({ kind: 'loading' });
    getBrowserClient()
      .api.call('readDraftLink', { body: { token }, suppressToastFor, signal: controller.signal })
      .then(({ draft, published_slug: slug }) => {
        if (draft) setState({ kind: 'draft', draft });
        else setState(slug === null ? { kind: 'gone' } : { kind: 'published', slug });
      })
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (error.failure !== 'aborted') setState({ kind: error.status === 404 ? 'gone' : 'failed' });
      });
    return () => controller.abort();
  }, [hash, attempt]);

  return { state, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}
