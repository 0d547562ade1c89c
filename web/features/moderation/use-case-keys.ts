import { type KeyboardEvent, useEffect, useRef } from 'react';

const steps: Record<string, number> = { KeyJ: 1, KeyK: -1 };

/** The keys of a queue: they move the focus between its cases, and press the button of a case that has the key. */
export function useCaseKeys(data: object | null) {
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<number | null>(null);
  const cases = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-case]') ?? [])];

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when the list has loaded again
  useEffect(() => {
    if (wanted.current === null) return;
    const rows = cases();
    // The last case takes the focus with it.
    (rows[Math.min(wanted.current, rows.length - 1)] ?? box.current)?.focus();
    wanted.current = null;
  }, [data]);

  function onKeyDown(event: KeyboardEvent): void {
    const { target, code } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    // A dialog is elsewhere in the document, and so are its keys.
    if (!(target instanceof HTMLElement) || !box.current?.contains(target)) return;
    const current = target.closest<HTMLElement>('[data-case]');
    const step = steps[code];
    if (step !== undefined) {
      const rows = cases();
      const index = current ? rows.indexOf(current) + step : 0;
      rows[Math.max(0, Math.min(index, rows.length - 1))]?.focus();
      event.preventDefault();
    }
    const button = current?.querySelector<HTMLElement>(`[data-key="${code}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  }

  function focusAfterReload(index: number): void {
    wanted.current = index;
  }
  return { box, onKeyDown, focusAfterReload };
}
