import type { PaymentMethod, RefundStatus } from '#contract/payment.ts';
import type { PaymentState } from './payment.ts';

export type Refund = {
  id: number;
  amountKopecks: number;
  reason: string;
  status: RefundStatus;
  idempotencyKey: string;
  provider: PaymentMethod;
  payment: { id: number; amountKopecks: number; currency: string; state: PaymentState; username: string };
  /** Null for a refund that we made by ourselves. */
  createdBy: { id: number; username: string } | null;
  createdAt: Date;
  processedAt: Date | null;
};

/** Whether a refund gives back less than its whole payment. */
export const isPartial = ({ amountKopecks, payment }: Refund): boolean =>
  amountKopecks < payment.amountKopecks;
