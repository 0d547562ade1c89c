import { type RefObject, useEffect, useRef } from 'react';

type Control = HTMLInputElement | HTMLSelectElement;

/** Whether a control holds something else than the HTML of the page gave it. */
function isEdited(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return (
      control.selectedIndex !==
      Math.max(
        0,
        [...control.options].findIndex((option) => option.defaultSelected),
      )
    );
  if (control.type === 'radio' || control.type === 'checkbox')
    return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

/**
 * For controls that take effect without a submit button. React leaves to a control of the rendered HTML what was filled
 * in before hydration, but no change event follows; this calls `apply` for it, once, after hydration.
 *
 * The controls need `autoComplete="off"`: what the browser restores on «back» is no choice of this visit. Fields of
 * react-hook-form need nothing: it reads edited fields when they are registered.
 */
export function useEarlyInput(container: RefObject<HTMLElement | null>, apply: (control: Control) => void) {
  const latest = useRef(apply);
  latest.current = apply;
  useEffect(() => {
    const controls = container.current?.querySelectorAll<Control>('input, select') ?? [];
    const edited = [...controls].filter(isEdited);
    // A choice of several leaves two edited radios: the one that was taken and the one that was left.
    const chosen = edited.find(
      (control) => control instanceof HTMLSelectElement || control.type !== 'radio' || control.checked,
    );
    if (chosen) latest.current(chosen);
  }, [container]);
}
