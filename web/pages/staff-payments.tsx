import { type MetaArgs, useSearchParams } from 'react-router';
import * as staffPaymentsMessages from '#locales/ru/staff-payments.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { MoneySummary } from '#web/features/payments/money-summary.tsx';
import { isUnfilteredFirstPage, parsePaymentList } from '#web/features/payments/payment-list-path.ts';
import { StaffPayments as StaffPaymentList } from '#web/features/payments/staff-payments.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({ title: staffPaymentsMessages.title, isHidden: true, matches });

export default function StaffPayments() {
  const list = parsePaymentList(useSearchParams()[0]);
  return (
    <StaffPage section="payments" title={staffPaymentsMessages.title}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="payments">
          <div className="flex flex-col gap-12">
            {/* A search should show the list without scrolling. */}
            {isUnfilteredFirstPage(list) && <MoneySummary />}
            <StaffPaymentList list={list} />
          </div>
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
