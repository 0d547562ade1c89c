import { type MetaArgs, useParams } from 'react-router';
import * as staffPaymentsMessages from '#locales/ru/staff-payments.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { PaymentDetails } from '#web/features/payments/payment-details.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({ title: staffPaymentsMessages.paymentTitle, isHidden: true, matches });

export default function StaffPayment() {
  const { id = '' } = useParams();
  return (
    <StaffPage section="payments" title={staffPaymentsMessages.title}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="payments">
          <PaymentDetails id={id} />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
