import type { Payment } from '#contract/payment.ts';
import type { PinnedPost, Plan, Subscription } from '#contract/subscribe.ts';
import type { ApiClient } from '#web/api/client.ts';
import { ApiError } from '#web/api/error.ts';

/** What a reader has: a subscription in whatever state, and a pinned post. */
export type SubscriptionView = {
  subscription: Subscription | null;
  pinnedPost: PinnedPost | null;
};
const nothing: SubscriptionView = { subscription: null, pinnedPost: null };

/** Remembers which payment a reader has gone to, while he is away. */
export type PaymentMemory = { get(): number | null; set(paymentId: number): void; clear(): void };

const mostPlans = 100;
const anyFailure = [0, 400, 403, 404, 429, 500, 502, 503, 504];

export type SubscriptionCalls = ReturnType<typeof createSubscriptionCalls>;

/** What the subscription's screens ask of the API; what could not be meant is refused before anything is sent. */
export function createSubscriptionCalls(
  api: ApiClient,
  { origin, memory }: { origin: string; memory: PaymentMemory },
) {
  async function loadStatus(): Promise<SubscriptionView> {
    try {
      const answer = await api.call('getSubscriptionState', { quiet: [404] });
      return { subscription: answer.subscription, pinnedPost: answer.pinned_post };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return nothing;
      throw error;
    }
  }

  async function loadPlans(): Promise<Plan[]> {
    return listOf<Plan>(await api.call('listPlans', { query: { page_size: mostPlans } }));
  }

  /** All payments, newest first. One that is under way is asked after: it may have ended a moment ago. */
  async function loadPayments(): Promise<Payment[]> {
    const payments = listOf<Payment>(await api.call('listPaymentHistory'));
    const open = payments.find((payment) => payment.is_pending);
    const hasEnded = open !== undefined && (await isOver(open.id));
    return hasEnded ? listOf<Payment>(await api.call('listPaymentHistory')) : payments;
  }

  async function isOver(paymentId: number): Promise<boolean> {
    try {
      const params = { id: String(paymentId) };
      const { status } = await api.call('getPaymentStatus', { params, quiet: anyFailure });
      return status !== 'pending' && status !== 'processing';
    } catch (error) {
      // What the list says is good enough.
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  /** Begins to buy a plan, or goes on with an open checkout of it; gives the address where the reader pays. */
  async function checkout(planId: number | null | undefined): Promise<string> {
    if (!planId) throw new Error('Plan ID is required');
    const session = await api.call('createCheckoutSession', {
      body: {
        subscription_plan_id: planId,
        success_url: `${origin}/subscription/success`,
        cancel_url: `${origin}/subscription/cancel`,
      },
    });
    memory.set(session.payment_id);
    return session.checkout_url;
  }

  async function cancelPayment(paymentId: number): Promise<void> {
    await api.call('cancelPayment', { params: { id: String(paymentId) }, body: {} });
    memory.clear();
  }

  /** Ends the subscription, and the pin with it; gives what is left. */
  async function cancel(): Promise<SubscriptionView> {
    await api.call('cancelSubscription', { body: {} });
    return nothing;
  }

  async function unpin(): Promise<null> {
    await api.call('unpinPost', { body: {} });
    return null;
  }

  return { loadStatus, loadPlans, loadPayments, checkout, cancelPayment, cancel, unpin };
}

/** A list comes in an envelope or plain. */
export function listOf<Item>(answer: { results: Item[] } | Item[]): Item[] {
  return Array.isArray(answer) ? answer : answer.results;
}

/** The plan of an open payment, where it is still sold as it was: a new price would be another payment. */
export function planToResume(
  { plan, amount, currency }: Pick<Payment, 'plan' | 'amount' | 'currency'>,
  plans: readonly Plan[],
): Plan | undefined {
  return plans.find(
    ({ id, ...offer }) => id === plan && offer.price === amount && offer.currency === currency,
  );
}
