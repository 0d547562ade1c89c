import { Link } from 'react-router';
import type { StaffPayment } from '#contract/staff-payments.ts';
import { dateAndTime, price } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as staffPaymentsMessages from '#locales/ru/staff-payments.ts';
import { ListSkeleton } from '#web/lists/list-skeleton.tsx';
import { QueryList } from '#web/lists/query-list.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { formatAmount, methodLabel, paymentStatusBadge } from './labels.ts';
import { PaymentFilters } from './payment-filters.tsx';
import { type PaymentListState, paymentListPath, paymentPath } from './payment-list-path.ts';
import { RefundButton } from './refund-button.tsx';

const paymentsPerPage = 20;

/** The payments of all users, with filters. */
export function StaffPayments({ list }: { list: PaymentListState }) {
  const { search, status, page } = list;
  const query = useBrowserQuery(paymentListPath(list), (api) =>
    api.call('listStaffPayments', {
      query: {
        page,
        page_size: paymentsPerPage,
        search: search || undefined,
        status: status ?? undefined,
      },
      suppressToastFor: [404],
    }),
  );
  return (
    <section aria-labelledby="all-payments">
      <h2 id="all-payments" className="mb-4 text-2xl font-bold">
        {staffPaymentsMessages.list}
      </h2>
      <PaymentFilters list={list} />
      <div className="mt-6">
        <QueryList
          query={query}
          page={page}
          pageSize={paymentsPerPage}
          hrefOf={(target) => paymentListPath({ ...list, page: target })}
          placeholder={<ListSkeleton loading={staffPaymentsMessages.loading} />}
          failed={staffPaymentsMessages.failed}
          retry={staffPaymentsMessages.retry}
          headingLevel={3}
          empty={<NoPayments isFiltered={search !== '' || status !== null} />}
        >
          {(payment) => <PaymentRow payment={payment} onChange={query.reload} />}
        </QueryList>
      </div>
    </section>
  );
}

function PaymentRow({ payment, onChange }: { payment: StaffPayment; onChange: () => void }) {
  const { id, user_info: payer } = payment;
  const badge = paymentStatusBadge(payment);
  const isRefunded = Number(payment.refunded_amount) > 0;
  return (
    <article className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3 className="font-sans text-base font-semibold">
            <Link to={paymentPath(id)} viewTransition className="hover:underline">
              {interpolate(staffPaymentsMessages.payment, { id })}
            </Link>
          </h3>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </div>
        <p className="mt-1 wrap-anywhere">
          {payer.username} <span className="text-sm text-soft">{payer.email}</span>
        </p>
        <MetadataList className="mt-1 text-xs text-muted">
          <time dateTime={payment.created_at}>{dateAndTime(payment.created_at)}</time>
          {payment.plan_name}
          {methodLabel(payment)}
        </MetadataList>
        {payment.disputed_at && (
          <p className="mt-1 text-sm font-medium text-danger">{staffPaymentsMessages.disputed}</p>
        )}
      </div>
      <div className="flex items-center gap-4 max-sm:w-full max-sm:justify-between sm:flex-col sm:items-end sm:gap-2">
        <p className="sm:text-right">
          <span className="font-serif text-xl font-semibold tabular-nums">{formatAmount(payment)}</span>
          {isRefunded && (
            <span className="block text-xs text-soft">
              {interpolate(staffPaymentsMessages.refundedSumOf, {
                sum: price(payment.refunded_amount, payment.currency),
              })}
            </span>
          )}
        </p>
        {payment.can_be_refunded && <RefundButton payment={payment} onDone={onChange} />}
      </div>
    </article>
  );
}

function NoPayments({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState
      title={staffPaymentsMessages.emptySearch}
      text={staffPaymentsMessages.emptySearchText}
      headingLevel={3}
    />
  ) : (
    <EmptyState title={staffPaymentsMessages.empty} text={staffPaymentsMessages.emptyText} headingLevel={3} />
  );
}
