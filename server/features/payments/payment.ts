import type { PaymentMethod, PaymentStatus, ReceiptStatus } from '#contract/payment.ts';
import type { ProviderState } from './provider.ts';

/**
 * `created`: no session at the provider is known yet; `open`: the session waits for the reader; `paid`: may be partly
 * refunded; `refunded`: fully refunded, or lost in a dispute.
 */
export type PaymentState = 'created' | 'open' | 'paid' | 'failed' | 'cancelled' | 'refunded';

export type Payment = {
  id: number;
  account: { id: number; username: string; email: string };
  planId: number;
  planName: string;
  subscriptionId: number | null;
  amountKopecks: number;
  currency: string;
  durationDays: number;
  description: string;
  /** The requested method; `provider` is the provider that serves it. */
  method: PaymentMethod;
  provider: PaymentMethod;
  state: PaymentState;
  /** The number of the current checkout. */
  attempt: number;
  refundedKopecks: number;
  /** The sum of pending and succeeded refunds. */
  reservedKopecks: number;
  failureReason: string | null;
  createdAt: Date;
  updatedAt: Date;
  processedAt: Date | null;
  disputedAt: Date | null;
};

export type Checkout = {
  paymentId: number;
  attempt: number;
  sessionId: string;
  idempotencyKey: string;
  provider: PaymentMethod;
  providerId: string | null;
  url: string | null;
  successUrl: string;
  cancelUrl: string;
  createdAt: Date;
  expiresAt: Date | null;
  /** When the provider reported the final state of the session. */
  settledAt: Date | null;
  /** Until when a paid session is checked for refunds and disputes. */
  watchedUntil: Date | null;
  receipt: ReceiptStatus | null;
};

const statusByState: Record<PaymentState, PaymentStatus> = {
  created: 'pending',
  open: 'processing',
  paid: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  refunded: 'refunded',
};

/** The API status of a payment state. */
export const toPaymentStatus = ({ state }: { state: PaymentState }): PaymentStatus => statusByState[state];

/** The payment states of an API status. */
export const toPaymentStates = (status: PaymentStatus): PaymentState[] =>
  (Object.keys(statusByState) as PaymentState[]).filter((state) => statusByState[state] === status);

export const isUnfinished = ({ state }: { state: PaymentState }): boolean =>
  state === 'created' || state === 'open';

/** The amount that can still be refunded. */
export const refundableKopecks = (payment: Payment): number =>
  payment.state === 'paid' ? payment.amountKopecks - payment.reservedKopecks : 0;

export const canBeRefunded = (payment: Payment): boolean => refundableKopecks(payment) > 0;

/** Providers remember a key for 24 hours: later the same call would create a second session. */
const keyLifetimeMs = 23 * 3_600_000;

