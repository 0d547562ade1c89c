import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';

const noSubscription = () => () => {};

/** False on the server and until hydration: a form submitted earlier would navigate away from the page. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
}

/**
 * Keeps values entered before hydration. react-hook-form reads edited fields when they are registered, but it does not
 * notify `useWatch` of them, so this hook does.
 */
function useValuesBeforeHydration<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    const values = form.getValues();
    const defaults: Record<string, unknown> = form.formState.defaultValues ?? {};
    const isEdited = Object.entries(values).some(
      ([name, value]) => typeof value !== 'object' && value !== defaults[name],
    );
    // Without `shouldDirty` the form notifies nobody of values that it already has.
    if (isEdited) form.setValues(values, { shouldDirty: true });
  }, []);
}

export type Submit = {
  isReady: boolean;
  isBusy: boolean;
  onSubmit: (event?: FormEvent) => void;
};

/** Validates and submits a form. A double click or Enter does not submit it twice. */
export function useSubmit<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  send: (values: Output) => Promise<void>,
  onInvalid?: (errors: FieldErrors<Values>) => void,
): Submit {
  const isReady = useIsHydrated();
  useValuesBeforeHydration(form);
  const isSending = useRef(false);
  const [isBusy, setBusy] = useState(false);

  async function sendOnce(values: Output): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    try {
      await send(values);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  }

  return { isReady, isBusy, onSubmit: (event) => void form.handleSubmit(sendOnce, onInvalid)(event) };
}
