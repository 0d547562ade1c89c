import { useState } from 'react';
import { ApiError } from '#web/api/error.ts';
import { notify } from '#web/ui/notify.ts';

type Action = {
  isBusy: boolean;
  /** Sends the request and shows the message on success. Resolves to false when the API refused it. */
  run: (send: () => Promise<unknown>, successMessage: string) => Promise<boolean>;
};

/** A request that a button sends. The API client shows its failure in a toast. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);

  async function run(send: () => Promise<unknown>, successMessage: string): Promise<boolean> {
    setBusy(true);
    try {
      await send();
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    } finally {
      setBusy(false);
    }
    notify('success', successMessage);
    return true;
  }

  return { isBusy, run };
}
