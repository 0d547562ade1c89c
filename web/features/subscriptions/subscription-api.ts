import type { Payment } from '#contract/payment.ts';
import type { PinnedPost, Plan, Subscription } from '#contract/subscribe.ts';
import type { ApiClient } from '#web/api/client.ts';
import { ApiError } from '#web/api/error.ts';

/** The user's subscription, in any status, and pinned post. */
export type SubscriptionView = {
  subscription: Subscription | null;
  pinnedPost: PinnedPost | null;
};
const noSubscription: SubscriptionView = { subscription: null, pinnedPost: null };

/** Stores the id of the payment while the reader is on the payment page. */
export type PendingPaymentStore = { get(): number | null; set(paymentId: number): void; clear(): void };

const maxPlans = 100;
const failureStatuses = [0, 400, 403, 404, 429, 500, 502, 503, 504];

export type SubscriptionApi = ReturnType<typeof createSubscriptionApi>;

/** The API calls of the subscription screens. */
export function createSubscriptionApi(
  api: ApiClient,
  { origin, pendingPaymentStore }: { origin: string; pendingPaymentStore: PendingPaymentStore },
) {
  async function loadStatus(): Promise<SubscriptionView> {
    try {
      const response = await api.call('getSubscriptionState', { suppressToastFor: [404] });
      return { subscription: response.subscription, pinnedPost: response.pinned_post };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return noSubscription;
      throw error;
    }
  }

  async function loadPlans(): Promise<Plan[]> {
    return unwrapList<Plan>(await api.call('listPlans', { query: { page_size: maxPlans } }));
  }

  /** All payments, newest first. Checks the status of a payment in progress first, because it may just have ended. */
  async function loadPayments(): Promise<Payment[]> {
    const payments = unwrapList<Payment>(await api.call('listPaymentHistory'));
    const open = payments.find((payment) => payment.is_pending);
    const hasEnded = open !== undefined && (await hasPaymentEnded(open.id));
    return hasEnded ? unwrapList<Payment>(await api.call('listPaymentHistory')) : payments;
  }

  async function hasPaymentEnded(paymentId: number): Promise<boolean> {
    try {
      const params = { id: String(paymentId) };
      const { status } = await api.call('getPaymentStatus', { params, suppressToastFor: failureStatuses });
      return status !== 'pending' && status !== 'processing';
    } catch (error) {
      // Fall back to the status from the list.
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  /** Starts a checkout or resumes the open one of the same plan; returns the URL of the payment page. */
  async function checkout(planId: number | null | undefined): Promise<string> {
    if (!planId) throw new Error('Plan ID is required');
    const session = await api.call('createCheckoutSession', {
      body: {
        subscription_plan_id: planId,
        success_url: `${origin}/subscription/success`,
        cancel_url: `${origin}/subscription/cancel`,
      },
    });
    pendingPaymentStore.set(session.payment_id);
    return session.checkout_url;
  }

  async function cancelPayment(paymentId: number): Promise<void> {
    await api.call('cancelPayment', { params: { id: String(paymentId) }, body: {} });
    pendingPaymentStore.clear();
  }

  /** Cancels the subscription, which also removes the pin; returns the new state. */
  async function cancel(): Promise<SubscriptionView> {
    await api.call('cancelSubscription', { body: {} });
    return noSubscription;
  }

  async function unpin(): Promise<null> {
    await api.call('unpinPost', { body: {} });
    return null;
  }

  return { loadStatus, loadPlans, loadPayments, checkout, cancelPayment, cancel, unpin };
}

/** The API returns lists with or without an envelope. */
export function unwrapList<Item>(response: { results: Item[] } | Item[]): Item[] {
  return Array.isArray(response) ? response : response.results;
}

/** The plan of an open payment, if it is still on sale at the same price: another price needs a new payment. */
export function findPlanToResume(
  { plan, amount, currency }: Pick<Payment, 'plan' | 'amount' | 'currency'>,
  plans: readonly Plan[],
): Plan | undefined {
  return plans.find(
    ({ id, ...planPrice }) => id === plan && planPrice.price === amount && planPrice.currency === currency,
  );
}
