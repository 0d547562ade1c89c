import type { MetaArgs } from 'react-router';
import { t } from '#text/index.ts';
import { useSession } from '#web/api/use-session.ts';
import { NothingOpen, PaymentCancelled } from '#web/features/subscriptions/payment-cancelled.tsx';
import { pageMeta } from '#web/shell/titles.ts';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: t('subscriptionPage.cancelPageTitle'),
    description: t('subscriptionPage.cancelPageDescription'),
    path: '/subscription/cancel',
    matches,
  });

/** The return page of a checkout without a payment. */
export default function PaymentCancel() {
  return useSession().status === 'user' ? <PaymentCancelled /> : <NothingOpen />;
}
