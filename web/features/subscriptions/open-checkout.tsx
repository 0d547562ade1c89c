import { useState } from 'react';
import type { Payment } from '#contract/payment.ts';
import { dateAndTime, price } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as subscriptionPageMessages from '#locales/ru/subscription-page.ts';
import { ApiError } from '#web/api/error.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';
import { getSubscriptionApi } from './browser-subscription-api.ts';

type Props = {
  payment: Payment;
  /** Undefined when the plan is no longer on sale: the payment cannot be resumed. */
  planId: number | undefined;
  busyPlan: number | null;
  onResume: (planId: number) => void;
  onCancelled: () => void;
};

/** An unfinished payment, to resume or to cancel. */
export function OpenCheckout({ payment, planId, busyPlan, onResume, onCancelled }: Props) {
  const sum = price(payment.amount, payment.currency);
  return (
    <section
      aria-labelledby="open-checkout"
      className="rounded-sm border border-rule border-l-4 border-l-accent bg-raised p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="open-checkout" className="text-xl font-semibold">
          {subscriptionPageMessages.openTitle}
        </h2>
        <Badge tone="warning">{subscriptionPageMessages.pending}</Badge>
      </div>
      <p className="mt-2 text-soft">
        {interpolate(subscriptionPageMessages.openText, { sum, date: dateAndTime(payment.created_at) })}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {planId !== undefined && (
          <Button busy={busyPlan === planId} onClick={() => onResume(planId)}>
            {subscriptionPageMessages.resume}
          </Button>
        )}
        <CancelPaymentButton paymentId={payment.id} onCancelled={onCancelled} />
      </div>
    </section>
  );
}

/** Cancels an unfinished payment; `onCancelled` is also called when it has already ended. */
export function CancelPaymentButton({
  paymentId,
  onCancelled,
}: {
  paymentId: number;
  onCancelled: () => void;
}) {
  const [isBusy, setBusy] = useState(false);

  async function cancel() {
    setBusy(true);
    try {
      await getSubscriptionApi().cancelPayment(paymentId);
      notify('success', subscriptionPageMessages.openCancelled);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
    onCancelled();
  }

  return (
    <Button variant="secondary" busy={isBusy} onClick={() => void cancel()}>
      {subscriptionPageMessages.cancelOpen}
    </Button>
  );
}
