import { type MetaArgs, useLocation } from 'react-router';
import * as subscriptionPageMessages from '#locales/ru/subscription-page.ts';
import { useSession } from '#web/api/use-session.ts';
import { PaymentResult } from '#web/features/subscriptions/payment-result.tsx';
import { PaymentScreen } from '#web/features/subscriptions/payment-screen.tsx';
import { loginPath } from '#web/paths/local-path.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { ButtonLink } from '#web/ui/button.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: subscriptionPageMessages.successTitle,
    description: subscriptionPageMessages.successDescription,
    path: '/subscription/success',
    isHidden: true,
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
        variant="open"
        heading={subscriptionPageMessages.loginHeading}
        text={subscriptionPageMessages.loginText}
      >
        <ButtonLink to={loginPath(pathname + search)}>{subscriptionPageMessages.login}</ButtonLink>
      </PaymentScreen>
    );
  return (
    <PaymentScreen
      variant="waiting"
      heading={subscriptionPageMessages.waitingHeading}
      text={subscriptionPageMessages.waitingText}
    >
      <p className="without-script">{subscriptionPageMessages.needsScriptResult}</p>
    </PaymentScreen>
  );
}
