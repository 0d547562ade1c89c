import type { MetaArgs } from 'react-router';
import * as subscriptionPageMessages from '#locales/ru/subscription-page.ts';
import { useSession } from '#web/api/use-session.ts';
import { SessionOverlay } from '#web/features/auth/session-overlay.tsx';
import { NoOpenPayment, PaymentCancelled } from '#web/features/subscriptions/payment-cancelled.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: subscriptionPageMessages.cancelPageTitle,
    description: subscriptionPageMessages.cancelPageDescription,
    path: '/subscription/cancel',
    isHidden: true,
    matches,
  });

/** The return page of a checkout without a payment. */
export default function PaymentCancel() {
  const { status } = useSession();
  if (status === 'user') return <PaymentCancelled />;
  return (
    <>
      <NoOpenPayment />
      {status === 'restoring' && <SessionOverlay />}
    </>
  );
}
