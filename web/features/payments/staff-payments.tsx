import type { ReactNode } from 'react';
import { Link, Navigate } from 'react-router';
import type { StaffPayment } from '#contract/staff-payments.ts';
import { dateAndTime, price } from '#text/format.ts';
import { t } from '#text/index.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Facts } from '#web/ui/facts.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { methodLabel, statusMark, sumOf } from './labels.ts';
import { type PaymentList, paymentListPath, paymentPath } from './payment-address.ts';
import { PaymentFilters } from './payment-filters.tsx';
import { RefundButton } from './refund-button.tsx';

const paymentsPerPage = 20;

/** The payments of all users, with filters. */
export function StaffPayments({
  list,
  paginationOf,
}: {
  list: PaymentList;
  paginationOf: (pageCount: number) => ReactNode;
}) {
  const { search, status, page } = list;
  const { data, error, isLoading, reload } = useLoaded(paymentListPath(list), (api) =>
    api.call('listStaffPayments', {
      query: {
        page,
        page_size: paymentsPerPage,
        search: search || undefined,
        status: status ?? undefined,
      },
      quiet: [404],
    }),
  );
  if (error?.status === 404 && page > 1)
    return <Navigate to={paymentListPath({ ...list, page: 1 })} replace />;
  return (
    <section aria-labelledby="all-payments">
      <h2 id="all-payments" className="mb-4 text-2xl font-bold">
        {t('staffPayments.list')}
      </h2>
      <PaymentFilters list={list} />
      <div className="mt-6">
        {!data && error && !isLoading && (
          <EmptyState title={t('staffPayments.failed')} headingLevel={3}>
            <Button onClick={reload}>{t('staffPayments.retry')}</Button>
          </EmptyState>
        )}
        {!data && isLoading && <PaymentListSkeleton />}
        {data?.results.length === 0 && <Empty isFiltered={search !== '' || status !== null} />}
        {data && data.results.length > 0 && (
          <ul
            aria-busy={isLoading}
            className={classNames(
              'divide-y divide-rule border-y border-rule transition-opacity duration-100',
              isLoading && 'opacity-60',
            )}
          >
            {data.results.map((payment) => (
              <li key={payment.id}>
                <Row payment={payment} onChange={reload} />
              </li>
            ))}
          </ul>
        )}
        {data && (
          <div className="mt-8">{paginationOf(Math.max(1, Math.ceil(data.count / paymentsPerPage)))}</div>
        )}
      </div>
    </section>
  );
}

function Row({ payment, onChange }: { payment: StaffPayment; onChange: () => void }) {
  const { id, user_info: payer } = payment;
  const mark = statusMark(payment);
  const isRefunded = Number(payment.refunded_amount) > 0;
  return (
    <article className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3 className="font-sans text-base font-semibold">
            <Link to={paymentPath(id)} viewTransition className="hover:underline">
              {t('staffPayments.payment', { id })}
            </Link>
          </h3>
          <Badge tone={mark.tone}>{mark.label}</Badge>
        </div>
        <p className="mt-1 wrap-anywhere">
          {payer.username} <span className="text-sm text-soft">{payer.email}</span>
        </p>
        <Facts className="mt-1 text-xs text-muted">
          <time dateTime={payment.created_at}>{dateAndTime(payment.created_at)}</time>
          {payment.plan_name}
          {methodLabel(payment)}
        </Facts>
        {payment.disputed_at && (
          <p className="mt-1 text-sm font-medium text-danger">{t('staffPayments.disputed')}</p>
        )}
      </div>
      <div className="flex items-center gap-4 max-sm:w-full max-sm:justify-between sm:flex-col sm:items-end sm:gap-2">
        <p className="sm:text-right">
          <span className="font-serif text-xl font-semibold tabular-nums">{sumOf(payment)}</span>
          {isRefunded && (
            <span className="block text-xs text-soft">
              {t('staffPayments.refundedSumOf', { sum: price(payment.refunded_amount, payment.currency) })}
            </span>
          )}
        </p>
        {payment.can_be_refunded && <RefundButton payment={payment} onDone={onChange} />}
      </div>
    </article>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState
      title={t('staffPayments.emptySearch')}
      text={t('staffPayments.emptySearchText')}
      headingLevel={3}
    />
  ) : (
    <EmptyState title={t('staffPayments.empty')} text={t('staffPayments.emptyText')} headingLevel={3} />
  );
}

function PaymentListSkeleton() {
  return (
    <div className="flex flex-col gap-8">
      <p role="status" className="sr-only">
        {t('staffPayments.loading')}
      </p>
      {[1, 2, 3, 4].map((row) => (
        <SkeletonText key={row} lines={3} />
      ))}
    </div>
  );
}
