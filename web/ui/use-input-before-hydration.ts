import { type RefObject, useEffect, useRef } from 'react';

type Control = HTMLInputElement | HTMLSelectElement;

/** Whether the value of a control differs from the page's HTML. */
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
 * For controls that take effect without a submit button. React keeps the value that was entered before hydration, but
 * fires no change event; this hook calls `apply` for it once after hydration.
 *
 * The controls need `autoComplete="off"`: values that the browser restores on «back» must not be applied. Fields of
 * react-hook-form do not need this hook: the library reads edited fields when they are registered.
 */
export function useInputBeforeHydration(
  container: RefObject<HTMLElement | null>,
  apply: (control: Control) => void,
) {
  const latest = useRef(apply);
  latest.current = apply;
  useEffect(() => {
    const controls = container.current?.querySelectorAll<Control>('input, select') ?? [];
    const edited = [...controls].filter(isEdited);
    // Choosing a radio edits two: the one checked and the one unchecked.
    const changed = edited.find(
      (control) => control instanceof HTMLSelectElement || control.type !== 'radio' || control.checked,
    );
    if (changed) latest.current(changed);
  }, [container]);
}
