import { randomUUID } from 'node:crypto';
import type { PaymentProvider } from '#server/features/payments/index.ts';

type Order = Parameters<PaymentProvider['createCheckout']>[0];
type Truth = NonNullable<Awaited<ReturnType<PaymentProvider['fetch']>>>;
type Fault = 'refused' | 'lost-before' | 'lost-after';

/**
 * A payment provider in memory, with idempotency keys and fault injection: a refusal, a lost request and a lost response.
 * Its webhooks are plain JSON without a signature.
 */
export function createFakeProvider({ refusal }: { refusal: (reason: string) => Error }) {
  const orders: Order[] = [];
  const sessions = new Map<string, Truth>();
  const byKey = new Map<string, string>();
  const refunds = new Map<string, number>();
  /** Completed refunds; the others may still fail. */
  const counted = new Set<string>();
  const faults: Fault[] = [];
  let canCancel = true;
  let refundStatus: 'pending' | 'succeeded' | 'failed' = 'succeeded';
  let isDown = false;

  /** Injects faults into the next write calls. */
  const failNext = (...next: Fault[]) => void faults.push(...next);

  async function faulty<Result>(work: () => Result): Promise<Result> {
    const fault = faults.shift();
    if (fault === 'refused') throw refusal('card_declined');
    if (fault === 'lost-before') throw new Error('socket hang up');
    const result = work();
    if (fault === 'lost-after') throw new Error('time-out');
    return result;
  }

  const set = (providerId: string, changes: Partial<Truth>) =>
    void sessions.set(providerId, { ...(sessions.get(providerId) as Truth), ...changes });

  const provider: PaymentProvider = {
    name: 'stripe',
    createCheckout: (order) =>
      faulty(() => {
        orders.push(order);
        const providerId = byKey.get(order.idempotencyKey) ?? `fake_${randomUUID()}`;
        if (!byKey.has(order.idempotencyKey)) {
          byKey.set(order.idempotencyKey, providerId);
          const { paymentId, attempt, amountKopecks, currency } = order;
          const truth = { providerId, paymentId, attempt, amountKopecks, currency };
          sessions.set(providerId, { ...truth, status: 'open', refundedKopecks: 0 });
        }
        return { providerId, url: `https://checkout.stripe.com/c/${providerId}`, expiresAt: null };
      }),
    async fetch(providerId) {
      if (isDown) throw new Error('provider is down');
      return sessions.get(providerId);
    },
    async cancel(providerId) {
      if (isDown) throw new Error('provider is down');
      const { status, isStillPayable } = sessions.get(providerId) ?? {};
      if (canCancel && (status === 'open' || isStillPayable))
        set(providerId, { status: 'cancelled', isStillPayable: false });
      return sessions.get(providerId);
    },
    refund: (order) =>
      faulty(() => {
        const before = sessions.get(order.providerId)?.refundedKopecks ?? 0;
        const after = before + order.amountKopecks;
        const isCounted = counted.has(order.idempotencyKey);
        if (!isCounted && after > order.paidKopecks) throw refusal('over_refund');
        refunds.set(order.idempotencyKey, order.amountKopecks);
        if (refundStatus === 'succeeded' && !isCounted) {
          counted.add(order.idempotencyKey);
          set(order.providerId, { refundedKopecks: after });
        }
        const status = isCounted ? ('succeeded' as const) : refundStatus;
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
      for (const memory of [sessions, byKey, refunds, counted]) memory.clear();
      canCancel = true;
      refundStatus = 'succeeded';
      isDown = false;
    },
    /** Removes all faults. */
    heal(): void {
      faults.length = 0;
      isDown = false;
      refundStatus = 'succeeded';
    },
    /** Sets the status of later refunds. */
    decideRefunds: (status: typeof refundStatus) => {
      refundStatus = status;
    },
    /** Whether reading and cancelling sessions fails. */
    setDown: (down: boolean) => {
      isDown = down;
    },
    /** Like YooKassa, which cannot cancel a session that waits for the payer. */
    forbidCancelling: () => {
      canCancel = false;
    },
    allowCancelling: () => {
      canCancel = true;
    },
    sessionOf: (paymentId: number): Truth[] =>
      [...sessions.values()].filter((truth) => truth.paymentId === paymentId),
  };
}
