import { type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

const debounceMs = 400;

/**
 * Navigates to the path of the form's values: at once, or debounced while the reader types. While a text is being typed
 * (`isRefining`: the URL has one already), its intermediate states replace each other in the browser history.
 */
export function useApplyFilters(
  form: RefObject<HTMLFormElement | null>,
  pathOf: (fields: URLSearchParams) => string,
  isRefining: boolean,
) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function go(replace: boolean) {
    clearTimeout(timer.current);
    if (!form.current) return;
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) fields.set(name, String(value));
    const path = pathOf(fields);
    if (path === window.location.pathname + window.location.search) return;
    void navigate(path, { replace, preventScrollReset: true });
  }

  return {
    apply: () => go(false),
    applySoon() {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => go(isRefining), debounceMs);
    },
  };
}

/**
 * Updates the controls of the form when the URL changes («back», a chip, the header's search), but never overwrites text
 * that the reader is typing or has typed before hydration.
 */
export function useSyncWithUrl(
  form: RefObject<HTMLFormElement | null>,
  values: Record<string, string | undefined>,
) {
  const serialized = JSON.stringify(values);
  const lastSynced = useRef(serialized);
  useEffect(() => {
    if (lastSynced.current === serialized) return;
    lastSynced.current = serialized;
    const current: Record<string, string> = JSON.parse(serialized);
    for (const [name, value] of Object.entries(current)) {
      const control = form.current?.elements.namedItem(name);
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
      if (control instanceof HTMLInputElement && control === document.activeElement) continue;
      control.value = value;
    }
  }, [form, serialized]);
}
