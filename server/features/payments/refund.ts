import type { PaymentMethod, ReceiptStatus, RefundStatus } from '#contract/payment.ts';
import type { PaymentState } from './payment.ts';

export type Refund = {
  id: number;
  amountKopecks: number;
  reason: string;
  status: RefundStatus;
  idempotencyKey: string;
  provider: PaymentMethod;
  /** What the provider calls it, once it has said so. */
  providerId: string | null;
  /** The checkout that was paid. */
  attempt: number;
  /** Gives back what was paid a second time for the same payment; the payment itself loses nothing. */
  isExcess: boolean;
  /** How often the provider has been asked. */
  tries: number;
  payment: { id: number; amountKopecks: number; currency: string; state: PaymentState; username: string };
  /** Null for a refund that we made by ourselves. */
  createdBy: { id: number; username: string } | null;
  createdAt: Date;
  processedAt: Date | null;
  receipt: ReceiptStatus | null;
};

/** Whether a refund gives back less than its whole payment. */
export const isPartial = ({ amountKopecks, payment }: Refund): boolean =>
  amountKopecks < payment.amountKopecks;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const longestRefundPauseMs = hourMs;

/** When a refund of which nothing is known is asked for again: at first every minute, then more and more rarely. */
export function nextTryAt({ createdAt }: Pick<Refund, 'createdAt'>, now: Date): Date {
  const ageMs = now.getTime() - createdAt.getTime();
  return new Date(now.getTime() + Math.min(longestRefundPauseMs, Math.max(minuteMs, ageMs / 8)));
}
