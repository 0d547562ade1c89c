import type { Payment } from '#contract/payment.ts';
import { price } from '#text/format.ts';
import { t } from '#text/index.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { browserCalls, paymentMemory } from './browser-calls.ts';
import { CancelPaymentButton } from './open-checkout.tsx';
import { PaymentScreen } from './payment-screen.tsx';
import { planToResume } from './subscription-calls.ts';
import { useCheckout } from './use-checkout.ts';

/** Loads the current state of the payment that the reader left without paying. */
async function loadPayment() {
  const calls = browserCalls();
  const [payments, plans] = await Promise.all([calls.loadPayments(), calls.loadPlans()]);
  const remembered = paymentMemory.get();
  const payment: Payment | undefined = payments.find(({ id }) => id === remembered) ?? payments[0];
  return { payment, planId: payment && planToResume(payment, plans)?.id };
}

/** The return page of an unpaid checkout: shows whether the payment is open, and resumes or cancels it. */
export function PaymentCancelled() {
  const { data, error, isLoading, reload } = useLoaded('cancelled payment', loadPayment);
  const { busyPlan, begin } = useCheckout(reload);
  if (!data && error && !isLoading)
    return (
      <PaymentScreen
        look="open"
        heading={t('subscriptionPage.cancelPageHeading')}
        text={t('subscriptionPage.failed')}
      >
        <Button onClick={reload}>{t('subscriptionPage.retry')}</Button>
      </PaymentScreen>
    );
  if (!data) return <PaymentScreen look="waiting" {...waiting} />;

  const { payment, planId } = data;
  if (payment?.is_successful)
    return (
      <PaymentScreen
        look="good"
        heading={t('subscriptionPage.paidHeading')}
        text={t('subscriptionPage.wasPaidText')}
      >
        <ButtonLink to="/subscription">{t('subscriptionPage.toSubscription')}</ButtonLink>
      </PaymentScreen>
    );
  if (payment?.is_pending)
    return (
      <PaymentScreen
        look="open"
        heading={t('subscriptionPage.openHeading')}
        text={t('subscriptionPage.openPageText', { sum: price(payment.amount, payment.currency) })}
      >
        {planId === undefined ? (
          <ButtonLink to="/subscription">{t('subscriptionPage.tryAgain')}</ButtonLink>
        ) : (
          <Button busy={busyPlan === planId} onClick={() => begin(planId)}>
            {t('subscriptionPage.tryAgain')}
          </Button>
        )}
        <CancelPaymentButton paymentId={payment.id} onCancelled={reload} />
      </PaymentScreen>
    );
  if (payment?.status === 'failed')
    return (
      <PaymentScreen
        look="bad"
        heading={t('subscriptionPage.failedHeading')}
        text={t('subscriptionPage.failedText')}
      >
        <ButtonLink to="/subscription">{t('subscriptionPage.tryAgain')}</ButtonLink>
        <ButtonLink to="/" variant="secondary">
          {t('subscriptionPage.toHome')}
        </ButtonLink>
      </PaymentScreen>
    );
  return <NothingOpen />;
}

/** No payment is open. Also for guests, who may have returned on another device. */
export function NothingOpen() {
  return (
    <PaymentScreen
      look="bad"
      heading={t('subscriptionPage.cancelPageHeading')}
      text={t('subscriptionPage.cancelPageText')}
    >
      <ButtonLink to="/subscription">{t('subscriptionPage.tryAgain')}</ButtonLink>
      <ButtonLink to="/" variant="secondary">
        {t('subscriptionPage.toHome')}
      </ButtonLink>
    </PaymentScreen>
  );
}

const waiting = {
  heading: t('subscriptionPage.waitingHeading'),
  text: t('subscriptionPage.waitingText'),
};
