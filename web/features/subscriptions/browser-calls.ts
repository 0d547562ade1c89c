import { getBrowser } from '#web/api/browser.ts';
import { createSubscriptionCalls, type PaymentMemory, type SubscriptionCalls } from './subscription-calls.ts';

const memoryKey = 'payment';

/** Lasts as long as the tab, and with it the way to the payment page and back. */
export const paymentMemory: PaymentMemory = {
  get() {
    const id = Number(read());
    return Number.isSafeInteger(id) && id > 0 ? id : null;
  },
  set: (id) => attempt(() => sessionStorage.setItem(memoryKey, String(id))),
  clear: () => attempt(() => sessionStorage.removeItem(memoryKey)),
};

/** The calls of this tab; only in the browser. */
export const browserCalls = (): SubscriptionCalls =>
  createSubscriptionCalls(getBrowser().api, { origin: window.location.origin, memory: paymentMemory });

function read(): string | null {
  try {
    return sessionStorage.getItem(memoryKey);
  } catch {
    return null;
  }
}

/** A browser that keeps nothing costs the shortcut, not the payment: the history knows it too. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {}
}
