import { getBrowserClient } from '#web/api/browser-client.ts';
import { createSubscriptionApi, type PendingPaymentStore, type SubscriptionApi } from './subscription-api.ts';

const storageKey = 'payment';

/** Lasts as long as the tab, and therefore across the visit to the payment page. */
export const pendingPaymentStore: PendingPaymentStore = {
  get() {
    const id = Number(readStorage());
    return Number.isSafeInteger(id) && id > 0 ? id : null;
  },
  set: (id) => ignoreErrors(() => sessionStorage.setItem(storageKey, String(id))),
  clear: () => ignoreErrors(() => sessionStorage.removeItem(storageKey)),
};

/** Browser only. */
export const getSubscriptionApi = (): SubscriptionApi =>
  createSubscriptionApi(getBrowserClient().api, {
    origin: window.location.origin,
    pendingPaymentStore,
  });

function readStorage(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Without storage the payment is found in the payment history instead. */
function ignoreErrors(action: () => void): void {
  try {
    action();
  } catch {}
}
