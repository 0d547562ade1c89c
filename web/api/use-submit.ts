import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';

const subscribeToNothing = () => () => {};

/** False on the server and until the page is alive: a form sent before that would leave the page. */
function useIsAlive(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

type Submit = {
  isReady: boolean;
  isBusy: boolean;
  onSubmit: (event?: FormEvent) => void;
};

/** Checks and sends a form, once at a time: neither a double click nor Enter sends it twice. */
export function useSubmit<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  send: (values: Output) => Promise<void>,
  onInvalid?: (errors: FieldErrors<Values>) => void,
): Submit {
  const isReady = useIsAlive();
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
