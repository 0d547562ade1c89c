import { useSearchParams } from 'react-router';
import { t } from '#text/index.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { StaffOnly, StaffPage, StaffWaiting } from '#web/features/moderation/staff-frame.tsx';
import { MoneySummary } from '#web/features/payments/money-summary.tsx';
import { isPlain, paymentListPath, readPaymentList } from '#web/features/payments/payment-address.ts';
import { StaffPayments as PaymentsOfAll } from '#web/features/payments/staff-payments.tsx';
import { pageStatus, paginationLabels } from '#web/features/posts/list-labels.ts';
import { pageMeta } from '#web/shell/titles.ts';
import { Pagination } from '#web/ui/pagination.tsx';

export const meta = () => pageMeta({ title: t('staffPayments.title') });

export default function StaffPayments() {
  const list = readPaymentList(useSearchParams()[0]);
  const { page } = list;
  return (
    <StaffPage section="payments" title={t('staffPayments.title')}>
      <RequireUser fallback={<StaffWaiting />}>
        <StaffOnly section="payments">
          <div className="flex flex-col gap-12">
            {/* A search should show the list without scrolling. */}
            {isPlain(list) && <MoneySummary />}
            <PaymentsOfAll
              list={list}
              paginationOf={(pageCount) => (
                <Pagination
                  page={page}
                  pageCount={pageCount}
                  hrefOf={(wanted) => paymentListPath({ ...list, page: wanted })}
                  status={pageStatus(page, pageCount)}
                  labels={paginationLabels}
                />
              )}
            />
          </div>
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
