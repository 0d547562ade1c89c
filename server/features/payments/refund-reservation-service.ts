import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Payment } from './payment.ts';
import { insertExcessRefund, reserveRefund } from './refund-store.ts';

export const refundJob = 'payments.refund';

export type RefundReservations = ReturnType<typeof createRefundReservations>;
type Deps = { clock: Clock; jobs: Jobs };
type RefundPart = { attempt: number; amountKopecks: number };
type ReservationRequest = RefundPart & { reason: string; createdBy: number | null };

const secondPaymentReason = 'Already subscribed: refunded automatically';
const paidTwiceReason = 'Paid twice: refunded automatically';

/** Reserves amounts for refunds; the provider is called later. */
export function createRefundReservations({ clock, jobs }: Deps) {
  const toRow = ({ id: paymentId, provider }: Payment, request: ReservationRequest) => ({
    ...request,
    paymentId,
    provider,
    idempotencyKey: randomUUID(),
  });

  /** Reserves an amount of a payment for a refund; undefined if it is not available. */
  const reserve = (tx: Db, payment: Payment, request: ReservationRequest): Promise<number | undefined> =>
    reserveRefund(tx, toRow(payment, request), clock.now());

  /** Refunds the rest of a payment that came beside another one. */
  async function reserveFullRefund(tx: Db, payment: Payment, part: RefundPart): Promise<void> {
    const id = await reserve(tx, payment, { ...part, reason: secondPaymentReason, createdBy: null });
    if (id !== undefined) await jobs.add(tx, refundJob, { id });
  }

  /** Refunds an attempt of a payment that another attempt has paid; false if its refund exists. */
  async function reserveExcessRefund(tx: Db, payment: Payment, part: RefundPart): Promise<boolean> {
    const row = toRow(payment, { ...part, reason: paidTwiceReason, createdBy: null });
    const id = await insertExcessRefund(tx, row, clock.now());
    if (id !== undefined) await jobs.add(tx, refundJob, { id });
    return id !== undefined;
  }

  return { reserve, reserveFullRefund, reserveExcessRefund };
}
