import type { MoneyReport, StaffPayment, StaffPaymentDetail } from '#contract/staff-payments.ts';
import { formatKopecks, toRoubles } from '#server/platform/money.ts';
import { refundableKopecks } from './payment.ts';
import { presentPayment, presentRefund } from './payment-presenter.ts';
import type { PaymentView } from './payment-service.ts';
import type { PaymentDetail, Report, Sums } from './staff-payment-service.ts';

const toIsoString = (timestamp: Date | null): string | null => timestamp?.toISOString() ?? null;

export const presentStaffPayment = (view: PaymentView): StaffPayment => ({
  ...presentPayment(view),
  provider: view.payment.provider,
  refundable_amount: formatKopecks(refundableKopecks(view.payment)),
  failure_reason: view.payment.failureReason,
  disputed_at: toIsoString(view.payment.disputedAt),
});

/** Provider ids and event payloads are not exposed. */
export const presentPaymentDetail = (detail: PaymentDetail): StaffPaymentDetail => ({
  ...presentStaffPayment(detail),
  checkouts: detail.checkouts.map((checkout) => ({
    attempt: checkout.attempt,
    session_id: checkout.sessionId,
    created_at: checkout.createdAt.toISOString(),
    expires_at: toIsoString(checkout.expiresAt),
    settled_at: toIsoString(checkout.settledAt),
    receipt: checkout.receipt,
  })),
  refunds: detail.refunds.map((refund) => ({
    ...presentRefund(refund),
    receipt: refund.receipt,
    is_excess: refund.isExcess,
  })),
  events: detail.events.map((event) => ({
    type: event.type,
    received_at: event.receivedAt.toISOString(),
    attempts: event.attempts,
    outcome: event.outcome,
    processed_at: toIsoString(event.processedAt),
    given_up_at: toIsoString(event.deadAt),
  })),
  notices: detail.notifications.map(({ kind, createdAt, mailedAt }) => ({
    kind,
    created_at: createdAt.toISOString(),
    mailed_at: toIsoString(mailedAt),
  })),
});

const sumBy = <Item>(items: Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

const presentSums = ({ payments, kopecks, refundedKopecks }: Sums) => ({
  payments,
  revenue: toRoubles(kopecks),
  refunded: toRoubles(refundedKopecks),
});

export function presentMoneyReport(report: Report): MoneyReport {
  const { from, to, currency, days, months, plans, active, subscribers } = report;
  const { atStart, lost, ended, activeByPlan } = subscribers;
  return {
    period: { from: from.toISOString(), to: to.toISOString() },
    currency,
    revenue: toRoubles(sumBy(days, ({ kopecks }) => kopecks)),
    refunded: toRoubles(sumBy(days, ({ refundedKopecks }) => refundedKopecks)),
    days: days.map(({ date, ...sums }) => ({ date, ...presentSums(sums) })),
    months: months.map(({ month, ...sums }) => ({ month, ...presentSums(sums) })),
    plans: plans.map(({ id, name, payments, kopecks }) => ({
      id,
      name,
      payments,
      revenue: toRoubles(kopecks),
      active_subscriptions: activeByPlan.get(id) ?? 0,
    })),
    active_subscriptions: active,
    churn: {
      at_start: atStart,
      lost,
      rate: atStart === 0 ? 0 : Math.round((10_000 * lost) / atStart) / 100,
      ended,
    },
  };
}
