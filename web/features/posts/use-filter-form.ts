import { type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { PostStatus } from '#contract/posts.ts';
import { type ListBasePath, type ListState, listPath, type Ordering } from './list-path.ts';

const searchDebounceMs = 400;

/**
 * Navigates to the URL of the form's values: at once, or debounced while the reader types. While a search is being
 * typed, its intermediate states replace each other in the browser history.
 */
export function useApplyFilters(
  form: RefObject<HTMLFormElement | null>,
  basePath: ListBasePath,
  hasSearch: boolean,
) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function go(replace: boolean) {
    clearTimeout(timer.current);
    if (!form.current) return;
    const fields = new FormData(form.current);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const path = listPath(
      {
        search: text('search'),
        category: text('category'),
        ordering: text('ordering') as Ordering,
        status: (text('status') || undefined) as PostStatus | undefined,
      },
      basePath,
    );
    if (path === window.location.pathname + window.location.search) return;
    void navigate(path, { replace, preventScrollReset: true });
  }

  return {
    apply: () => go(false),
    applySoon() {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => go(hasSearch), searchDebounceMs);
    },
  };
}

/**
 * Updates the form when the URL changes («back», a chip, the header's search), but never overwrites text that the
 * reader is typing or has typed before hydration.
 */
export function useSyncWithUrl(form: RefObject<HTMLFormElement | null>, state: ListState) {
  const { search, category, ordering, status = '' } = state;
  const serialized = JSON.stringify({ search, category, ordering, status });
  const lastSynced = useRef(serialized);
  useEffect(() => {
    if (lastSynced.current === serialized) return;
    lastSynced.current = serialized;
    const values: Record<string, string> = JSON.parse(serialized);
    for (const [name, value] of Object.entries(values)) {
      const control = form.current?.elements.namedItem(name);
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
      if (name === 'search' && control === document.activeElement) continue;
      control.value = value;
    }
  }, [form, serialized]);
}