/** Whether a session request without a response can still be repeated with the same key. */
export const isKeyValid = ({ createdAt }: Pick<Checkout, 'createdAt'>, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < keyLifetimeMs;

/** Whether an open checkout can be returned again for a repeated request. */
export function isStillOpen(checkout: Pick<Checkout, 'url' | 'createdAt' | 'expiresAt'>, now: Date): boolean {
  if (checkout.url === null) return isKeyValid(checkout, now);
  return checkout.expiresAt === null || checkout.expiresAt > now;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Most chargebacks and refunds happen within this time after a payment. */
const watchDays = 90;
/** The longest pause between checks of an open session, and of a settled one that is still watched. */
export const maxCheckIntervalMs = { open: hourMs, settled: dayMs };

/** Most receipts are registered within minutes. */
const receiptCheckMs = 10 * minuteMs;

/**
 * When the checks of a session paid now begin and end: the first one a day later, or after ten minutes while its
 * receipt is pending.
 */
export const watchWindow = (now: Date, receipt?: ReceiptStatus) => ({
  from: new Date(now.getTime() + (receipt === 'pending' ? receiptCheckMs : dayMs)),
  until: new Date(now.getTime() + watchDays * dayMs),
});

/**
 * The next check of a session. An open one is checked every minute for two hours, so that a lost webhook is compensated
 * within two minutes, then less and less often; a settled one once a day, and more often while its receipt is pending.
 */
export function nextCheckAt(
  {
    createdAt,
    settledAt = null,
    receipt = null,
  }: Pick<Checkout, 'createdAt'> & Partial<Pick<Checkout, 'settledAt' | 'receipt'>>,
  now: Date,
): Date {
  const ageMs = now.getTime() - createdAt.getTime();
  if (settledAt) {
    const pauseMs =
      receipt === 'pending'
        ? Math.min(maxCheckIntervalMs.settled, Math.max(receiptCheckMs, ageMs / 4))
        : maxCheckIntervalMs.settled;
    return new Date(now.getTime() + pauseMs);
  }
  if (ageMs < minuteMs) return new Date(now.getTime() + minuteMs / 2);
  if (ageMs < 2 * hourMs) return new Date(now.getTime() + minuteMs);
  return new Date(now.getTime() + Math.min(maxCheckIntervalMs.open, ageMs / 8));
}

/** Whether the session has reached its final state. */
export const isFinal = ({ status, isStillPayable }: ProviderState): boolean =>
  status !== 'open' && isStillPayable !== true;

/** The first field in which a provider object differs from our payment, or undefined; a mismatch is never applied. */
export function findMismatch(
  payment: Pick<Payment, 'id' | 'amountKopecks' | 'currency'>,
  checkout: Pick<Checkout, 'attempt' | 'providerId'>,
  providerState: ProviderState,
): string | undefined {
  if (providerState.paymentId !== payment.id) return 'payment';
  if (providerState.attempt !== checkout.attempt) return 'attempt';
  if (checkout.providerId !== null && providerState.providerId !== checkout.providerId) return 'session';
  if (providerState.amountKopecks !== payment.amountKopecks) return 'amount';
  return providerState.currency === payment.currency ? undefined : 'currency';
}

type PaymentSnapshot = Pick<Payment, 'state' | 'attempt' | 'amountKopecks' | 'refundedKopecks'>;
export type PaymentChange = { state: PaymentState; attempt: number; refundedKopecks: number };

/**
 * The change that the provider state of one attempt causes, or undefined. States only go forward: a charge counts in any
 * state of the payment, refunds only grow, and only the current attempt can fail a payment.
 */
export function decideChange(
  payment: PaymentSnapshot,
  attempt: number,
  providerState: Pick<ProviderState, 'status' | 'refundedKopecks'>,
): PaymentChange | undefined {
  if (providerState.status !== 'paid') {
    const isOver = providerState.status === 'failed' || providerState.status === 'cancelled';
    if (!isOver || attempt !== payment.attempt || !isUnfinished(payment)) return undefined;
    return { state: providerState.status, attempt, refundedKopecks: 0 };
  }
  const wasPaid = payment.state === 'paid' || payment.state === 'refunded';
  // A second paid attempt: `isPaidTwice` handles it.
  if (wasPaid && attempt !== payment.attempt) return undefined;
  const refundedKopecks = Math.min(
    payment.amountKopecks,
    Math.max(payment.refundedKopecks, providerState.refundedKopecks),
  );
  const state = refundedKopecks === payment.amountKopecks ? 'refunded' : 'paid';
  if (wasPaid && refundedKopecks === payment.refundedKopecks) return undefined;
  return { state, attempt, refundedKopecks };
}

/** Two attempts of one payment were paid, although the first is closed before the second opens. */
export const isPaidTwice = (
  payment: Pick<Payment, 'state' | 'attempt'>,
  attempt: number,
  providerState: Pick<ProviderState, 'status'>,
): boolean =>
  providerState.status === 'paid' &&
  attempt !== payment.attempt &&
  (payment.state === 'paid' || payment.state === 'refunded');

export type ResolvedMethod = { method: PaymentMethod; provider: PaymentMethod };

/**
 * The provider that serves a payment method, or undefined. Without a name it is the first provider; a sandbox without
 * real providers serves every method, so that clients work unchanged in development.
 */
export function resolvePaymentMethod(
  requested: string | null | undefined,
  providers: readonly PaymentMethod[],
  names: readonly PaymentMethod[],
): ResolvedMethod | undefined {
  const [first] = providers;
  if (first === undefined) return undefined;
  if (requested === null || requested === undefined || requested === '')
    return { method: first, provider: first };
  const method = names.find((name) => name === requested);
  if (method === undefined) return undefined;
  if (providers.includes(method)) return { method, provider: method };
  return first === 'sandbox' ? { method, provider: first } : undefined;
}
