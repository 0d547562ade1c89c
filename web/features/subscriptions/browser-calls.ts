import { getBrowser } from '#web/api/browser.ts';
import { createSubscriptionCalls, type PaymentMemory, type SubscriptionCalls } from './subscription-calls.ts';

const memoryKey = 'payment';

/** Lasts as long as the tab, and therefore across the visit to the payment page. */
export const paymentMemory: PaymentMemory = {
  get() {
    const id = Number(read());
    return Number.isSafeInteger(id) && id > 0 ? id : null;
  },
  set: (id) => attempt(() => sessionStorage.setItem(memoryKey, String(id))),
  clear: () => attempt(() => sessionStorage.removeItem(memoryKey)),
};

/** Browser only. */
export const browserCalls = (): SubscriptionCalls =>
  createSubscriptionCalls(getBrowser().api, { origin: window.location.origin, memory: paymentMemory });

function read(): string | null {
  try {
    return sessionStorage.getItem(memoryKey);
  } catch {
    return null;
  }
}

/** Without storage the payment is found in the payment history instead. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {}
}
