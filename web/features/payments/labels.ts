import type { PaymentMethod, PaymentStatus, ReceiptStatus, RefundStatus } from '#contract/payment.ts';
import type { StaffPayment, StaffPaymentDetail } from '#contract/staff-payments.ts';
import { fullDate, price } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as paymentProviderLabels from '#locales/ru/payment-providers.ts';
import * as staffPaymentsMessages from '#locales/ru/staff-payments.ts';

type StatusBadge = { label: string; tone: 'neutral' | 'success' | 'danger' | 'warning' };

const statusBadges: Record<PaymentStatus, StatusBadge> = {
  pending: { label: staffPaymentsMessages.created, tone: 'neutral' },
  processing: { label: staffPaymentsMessages.open, tone: 'neutral' },
  succeeded: { label: staffPaymentsMessages.paid, tone: 'success' },
  failed: { label: staffPaymentsMessages.paymentFailed, tone: 'danger' },
  cancelled: { label: staffPaymentsMessages.cancelled, tone: 'neutral' },
  refunded: { label: staffPaymentsMessages.refunded, tone: 'warning' },
};
/** In the order of the filter's options. */
export const statusLabels = Object.entries(statusBadges).map(
  ([status, { label }]) => [status, label] as const,
);

const partlyRefundedBadge: StatusBadge = { label: staffPaymentsMessages.partlyRefunded, tone: 'warning' };
const unknownBadge: StatusBadge = { label: staffPaymentsMessages.unknownState, tone: 'neutral' };

/** A partly refunded payment has the status `succeeded`, but gets its own badge. */
export function paymentStatusBadge({ status, refunded_amount }: StaffPayment): StatusBadge {
  if (status === 'succeeded' && Number(refunded_amount) > 0) return partlyRefundedBadge;
  return statusBadges[status] ?? unknownBadge;
}

const refundBadges: Record<RefundStatus, StatusBadge> = {
  pending: { label: staffPaymentsMessages.refundPending, tone: 'neutral' },
  succeeded: { label: staffPaymentsMessages.refundSucceeded, tone: 'success' },
  failed: { label: staffPaymentsMessages.refundFailed, tone: 'danger' },
  cancelled: { label: staffPaymentsMessages.refundCancelled, tone: 'neutral' },
};
export const refundStatusBadge = (status: RefundStatus): StatusBadge => refundBadges[status] ?? unknownBadge;

const receiptBadges: Record<ReceiptStatus, StatusBadge> = {
  pending: { label: staffPaymentsMessages.receiptPending, tone: 'neutral' },
  succeeded: { label: staffPaymentsMessages.receiptSucceeded, tone: 'success' },
  failed: { label: staffPaymentsMessages.receiptFailed, tone: 'danger' },
};
/** Null when the provider registers no receipts. */
export const receiptStatusBadge = (receipt: ReceiptStatus | null): StatusBadge | null =>
  receipt && (receiptBadges[receipt] ?? unknownBadge);

const methodLabels: Record<PaymentMethod, string> = paymentProviderLabels;

/** The requested payment method, followed by the provider when another provider served it. */
export function methodLabel({ payment_method, provider }: StaffPayment): string {
  const method = methodLabels[payment_method] ?? payment_method;
  if (payment_method === provider) return method;
  return interpolate(staffPaymentsMessages.methodBy, {
    method,
    provider: methodLabels[provider] ?? provider,
  });
}

type Event = StaffPaymentDetail['events'][number];
const outcomeLabels: Record<NonNullable<Event['outcome']>, string> = {
  applied: staffPaymentsMessages.eventApplied,
  unchanged: staffPaymentsMessages.eventUnchanged,
  ignored: staffPaymentsMessages.eventIgnored,
  unknown: staffPaymentsMessages.eventUnknown,
  mismatch: staffPaymentsMessages.eventMismatch,
};

export function eventOutcomeBadge({ outcome, given_up_at }: Event): StatusBadge {
  if (given_up_at) return { label: staffPaymentsMessages.eventGivenUp, tone: 'danger' };
  if (outcome === null) return { label: staffPaymentsMessages.eventWaiting, tone: 'neutral' };
  const tone = outcome === 'applied' ? 'success' : outcome === 'mismatch' ? 'danger' : 'neutral';
  return { label: outcomeLabels[outcome] ?? outcome, tone };
}

const notificationLabels: Record<StaffPaymentDetail['notices'][number]['kind'], string> = {
  paid: staffPaymentsMessages.noticePaid,
  payment_failed: staffPaymentsMessages.noticeFailed,
  refunded: staffPaymentsMessages.noticeRefunded,
  ending: staffPaymentsMessages.noticeEnding,
  expired: staffPaymentsMessages.noticeExpired,
};
export const notificationLabel = (kind: keyof typeof notificationLabels): string =>
  notificationLabels[kind] ?? kind;

/** The current state of the subscription that was paid for; later payments may have extended or ended it. */
export function subscriptionLabel(info: NonNullable<StaffPayment['subscription_info']>): string {
  const values = { plan: info.plan_name, date: fullDate(info.end_date) };
  if (info.status === 'active') return interpolate(staffPaymentsMessages.subscriptionActive, values);
  if (info.status === 'expired') return interpolate(staffPaymentsMessages.subscriptionExpired, values);
  if (info.status === 'pending') return interpolate(staffPaymentsMessages.subscriptionPending, values);
  return interpolate(staffPaymentsMessages.subscriptionCancelled, values);
}

export const formatAmount = ({ amount, currency }: { amount: string; currency: string }): string =>
  price(amount, currency);
