import type { PaymentMethod, PaymentStatus, ReceiptStatus, RefundStatus } from '#contract/payment.ts';
import type { StaffPayment, StaffPaymentDetail } from '#contract/staff-payments.ts';
import { fullDate, price } from '#text/format.ts';
import { t } from '#text/index.ts';

type Mark = { label: string; tone: 'neutral' | 'success' | 'danger' | 'warning' };

const statusMarks: Record<PaymentStatus, Mark> = {
  pending: { label: t('staffPayments.created'), tone: 'neutral' },
  processing: { label: t('staffPayments.open'), tone: 'neutral' },
  succeeded: { label: t('staffPayments.paid'), tone: 'success' },
  failed: { label: t('staffPayments.paymentFailed'), tone: 'danger' },
  cancelled: { label: t('staffPayments.cancelled'), tone: 'neutral' },
  refunded: { label: t('staffPayments.refunded'), tone: 'warning' },
};
/** In the order of the filter's options. */
export const statusLabels = Object.entries(statusMarks).map(
  ([status, { label }]) => [status, label] as const,
);

const partly: Mark = { label: t('staffPayments.partlyRefunded'), tone: 'warning' };
const unknown: Mark = { label: t('staffPayments.unknownState'), tone: 'neutral' };

/** A partly refunded payment has the status `succeeded`, but gets its own badge. */
export function statusMark({ status, refunded_amount }: StaffPayment): Mark {
  if (status === 'succeeded' && Number(refunded_amount) > 0) return partly;
  return statusMarks[status] ?? unknown;
}

const refundMarks: Record<RefundStatus, Mark> = {
  pending: { label: t('staffPayments.refundPending'), tone: 'neutral' },
  succeeded: { label: t('staffPayments.refundSucceeded'), tone: 'success' },
  failed: { label: t('staffPayments.refundFailed'), tone: 'danger' },
  cancelled: { label: t('staffPayments.refundCancelled'), tone: 'neutral' },
};
export const refundMark = (status: RefundStatus): Mark => refundMarks[status] ?? unknown;

const receiptMarks: Record<ReceiptStatus, Mark> = {
  pending: { label: t('staffPayments.receiptPending'), tone: 'neutral' },
  succeeded: { label: t('staffPayments.receiptSucceeded'), tone: 'success' },
  failed: { label: t('staffPayments.receiptFailed'), tone: 'danger' },
};
/** Null when the provider registers no receipts. */
export const receiptMark = (receipt: ReceiptStatus | null): Mark | null =>
  receipt && (receiptMarks[receipt] ?? unknown);

const methodNames: Record<PaymentMethod, string> = {
  sandbox: t('staffPayments.sandbox'),
  stripe: t('staffPayments.stripe'),
  yookassa: t('staffPayments.yookassa'),
};

/** The requested payment method, followed by the provider when another provider served it. */
export function methodLabel({ payment_method, provider }: StaffPayment): string {
  const method = methodNames[payment_method] ?? payment_method;
  if (payment_method === provider) return method;
  return t('staffPayments.methodBy', { method, provider: methodNames[provider] ?? provider });
}

type Event = StaffPaymentDetail['events'][number];
const outcomes: Record<NonNullable<Event['outcome']>, string> = {
  applied: t('staffPayments.eventApplied'),
  unchanged: t('staffPayments.eventUnchanged'),
  ignored: t('staffPayments.eventIgnored'),
  unknown: t('staffPayments.eventUnknown'),
  mismatch: t('staffPayments.eventMismatch'),
};

export function eventMark({ outcome, given_up_at }: Event): Mark {
  if (given_up_at) return { label: t('staffPayments.eventGivenUp'), tone: 'danger' };
  if (outcome === null) return { label: t('staffPayments.eventWaiting'), tone: 'neutral' };
  const tone = outcome === 'applied' ? 'success' : outcome === 'mismatch' ? 'danger' : 'neutral';
  return { label: outcomes[outcome] ?? outcome, tone };
}

const noticeNames: Record<StaffPaymentDetail['notices'][number]['kind'], string> = {
  paid: t('staffPayments.noticePaid'),
  payment_failed: t('staffPayments.noticeFailed'),
  refunded: t('staffPayments.noticeRefunded'),
  ending: t('staffPayments.noticeEnding'),
  expired: t('staffPayments.noticeExpired'),
};
export const noticeName = (kind: keyof typeof noticeNames): string => noticeNames[kind] ?? kind;

/** The current state of the subscription that was paid for; later payments may have extended or ended it. */
export function subscriptionLabel(info: NonNullable<StaffPayment['subscription_info']>): string {
  const values = { plan: info.plan_name, date: fullDate(info.end_date) };
  if (info.status === 'active') return t('staffPayments.subscriptionActive', values);
  if (info.status === 'expired') return t('staffPayments.subscriptionExpired', values);
  if (info.status === 'pending') return t('staffPayments.subscriptionPending', values);
  return t('staffPayments.subscriptionCancelled', values);
}

export const sumOf = ({ amount, currency }: { amount: string; currency: string }): string =>
  price(amount, currency);
