import type { MoneyReport, StaffPayment, StaffPaymentDetail } from '#contract/staff-payments.ts';
import { formatKopecks, toRoubles } from '#server/platform/money.ts';
import { refundableKopecks } from './payment.ts';
import { presentPayment, presentRefund } from './payment-presenter.ts';
import type { PaymentView } from './payment-service.ts';
import type { PaymentDetail, Report, Sums } from './staff-payment-service.ts';

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

export const presentStaffPayment = (view: PaymentView): StaffPayment => ({
  ...presentPayment(view),
  provider: view.payment.provider,
  refundable_amount: formatKopecks(refundableKopecks(view.payment)),
  failure_reason: view.payment.failureReason,
  disputed_at: iso(view.payment.disputedAt),
});

/** Provider ids and event payloads are not exposed. */
export const presentPaymentDetail = (detail: PaymentDetail): StaffPaymentDetail => ({
  ...presentStaffPayment(detail),
  checkouts: detail.checkouts.map((checkout) => ({
    attempt: checkout.attempt,
    session_id: checkout.sessionId,
    created_at: checkout.createdAt.toISOString(),
    expires_at: iso(checkout.expiresAt),
    settled_at: iso(checkout.settledAt),
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
    processed_at: iso(event.processedAt),
    given_up_at: iso(event.deadAt),
  })),
  notices: detail.notices.map(({ kind, createdAt, mailedAt }) => ({
    kind,
    created_at: createdAt.toISOString(),
    mailed_at: iso(mailedAt),
  })),
});

const total = <Item>(items: Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

const presentSums = ({ payments, kopecks, refundedKopecks }: Sums) => ({
  payments,
  revenue: toRoubles(kopecks),
  refunded: toRoubles(refundedKopecks),
});

export function presentReport(report: Report): MoneyReport {
  const { from, to, currency, days, months, plans, active, subscribers } = report;
  const { atStart, lost, ended, activeByPlan } = subscribers;
  return {
    period: { from: from.toISOString(), to: to.toISOString() },
    currency,
    revenue: toRoubles(total(days, ({ kopecks }) => kopecks)),
    refunded: toRoubles(total(days, ({ refundedKopecks }) => refundedKopecks)),
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
