import { useEffect, useRef, useState } from 'react';
import { t } from '#text/index.ts';
import { ApiError } from '#web/api/error.ts';
import { notify } from '#web/api/notify.ts';
import { browserCalls } from './browser-calls.ts';

/**
 * The way to the payment page, once at a time: `begin` sends one checkout however often it is pressed. The plan stays
 * busy until the page is left. `onStale` is called where what is shown may no longer be true: another tab was faster, or
 * the reader comes back.
 */
export function useCheckout(onStale: () => void): {
  busyPlan: number | null;
  begin: (planId: number | undefined) => void;
} {
  const [busyPlan, setBusyPlan] = useState<number | null>(null);
  const isLeaving = useRef(false);

  const end = () => {
    isLeaving.current = false;
    setBusyPlan(null);
  };

  useEffect(() => {
    // The page may come back as it was left, out of the browser's memory.
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isLeaving.current = false;
      setBusyPlan(null);
      onStale();
    };
    const onVisible = () => {
      if (!document.hidden) onStale();
    };
    window.addEventListener('pageshow', onPageShow);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      window.removeEventListener('pageshow', onPageShow);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [onStale]);

  async function leave(planId: number | undefined): Promise<void> {
    if (isLeaving.current) return;
    isLeaving.current = true;
    setBusyPlan(planId ?? null);
    try {
      window.location.assign(await browserCalls().checkout(planId));
    } catch (error) {
      end();
      // The API's own refusals have been told already.
      if (error instanceof ApiError) onStale();
      else notify('error', t('subscriptionPage.checkoutFailed'));
    }
  }

  return { busyPlan, begin: (planId) => void leave(planId) };
}
