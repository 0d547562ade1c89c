import type { z } from 'zod';
import type {
  checkoutSession,
  Payment as PaymentShape,
  paymentAnalytics,
  Refund as RefundShape,
} from '#contract/payment.ts';
import { countOf, price } from '#locales/format.ts';
import { t } from '#locales/index.ts';
import { nouns } from '#locales/ru/nouns.ts';
import { type Plan, presentPlan } from '#server/features/plans/index.ts';
import { formatKopecks, toRoubles } from '#server/platform/money.ts';
import type { CheckoutSession } from './checkout-session-service.ts';
import { canBeRefunded, isUnfinished, type Payment, type PaymentState, toPaymentStatus } from './payment.ts';
import type { Analytics, PaymentView } from './payment-service.ts';
import { isPartial, type Refund } from './refund.ts';

/** For the owner and staff only: the result contains the e-mail address. */
export const presentPayment = ({ payment, subscription }: PaymentView): PaymentShape => ({
  id: payment.id,
  user: payment.account.id,
  user_info: payment.account,
  subscription: payment.subscriptionId,
  subscription_info: subscription
    ? {
        id: subscription.id,
        plan_name: subscription.planName,
        start_date: subscription.startsAt.toISOString(),
        end_date: subscription.endsAt.toISOString(),
        status: subscription.status,
      }
    : null,
  plan: payment.planId,
  plan_name: payment.planName,
  amount: formatKopecks(payment.amountKopecks),
  refunded_amount: formatKopecks(payment.refundedKopecks),
  currency: payment.currency,
  status: toPaymentStatus(payment),
  payment_method: payment.method,
  description: payment.description,
  is_successful: payment.state === 'paid',
  is_pending: isUnfinished(payment),
  can_be_refunded: canBeRefunded(payment),
  created_at: payment.createdAt.toISOString(),
  updated_at: payment.updatedAt.toISOString(),
  processed_at: payment.processedAt?.toISOString() ?? null,
});

const messages: Record<PaymentState, string> = {
  created: 'Payment is pending',
  open: 'Payment is being processed',
  paid: 'Payment successful',
  failed: 'Payment failed',
  cancelled: 'Payment cancelled',
  refunded: 'Payment refunded',
};

export const presentStatus = ({ payment, isActivated }: { payment: Payment; isActivated: boolean }) => ({
  payment_id: payment.id,
  status: toPaymentStatus(payment),
  message: isActivated ? 'Payment successful and subscription activated' : messages[payment.state],
  subscription_activated: isActivated,
});

export const presentSession = (session: CheckoutSession): z.infer<typeof checkoutSession> => ({
  checkout_url: session.url,
  session_id: session.sessionId,
  payment_id: session.paymentId,
});

/** A failed payment whose offer is not on sale: the offer of its plan that is, or null. */
export const presentOfferChange = ({ planName }: Payment, plan: Plan | undefined) => ({
  status: 400 as const,
  body: {
    error: 'The offer has changed' as const,
    detail: plan
      ? t('payments.offerChanged', {
          plan: plan.name,
          price: price(formatKopecks(plan.priceKopecks), plan.currency),
          term: countOf(plan.durationDays, nouns.day),
        })
      : t('payments.offerWithdrawn', { plan: planName }),
    plan: plan ? presentPlan(plan) : null,
  },
});

export const presentRefund = (refund: Refund): RefundShape => ({
  id: refund.id,
  payment: refund.payment.id,
  payment_info: {
    id: refund.payment.id,
    amount: formatKopecks(refund.payment.amountKopecks),
    currency: refund.payment.currency,
    status: toPaymentStatus(refund.payment),
    user: refund.payment.username,
  },
  amount: formatKopecks(refund.amountKopecks),
  reason: refund.reason,
  status: refund.status,
  is_partial: isPartial(refund),
  created_by: refund.createdBy?.id ?? null,
  created_by_info: refund.createdBy,
  created_at: refund.createdAt.toISOString(),
  processed_at: refund.processedAt?.toISOString() ?? null,
});

const toTwoDecimals = (value: number): number => Math.round(value * 100) / 100;

export const presentAnalytics = (totals: Analytics): z.infer<typeof paymentAnalytics> => ({
  total_payments: totals.payments,
  successful_payments: totals.successful,
  success_rate: totals.payments === 0 ? 0 : toTwoDecimals((100 * totals.successful) / totals.payments),
  total_revenue: toRoubles(totals.netKopecks),
  monthly_revenue: toRoubles(totals.recentNetKopecks),
  monthly_payments: totals.recentSuccessful,
  average_payment:
    totals.successful === 0 ? 0 : toTwoDecimals(toRoubles(totals.netKopecks) / totals.successful),
  active_subscriptions: totals.activeSubscriptions,
  period: { from: totals.from.toISOString(), to: totals.to.toISOString() },
});
