import { useEffect, useRef, useState } from 'react';
import { t } from '#text/index.ts';
import { ApiError } from '#web/api/error.ts';
import { notify } from '#web/api/notify.ts';
import { browserCalls } from './browser-calls.ts';

/**
 * The way to the payment page, once at a time: `begin` sends one checkout however often it is pressed. The plan stays
 * busy until the page is left.
 */
export function useCheckout(): { busyPlan: number | null; begin: (planId: number | undefined) => void } {
  const [busyPlan, setBusyPlan] = useState<number | null>(null);
  const isLeaving = useRef(false);

  const end = () => {
    isLeaving.current = false;
    setBusyPlan(null);
  };

  // The page may come back as it was left, out of the browser's memory.
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isLeaving.current = false;
      setBusyPlan(null);
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  async function leave(planId: number | undefined): Promise<void> {
    if (isLeaving.current) return;
    isLeaving.current = true;
    setBusyPlan(planId ?? null);
    try {
      window.location.assign(await browserCalls().checkout(planId));
    } catch (error) {
      end();
      // The API's own refusals have been told already.
      if (!(error instanceof ApiError)) notify('error', t('subscriptionPage.checkoutFailed'));
    }
  }

  return { busyPlan, begin: (planId) => void leave(planId) };
}
