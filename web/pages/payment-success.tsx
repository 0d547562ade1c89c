import { type MetaArgs, useLocation } from 'react-router';
import { t } from '#text/index.ts';
import { loginPath } from '#web/api/local-path.ts';
import { useSession } from '#web/api/use-session.ts';
import { PaymentResult } from '#web/features/subscriptions/payment-result.tsx';
import { PaymentScreen } from '#web/features/subscriptions/payment-screen.tsx';
import { pageMeta } from '#web/shell/titles.ts';
import { ButtonLink } from '#web/ui/button.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: t('subscriptionPage.successTitle'),
    description: t('subscriptionPage.successDescription'),
    path: '/subscription/success',
    matches,
  });

/** The return page of a checkout. The redirect proves nothing, therefore the page asks the API for the status. */
export default function PaymentSuccess() {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  if (status === 'user') return <PaymentResult />;
  if (status === 'guest')
    return (
      <PaymentScreen
        look="open"
        heading={t('subscriptionPage.loginHeading')}
        text={t('subscriptionPage.loginText')}
      >
        <ButtonLink to={loginPath(pathname + search)}>{t('subscriptionPage.login')}</ButtonLink>
      </PaymentScreen>
    );
  return (
    <PaymentScreen
      look="waiting"
      heading={t('subscriptionPage.waitingHeading')}
      text={t('subscriptionPage.waitingText')}
    >
      <p className="without-script">{t('subscriptionPage.needsScriptResult')}</p>
    </PaymentScreen>
  );
}
