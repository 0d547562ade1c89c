import { z } from 'zod';
import { parseId } from '#server/platform/id.ts';
import { parseKopecks } from '#server/platform/money.ts';
import type { ProviderState } from '../../provider.ts';

const amountShape = z.object({
  value: z.string().transform((value, context) => {
    const kopecks = parseKopecks(value);
    if (kopecks === undefined)
      context.addIssue({ code: 'custom', message: 'not an amount in whole kopecks' });
    return kopecks ?? 0;
  }),
  currency: z.string(),
});
/** The registration status of a receipt at YooKassa. */
const receiptRegistration = z.enum(['pending', 'succeeded', 'canceled']).optional();
const metadata = z.record(z.string(), z.string().nullable()).nullish();

/** The fields that we read; others are ignored. */
export const paymentShape = z.object({
  id: z.string().min(1),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: amountShape,
  refunded_amount: amountShape.optional(),
  confirmation: z.object({ confirmation_url: z.string().optional() }).optional(),
  cancellation_details: z.object({ party: z.string(), reason: z.string() }).optional(),
  receipt_registration: receiptRegistration,
  metadata,
});
type PaymentObject = z.infer<typeof paymentShape>;

export const refundShape = z.object({
  id: z.string().min(1),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  receipt_registration: receiptRegistration,
  metadata,
});
export type RefundObject = z.infer<typeof refundShape>;
export const refundListShape = z.object({ items: z.array(refundShape) });

/** Reasons that mean expiry or cancellation by the shop, not a declined payment. */
const cancellationReasons = new Set([
  'expired_on_confirmation',
  'canceled_by_merchant',
  'expired_on_capture',
]);

/** Maps a payment to `ProviderState`. */
export function toProviderState(payment: PaymentObject): ProviderState {
  return {
    providerId: payment.id,
    paymentId: parseId(payment.metadata?.payment_id) ?? null,
    attempt: parseId(payment.metadata?.attempt) ?? null,
    amountKopecks: payment.amount.value,
    currency: payment.amount.currency,
    refundedKopecks: payment.refunded_amount?.value ?? 0,
    ...getReceiptStatus(payment),
    ...getStatus(payment),
  };
}

const receiptStates = { pending: 'pending', succeeded: 'succeeded', canceled: 'failed' } as const;

/** The receipt status; empty if no receipt was sent. */
export function getReceiptStatus({
  receipt_registration: state,
}: Pick<PaymentObject, 'receipt_registration'>): Pick<ProviderState, 'receipt'> {
  return state === undefined ? {} : { receipt: receiptStates[state] };
}

function getStatus({
  status,
  cancellation_details: details,
}: PaymentObject): Pick<ProviderState, 'status' | 'failureReason'> {
  if (status === 'succeeded') return { status: 'paid' };
  if (status !== 'canceled') return { status: 'open' };
  const reason = details?.reason ?? 'general_decline';
  return cancellationReasons.has(reason)
    ? { status: 'cancelled' }
    : { status: 'failed', failureReason: reason };
}
