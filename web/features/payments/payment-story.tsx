import type { ReactNode } from 'react';
import type { StaffPaymentDetail } from '#contract/staff-payments.ts';
import { dateAndTime, price } from '#text/format.ts';
import { t } from '#text/index.ts';
import { authorPath } from '#web/api/author-path.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState, Notice } from '#web/ui/notice.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { methodLabel, receiptMark, statusMark, subscriptionLabel, sumOf } from './labels.ts';
import { paymentListPath, paymentsPath } from './payment-address.ts';
import { Attempts, Events, Notices, Refunds } from './payment-story-lists.tsx';
import { RefundButton } from './refund-button.tsx';

/** One payment with its checkouts, provider events, refunds and notifications. */
export function PaymentStory({ id }: { id: string }) {
  const { data, error, isLoading, reload } = useLoaded(`payment ${id}`, (api) =>
    api.call('getStaffPayment', { params: { id }, quiet: [404] }),
  );
  if (data) return <Story payment={data} onChange={reload} />;
  if (error?.status === 404)
    return (
      <EmptyState title={t('staffPayments.notFound')} text={t('staffPayments.notFoundText')}>
        <ButtonLink to={paymentsPath}>{t('staffPayments.toList')}</ButtonLink>
      </EmptyState>
    );
  if (error && !isLoading)
    return (
      <EmptyState title={t('staffPayments.failed')}>
        <Button onClick={reload}>{t('staffPayments.retry')}</Button>
      </EmptyState>
    );
  return (
    <>
      <p role="status" className="sr-only">
        {t('staffPayments.loading')}
      </p>
      <SkeletonText lines={8} />
    </>
  );
}

function Story({ payment, onChange }: { payment: StaffPaymentDetail; onChange: () => void }) {
  const mark = statusMark(payment);
  return (
    <div className="flex flex-col gap-10">
      <section aria-labelledby="payment">
        <p className="mb-3 text-sm">
          <TextLink to={paymentsPath}>{t('staffPayments.toList')}</TextLink>
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id="payment" className="text-2xl font-bold">
            {t('staffPayments.payment', { id: payment.id })}
          </h2>
          <Badge tone={mark.tone}>{mark.label}</Badge>
        </div>
        {payment.disputed_at && (
          <div className="mt-4">
            <Notice tone="danger">
              {t('staffPayments.disputed')}, {dateAndTime(payment.disputed_at)}
            </Notice>
          </div>
        )}
        <PaymentFacts payment={payment} />
        {payment.can_be_refunded && (
          <div className="mt-6">
            <RefundButton payment={payment} onDone={onChange} />
          </div>
        )}
      </section>
      <Refunds payment={payment} />
      <Attempts payment={payment} />
      <Events payment={payment} />
      <Notices payment={payment} />
    </div>
  );
}

function PaymentFacts({ payment }: { payment: StaffPaymentDetail }) {
  const { user_info: payer, currency } = payment;
  const paidIn = payment.checkouts.at(-1);
  const receipt = receiptMark(paidIn?.receipt ?? null);
  return (
    <dl className="mt-5 grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
      <Fact label={t('staffPayments.payer')}>
        <TextLink to={authorPath(payer)}>{payer.username}</TextLink>
        <span className="block text-sm font-normal text-soft">{payer.email}</span>
        <TextLink to={paymentListPath({ search: payer.email })} className="text-sm font-normal">
          {t('staffPayments.payersPayments')}
        </TextLink>
      </Fact>
      <Fact label={t('staffPayments.plan')}>{payment.plan_name}</Fact>
      <Fact label={t('staffPayments.sum')}>{sumOf(payment)}</Fact>
      <Fact label={t('staffPayments.refundedSum')}>{price(payment.refunded_amount, currency)}</Fact>
      {payment.can_be_refunded && (
        <Fact label={t('staffPayments.leftToRefund')}>{price(payment.refundable_amount, currency)}</Fact>
      )}
      <Fact label={t('staffPayments.method')}>{methodLabel(payment)}</Fact>
      <Fact label={t('staffPayments.createdAt')}>{dateAndTime(payment.created_at)}</Fact>
      {payment.processed_at && (
        <Fact label={t('staffPayments.paidAt')}>{dateAndTime(payment.processed_at)}</Fact>
      )}
      {payment.processed_at && (
        <Fact label={t('staffPayments.receipt')}>
          {receipt ? <Badge tone={receipt.tone}>{receipt.label}</Badge> : t('staffPayments.receiptNone')}
        </Fact>
      )}
      {payment.subscription_info && (
        <Fact label={t('staffPayments.subscriptionUntil')}>
          {subscriptionLabel(payment.subscription_info)}
        </Fact>
      )}
      {payment.failure_reason && (
        <Fact label={t('staffPayments.failureReason')}>{payment.failure_reason}</Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
