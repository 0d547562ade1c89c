import { randomUUID } from 'node:crypto';
import type { PaymentProvider } from '#server/features/payments/index.ts';

type Order = Parameters<PaymentProvider['createCheckout']>[0];
type ProviderState = NonNullable<Awaited<ReturnType<PaymentProvider['fetch']>>>;
type Fault = 'refused' | 'lost-before' | 'lost-after';

/**
 * A payment provider in memory, with idempotency keys and fault injection: a refusal, a lost request and a lost response.
 * Its webhooks are plain JSON without a signature.
 */
export function createFakeProvider({ refusal }: { refusal: (reason: string) => Error }) {
  const orders: Order[] = [];
  const sessions = new Map<string, ProviderState>();
  const byKey = new Map<string, string>();
  const refunds = new Map<string, number>();
  /** Completed refunds; the others may still fail. */
  const completedRefunds = new Set<string>();
  const faults: Fault[] = [];
  let canCancel = true;
  let refundStatus: 'pending' | 'succeeded' | 'failed' = 'succeeded';
  let isUnavailable = false;

  /** Injects faults into the next write calls. */
  const failNext = (...next: Fault[]) => void faults.push(...next);

  async function withFault<Result>(work: () => Result): Promise<Result> {
    const fault = faults.shift();
    if (fault === 'refused') throw refusal('card_declined');
    if (fault === 'lost-before') throw new Error('socket hang up');
    const result = work();
    if (fault === 'lost-after') throw new Error('time-out');
    return result;
  }

  const set = (providerId: string, changes: Partial<ProviderState>) =>
    void sessions.set(providerId, { ...(sessions.get(providerId) as ProviderState), ...changes });

  const provider: PaymentProvider = {
    name: 'stripe',
    createCheckout: (order) =>
      withFault(() => {
        orders.push(order);
        const providerId = byKey.get(order.idempotencyKey) ?? `fake_${randomUUID()}`;
        if (!byKey.has(order.idempotencyKey)) {
          byKey.set(order.idempotencyKey, providerId);
          const { paymentId, attempt, amountKopecks, currency } = order;
          const state = { providerId, paymentId, attempt, amountKopecks, currency };
          sessions.set(providerId, { ...state, status: 'open', refundedKopecks: 0 });
        }
        return { providerId, url: `https://checkout.stripe.com/c/${providerId}`, expiresAt: null };
      }),
    async fetch(providerId) {
      if (isUnavailable) throw new Error('provider is down');
      return sessions.get(providerId);
    },
    async cancel(providerId) {
      if (isUnavailable) throw new Error('provider is down');
      const { status, isStillPayable } = sessions.get(providerId) ?? {};
      if (canCancel && (status === 'open' || isStillPayable))
        set(providerId, { status: 'cancelled', isStillPayable: false });
      return sessions.get(providerId);
    },
    refund: (order) =>
      withFault(() => {
        const before = sessions.get(order.providerId)?.refundedKopecks ?? 0;
        const after = before + order.amountKopecks;
        const isCompleted = completedRefunds.has(order.idempotencyKey);
        if (!isCompleted && after > order.paidKopecks) throw refusal('over_refund');
        refunds.set(order.idempotencyKey, order.amountKopecks);
        if (refundStatus === 'succeeded' && !isCompleted) {
          completedRefunds.add(order.idempotencyKey);
          set(order.providerId, { refundedKopecks: after });
        }
        const status = isCompleted ? ('succeeded' as const) : refundStatus;
        return { providerId: `re_${order.idempotencyKey}`, status };
      }),
    parseWebhook({ text }) {
      const { id, type, session } = JSON.parse(text);
      return { key: id, type, objectId: session ?? null };
    },
  };

  return {
    provider,
    orders,
    sessions,
    refunds,
    failNext,
    set,
    /** Resets all state. */
    reset(): void {
      orders.length = 0;
      faults.length = 0;
      for (const collection of [sessions, byKey, refunds, completedRefunds]) collection.clear();
      canCancel = true;
      refundStatus = 'succeeded';
      isUnavailable = false;
    },
    /** Removes all faults. */
    clearFaults(): void {
      faults.length = 0;
      isUnavailable = false;
      refundStatus = 'succeeded';
    },
    /** Sets the status of later refunds. */
    setRefundStatus: (status: typeof refundStatus) => {
      refundStatus = status;
    },
    /** Whether reading and cancelling sessions fails. */
    setUnavailable: (isUnavailableNow: boolean) => {
      isUnavailable = isUnavailableNow;
    },
    /** Like YooKassa, which cannot cancel a session that waits for the payer. */
    disableCancelling: () => {
      canCancel = false;
    },
    enableCancelling: () => {
      canCancel = true;
    },
    findSessions: (paymentId: number): ProviderState[] =>
      [...sessions.values()].filter((state) => state.paymentId === paymentId),
  };
}
