import type { PaymentMethod, PaymentStatus, ReceiptStatus } from '#contract/payment.ts';
import type { ProviderPayment } from './provider.ts';

/**
 * `created`: no session at the provider is known yet; `open`: one waits for the reader; `paid` may be refunded in part;
 * `refunded` means nothing is left.
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
  /** The name that was asked for; `provider` is who serves it. */
  method: PaymentMethod;
  provider: PaymentMethod;
  state: PaymentState;
  /** Number of the checkout that counts. */
  attempt: number;
  refundedKopecks: number;
  /** Refunds asked for and not refused, those done included. */
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
  /** When the provider has said how the session ended. */
  settledAt: Date | null;
  /** Until when a paid session is looked at now and then. */
  watchedUntil: Date | null;
  receipt: ReceiptStatus | null;
};

const statusOf: Record<PaymentState, PaymentStatus> = {
  created: 'pending',
  open: 'processing',
  paid: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  refunded: 'refunded',
};

/** What the API calls the state of a payment (contract decision 25). */
export const paymentStatusOf = ({ state }: { state: PaymentState }): PaymentStatus => statusOf[state];

/** The states that the API calls so. */
export const statesOf = (status: PaymentStatus): PaymentState[] =>
  (Object.keys(statusOf) as PaymentState[]).filter((state) => statusOf[state] === status);

export const isUnfinished = ({ state }: { state: PaymentState }): boolean =>
  state === 'created' || state === 'open';

/** What may still be given back. */
export const refundableKopecks = (payment: Payment): number =>
  payment.state === 'paid' ? payment.amountKopecks - payment.reservedKopecks : 0;

export const canBeRefunded = (payment: Payment): boolean => refundableKopecks(payment) > 0;

/** Providers know a key for a day: later the same call would make a second session. */
const keyLifeMs = 23 * 3_600_000;

/** Whether the session of a checkout that no provider has answered for may still be asked for under its key. */
export const isKeyAlive = ({ createdAt }: Pick<Checkout, 'createdAt'>, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < keyLifeMs;

/** Whether an open checkout can still be answered with again (contract decision 6). */
export function isStillOpen(checkout: Pick<Checkout, 'url' | 'createdAt' | 'expiresAt'>, now: Date): boolean {
  if (checkout.url === null) return isKeyAlive(checkout, now);
  return checkout.expiresAt === null || checkout.expiresAt > now;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** So long after a payment banks and providers are most likely to take it back. */
const watchDays = 90;
/** A session that is open, and one that is over and still watched. */
export const longestCheckPauseMs = { open: hourMs, settled: dayMs };

/** Receipts are registered within minutes, mostly. */
const receiptMs = 10 * minuteMs;

/**
 * How long a session is looked after that is paid now, and from when on: a day later whatever came of it has settled,
 * but for a receipt that is still being registered.
 */
export const watchFrom = (now: Date, receipt?: ReceiptStatus) => ({
  from: new Date(now.getTime() + (receipt === 'pending' ? receiptMs : dayMs)),
  until: new Date(now.getTime() + watchDays * dayMs),
});

/**
 * When a session that is still open is asked for again: often while the reader is likely to be paying, so that a lost
 * message is made good within two minutes, then more and more rarely; once a day when it is over, more often at first
 * while its receipt is being registered.
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
        ? Math.min(longestCheckPauseMs.settled, Math.max(receiptMs, ageMs / 4))
        : longestCheckPauseMs.settled;
    return new Date(now.getTime() + pauseMs);
  }
  if (ageMs < minuteMs) return new Date(now.getTime() + minuteMs / 2);
  if (ageMs < 2 * hourMs) return new Date(now.getTime() + minuteMs);
  return new Date(now.getTime() + Math.min(longestCheckPauseMs.open, ageMs / 8));
}

/** Whether the provider will not change its mind about how a session ended. */
export const isFinal = ({ status, isStillPayable }: ProviderPayment): boolean =>
  status !== 'open' && isStillPayable !== true;

/** What of a provider's object is not what we asked for, or undefined; a mismatch is never applied (trust P7). */
export function mismatchOf(
  payment: Pick<Payment, 'id' | 'amountKopecks' | 'currency'>,
  checkout: Pick<Checkout, 'attempt' | 'providerId'>,
  truth: ProviderPayment,
): string | undefined {
  if (truth.paymentId !== payment.id) return 'payment';
  if (truth.attempt !== checkout.attempt) return 'attempt';
  if (checkout.providerId !== null && truth.providerId !== checkout.providerId) return 'session';
  if (truth.amountKopecks !== payment.amountKopecks) return 'amount';
  return truth.currency === payment.currency ? undefined : 'currency';
}

type Standing = Pick<Payment, 'state' | 'attempt' | 'amountKopecks' | 'refundedKopecks'>;
export type PaymentChange = { state: PaymentState; attempt: number; refundedKopecks: number };

/**
 * What a provider's word about one attempt changes, or undefined. States only go forward: money that was taken counts
 * whatever we thought of the payment, refunds only grow, and only the attempt that counts can fail a payment.
 */
export function changeBy(
  payment: Standing,
  attempt: number,
  truth: Pick<ProviderPayment, 'status' | 'refundedKopecks'>,
): PaymentChange | undefined {
  if (truth.status !== 'paid') {
    const isOver = truth.status === 'failed' || truth.status === 'cancelled';
    if (!isOver || attempt !== payment.attempt || !isUnfinished(payment)) return undefined;
    return { state: truth.status, attempt, refundedKopecks: 0 };
  }
  const wasPaid = payment.state === 'paid' || payment.state === 'refunded';
  // A second attempt that was paid as well: never silent, see `isPaidTwice`.
  if (wasPaid && attempt !== payment.attempt) return undefined;
  const refundedKopecks = Math.min(
    payment.amountKopecks,
    Math.max(payment.refundedKopecks, truth.refundedKopecks),
  );
  const state = refundedKopecks === payment.amountKopecks ? 'refunded' : 'paid';
  if (wasPaid && refundedKopecks === payment.refundedKopecks) return undefined;
  return { state, attempt, refundedKopecks };
}

/** Two attempts of one payment were paid, which closing the first before opening the second ought to prevent. */
export const isPaidTwice = (
  payment: Pick<Payment, 'state' | 'attempt'>,
  attempt: number,
  truth: Pick<ProviderPayment, 'status'>,
): boolean =>
  truth.status === 'paid' &&
  attempt !== payment.attempt &&
  (payment.state === 'paid' || payment.state === 'refunded');

export type OfferedMethod = { method: PaymentMethod; provider: PaymentMethod };

/**
 * Who serves a payment method, or undefined. Without a name it is the first provider; a sandbox that stands alone
 * answers to every name (contract decision 14).
 */
export function offeredMethod(
  asked: string | null | undefined,
  providers: readonly PaymentMethod[],
  names: readonly PaymentMethod[],
): OfferedMethod | undefined {
  const [first] = providers;
  if (first === undefined) return undefined;
  if (asked === null || asked === undefined || asked === '') return { method: first, provider: first };
  const method = names.find((name) => name === asked);
  if (method === undefined) return undefined;
  if (providers.includes(method)) return { method, provider: method };
  return first === 'sandbox' ? { method, provider: first } : undefined;
}
