import type { ReactNode } from 'react';
import type { Payment } from '#contract/payment.ts';
import { dateAndTime, price } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as subscriptionPageMessages from '#locales/ru/subscription-page.ts';
import { Badge } from '#web/ui/badge.tsx';
import { paymentStatusBadge } from './labels.ts';

const cellClass = 'py-3 sm:pr-6';

/** One page of payments, newest first: a table whose rows become cards on phones. */
export function PaymentHistory({
  payments,
  pagination,
}: {
  payments: readonly Payment[];
  pagination: ReactNode;
}) {
  return (
    <section aria-labelledby="payments" className="border-t-3 border-ink pt-4">
      <h2 id="payments" className="text-2xl font-bold">
        {subscriptionPageMessages.payments}
      </h2>
      {payments.length === 0 ? (
        <p className="mt-3 text-soft">{subscriptionPageMessages.noPayments}</p>
      ) : (
        <table className="mt-3 w-full text-left text-sm">
          <thead className="max-sm:sr-only">
            <tr className="border-b border-rule text-xs text-muted">
              <th className={cellClass}>{subscriptionPageMessages.paymentDate}</th>
              <th className={cellClass}>{subscriptionPageMessages.paymentWhat}</th>
              <th className={cellClass}>{subscriptionPageMessages.paymentSum}</th>
              <th className={cellClass}>{subscriptionPageMessages.paymentStatus}</th>
            </tr>
          </thead>
          <tbody>
            {payments.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} />
            ))}
          </tbody>
        </table>
      )}
      <div className="mt-6">{pagination}</div>
    </section>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const badge = paymentStatusBadge(payment.status);
  const isRefunded = Number(payment.refunded_amount) > 0;
  return (
    <tr className="border-b border-rule max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-3">
      <td className={`${cellClass} text-soft max-sm:order-3 max-sm:py-0.5`}>
        <time dateTime={payment.created_at}>{dateAndTime(payment.created_at)}</time>
      </td>
      <td className={`${cellClass} wrap-anywhere max-sm:order-1 max-sm:py-0.5`}>
        {interpolate(subscriptionPageMessages.paymentOf, { name: payment.plan_name })}
      </td>
      <td
        className={`${cellClass} font-medium whitespace-nowrap tabular-nums max-sm:order-2 max-sm:py-0.5 max-sm:text-right`}
      >
        {price(payment.amount, payment.currency)}
        {isRefunded && (
          <span className="block text-xs font-normal text-soft">
            {interpolate(subscriptionPageMessages.refundedSum, {
              sum: price(payment.refunded_amount, payment.currency),
            })}
          </span>
        )}
      </td>
      <td className={`${cellClass} max-sm:order-4 max-sm:py-0.5 max-sm:text-right`}>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </td>
    </tr>
  );
}
