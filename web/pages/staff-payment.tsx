import { useParams } from 'react-router';
import { t } from '#text/index.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { StaffOnly, StaffPage, StaffWaiting } from '#web/features/moderation/staff-frame.tsx';
import { PaymentStory } from '#web/features/payments/payment-story.tsx';
import { pageMeta } from '#web/shell/titles.ts';

export const meta = () => pageMeta({ title: t('staffPayments.paymentTitle') });

export default function StaffPayment() {
  const { id = '' } = useParams();
  return (
    <StaffPage section="payments" title={t('staffPayments.title')}>
      <RequireUser fallback={<StaffWaiting />}>
        <StaffOnly section="payments">
          <PaymentStory id={id} />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
