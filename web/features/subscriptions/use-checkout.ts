import { useEffect, useRef, useState } from 'react';
import * as subscriptionPageMessages from '#locales/ru/subscription-page.ts';
import { ApiError } from '#web/api/error.ts';
import { notify } from '#web/ui/notify.ts';
import { getSubscriptionApi } from './browser-subscription-api.ts';

/**
 * Starts a checkout and navigates to the payment page. Repeated calls of `startCheckout` send one request; the plan
 * stays busy until the page unloads. `onStale` is called when the shown data may be outdated: after an API error, or
 * when the reader returns to the page.
 */
export function useCheckout(onStale: () => void): {
  busyPlan: number | null;
  startCheckout: (planId: number | undefined) => void;
} {
  const [busyPlan, setBusyPlan] = useState<number | null>(null);
  const isLeaving = useRef(false);

  const resetBusy = () => {
    isLeaving.current = false;
    setBusyPlan(null);
  };

  useEffect(() => {
    // The browser may restore the page from the back/forward cache.
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

  async function goToCheckout(planId: number | undefined): Promise<void> {
    if (isLeaving.current) return;
    isLeaving.current = true;
    setBusyPlan(planId ?? null);
    try {
      window.location.assign(await getSubscriptionApi().checkout(planId));
    } catch (error) {
      resetBusy();
      // API errors already have a toast.
      if (error instanceof ApiError) onStale();
      else notify('error', subscriptionPageMessages.checkoutFailed);
    }
  }

  return { busyPlan, startCheckout: (planId) => void goToCheckout(planId) };
}
