import type { PaymentMethod, ReceiptStatus, RefundStatus } from '#contract/payment.ts';
import type { PaymentState } from './payment.ts';

export type Refund = {
  id: number;
  amountKopecks: number;
  reason: string;
  status: RefundStatus;
  idempotencyKey: string;
  provider: PaymentMethod;
  /** The provider's id of the refund, once known. */
  providerId: string | null;
  /** The number of the paid checkout. */
  attempt: number;
  /** Refunds a second paid attempt of the payment; the payment itself is not reduced. */
  isExcess: boolean;
  /** The number of calls to the provider. */
  tries: number;
  payment: { id: number; amountKopecks: number; currency: string; state: PaymentState; username: string };
  /** Null for an automatic refund. */
  createdBy: { id: number; username: string } | null;
  createdAt: Date;
  processedAt: Date | null;
  receipt: ReceiptStatus | null;
};

/** Whether the refund is smaller than its payment. */
export const isPartial = ({ amountKopecks, payment }: Refund): boolean =>
  amountKopecks < payment.amountKopecks;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const maxRefundRetryMs = hourMs;

/** The next call for a refund with an unknown result: at first every minute, then less and less often. */
export function nextTryAt({ createdAt }: Pick<Refund, 'createdAt'>, now: Date): Date {
  const ageMs = now.getTime() - createdAt.getTime();
  return new Date(now.getTime() + Math.min(maxRefundRetryMs, Math.max(minuteMs, ageMs / 8)));
}
