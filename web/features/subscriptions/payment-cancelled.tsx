import type { Payment } from '#contract/payment.ts';
import { price } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as subscriptionPageMessages from '#locales/ru/subscription-page.ts';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { getSubscriptionApi, pendingPaymentStore } from './browser-subscription-api.ts';
import { CancelPaymentButton } from './open-checkout.tsx';
import { PaymentScreen } from './payment-screen.tsx';
import { findPlanToResume } from './subscription-api.ts';
import { useCheckout } from './use-checkout.ts';

/** Loads the current state of the payment that the reader left without paying. */
async function loadPayment() {
  const subscriptionApi = getSubscriptionApi();
  const [payments, plans] = await Promise.all([subscriptionApi.loadPayments(), subscriptionApi.loadPlans()]);
  const storedId = pendingPaymentStore.get();
  const payment: Payment | undefined = payments.find(({ id }) => id === storedId) ?? payments[0];
  return { payment, planId: payment && findPlanToResume(payment, plans)?.id };
}

/** The return page of an unpaid checkout: shows whether the payment is open, and resumes or cancels it. */
export function PaymentCancelled() {
  const { data, error, isLoading, reload } = useBrowserQuery('cancelled payment', loadPayment);
  const { busyPlan, startCheckout: begin } = useCheckout(reload);
  if (!data && error && !isLoading)
    return (
      <PaymentScreen
        variant="open"
        heading={subscriptionPageMessages.cancelPageHeading}
        text={subscriptionPageMessages.failed}
      >
        <Button onClick={reload}>{subscriptionPageMessages.retry}</Button>
      </PaymentScreen>
    );
  if (!data) return <PaymentScreen variant="waiting" {...waiting} />;

  const { payment, planId } = data;
  if (payment?.is_successful)
    return (
      <PaymentScreen
        variant="good"
        heading={subscriptionPageMessages.paidHeading}
        text={subscriptionPageMessages.wasPaidText}
      >
        <ButtonLink to="/subscription">{subscriptionPageMessages.toSubscription}</ButtonLink>
      </PaymentScreen>
    );
  if (payment?.is_pending)
    return (
      <PaymentScreen
        variant="open"
        heading={subscriptionPageMessages.openHeading}
        text={interpolate(subscriptionPageMessages.openPageText, {
          sum: price(payment.amount, payment.currency),
        })}
      >
        {planId === undefined ? (
          <ButtonLink to="/subscription">{subscriptionPageMessages.tryAgain}</ButtonLink>
        ) : (
          <Button busy={busyPlan === planId} onClick={() => begin(planId)}>
            {subscriptionPageMessages.tryAgain}
          </Button>
        )}
        <CancelPaymentButton paymentId={payment.id} onCancelled={reload} />
      </PaymentScreen>
    );
  if (payment?.status === 'failed')
    return (
      <PaymentScreen
        variant="bad"
        heading={subscriptionPageMessages.failedHeading}
        text={subscriptionPageMessages.failedText}
      >
        <ButtonLink to="/subscription">{subscriptionPageMessages.tryAgain}</ButtonLink>
        <ButtonLink to="/" variant="secondary">
          {subscriptionPageMessages.toHome}
        </ButtonLink>
      </PaymentScreen>
    );
  return <NoOpenPayment />;
}

/** No payment is open. Also for guests, who may have returned on another device. */
export function NoOpenPayment() {
  return (
    <PaymentScreen
      variant="bad"
      heading={subscriptionPageMessages.cancelPageHeading}
      text={subscriptionPageMessages.cancelPageText}
    >
      <ButtonLink to="/subscription">{subscriptionPageMessages.tryAgain}</ButtonLink>
      <ButtonLink to="/" variant="secondary">
        {subscriptionPageMessages.toHome}
      </ButtonLink>
    </PaymentScreen>
  );
}

const waiting = {
  heading: subscriptionPageMessages.waitingHeading,
  text: subscriptionPageMessages.waitingText,
};
