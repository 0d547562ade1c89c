import type { ReactNode } from 'react';
import type { StaffPaymentDetail } from '#contract/staff-payments.ts';
import { dateAndTime, price } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as staffPaymentsMessages from '#locales/ru/staff-payments.ts';
import { authorPath } from '#web/paths/author-path.ts';
import { QueryView } from '#web/queries/query-view.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState, Notice } from '#web/ui/notice.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import {
  formatAmount,
  methodLabel,
  paymentStatusBadge,
  receiptStatusBadge,
  subscriptionLabel,
} from './labels.ts';
import { Attempts, Events, Notifications, Refunds } from './payment-detail-lists.tsx';
import { paymentListPath, paymentsPath } from './payment-list-path.ts';
import { RefundButton } from './refund-button.tsx';

/** One payment with its checkouts, provider events, refunds and notifications. */
export function PaymentDetails({ id }: { id: string }) {
  const query = useBrowserQuery(`payment ${id}`, (api) =>
    api.call('getStaffPayment', { params: { id }, suppressToastFor: [404] }),
  );
  if (!query.data && query.error?.status === 404)
    return (
      <EmptyState title={staffPaymentsMessages.notFound} text={staffPaymentsMessages.notFoundText}>
        <ButtonLink to={paymentsPath}>{staffPaymentsMessages.toList}</ButtonLink>
      </EmptyState>
    );
  return (
    <QueryView
      query={query}
      placeholder={<PaymentSkeleton />}
      failed={staffPaymentsMessages.failed}
      retry={staffPaymentsMessages.retry}
    >
      {(payment) => <LoadedPayment payment={payment} onChange={query.reload} />}
    </QueryView>
  );
}

function PaymentSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        {staffPaymentsMessages.loading}
      </p>
      <SkeletonText lines={8} />
    </>
  );
}

function LoadedPayment({ payment, onChange }: { payment: StaffPaymentDetail; onChange: () => void }) {
  const badge = paymentStatusBadge(payment);
  return (
    <div className="flex flex-col gap-10">
      <section aria-labelledby="payment">
        <p className="mb-3 text-sm">
          <TextLink to={paymentsPath}>{staffPaymentsMessages.toList}</TextLink>
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id="payment" className="text-2xl font-bold">
            {interpolate(staffPaymentsMessages.payment, { id: payment.id })}
          </h2>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </div>
        {payment.disputed_at && (
          <div className="mt-4">
            <Notice tone="danger">
              {staffPaymentsMessages.disputed}, {dateAndTime(payment.disputed_at)}
            </Notice>
          </div>
        )}
        <PaymentMetadata payment={payment} />
        {payment.can_be_refunded && (
          <div className="mt-6">
            <RefundButton payment={payment} onDone={onChange} />
          </div>
        )}
      </section>
      <Refunds payment={payment} />
      <Attempts payment={payment} />
      <Events payment={payment} />
      <Notifications payment={payment} />
    </div>
  );
}

function PaymentMetadata({ payment }: { payment: StaffPaymentDetail }) {
  const { user_info: payer, currency } = payment;
  const lastCheckout = payment.checkouts.at(-1);
  const receipt = receiptStatusBadge(lastCheckout?.receipt ?? null);
  return (
    <dl className="mt-5 grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
      <MetadataItem label={staffPaymentsMessages.payer}>
        <TextLink to={authorPath(payer)}>{payer.username}</TextLink>
        <span className="block text-sm font-normal text-soft">{payer.email}</span>
        <TextLink to={paymentListPath({ search: payer.email })} className="text-sm font-normal">
          {staffPaymentsMessages.payersPayments}
        </TextLink>
      </MetadataItem>
      <MetadataItem label={staffPaymentsMessages.plan}>{payment.plan_name}</MetadataItem>
      <MetadataItem label={staffPaymentsMessages.sum}>{formatAmount(payment)}</MetadataItem>
      <MetadataItem label={staffPaymentsMessages.refundedSum}>
        {price(payment.refunded_amount, currency)}
      </MetadataItem>
      {payment.can_be_refunded && (
        <MetadataItem label={staffPaymentsMessages.leftToRefund}>
          {price(payment.refundable_amount, currency)}
        </MetadataItem>
      )}
      <MetadataItem label={staffPaymentsMessages.method}>{methodLabel(payment)}</MetadataItem>
      <MetadataItem label={staffPaymentsMessages.createdAt}>{dateAndTime(payment.created_at)}</MetadataItem>
      {payment.processed_at && (
        <MetadataItem label={staffPaymentsMessages.paidAt}>{dateAndTime(payment.processed_at)}</MetadataItem>
      )}
      {payment.processed_at && (
        <MetadataItem label={staffPaymentsMessages.receipt}>
          {receipt ? <Badge tone={receipt.tone}>{receipt.label}</Badge> : staffPaymentsMessages.receiptNone}
        </MetadataItem>
      )}
      {payment.subscription_info && (
        <MetadataItem label={staffPaymentsMessages.subscriptionUntil}>
          {subscriptionLabel(payment.subscription_info)}
        </MetadataItem>
      )}
      {payment.failure_reason && (
        <MetadataItem label={staffPaymentsMessages.failureReason}>{payment.failure_reason}</MetadataItem>
      )}
    </dl>
  );
}

function MetadataItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
