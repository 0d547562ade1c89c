import { useEffect, useState } from 'react';
import type { Payment } from '#contract/payment.ts';
import * as subscriptionPageMessages from '#locales/ru/subscription-page.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/error.ts';
import { subscriptionQuery } from '#web/queries/subscription-query.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { getSubscriptionApi, pendingPaymentStore } from './browser-subscription-api.ts';
import { PaymentScreen } from './payment-screen.tsx';
import { type PaymentOutcome, pollPayment } from './poll-payment.ts';

type Result = PaymentOutcome | 'waiting' | 'none';

const screens = {
  waiting: {
    look: 'waiting',
    heading: subscriptionPageMessages.waitingHeading,
    text: subscriptionPageMessages.waitingText,
  },
  paid: {
    look: 'good',
    heading: subscriptionPageMessages.paidHeading,
    text: subscriptionPageMessages.paidText,
  },
  'paid-inactive': {
    look: 'open',
    heading: subscriptionPageMessages.paidHeading,
    text: subscriptionPageMessages.paidInactiveText,
  },
  failed: {
    look: 'bad',
    heading: subscriptionPageMessages.failedHeading,
    text: subscriptionPageMessages.failedText,
  },
  cancelled: {
    look: 'bad',
    heading: subscriptionPageMessages.cancelledHeading,
    text: subscriptionPageMessages.cancelledText,
  },
  refunded: {
    look: 'open',
    heading: subscriptionPageMessages.refundedHeading,
    text: subscriptionPageMessages.refundedText,
  },
  unknown: {
    look: 'open',
    heading: subscriptionPageMessages.unknownHeading,
    text: subscriptionPageMessages.unknownText,
  },
  none: {
    look: 'open',
    heading: subscriptionPageMessages.noneHeading,
    text: subscriptionPageMessages.noneText,
  },
} as const satisfies Record<Result, object>;

/** The return page of a checkout: polls the payment's outcome and claims nothing before it is known. */
export function PaymentResult() {
  const [result, setResult] = useState<Result>('waiting');
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt polls again
  useEffect(() => {
    const controller = new AbortController();
    setResult('waiting');
    findOutcome(controller.signal).then(
      (outcome) => {
        if (controller.signal.aborted) return;
        setResult(outcome);
        void subscriptionQuery.refresh();
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setResult('unknown');
      },
    );
    return () => controller.abort();
  }, [attempt]);

  const { look, heading, text } = screens[result];
  return (
    <PaymentScreen variant={look} heading={heading} text={text}>
      {result !== 'waiting' && (
        <ResultActions result={result} onCheckAgain={() => setAttempt((previous) => previous + 1)} />
      )}
    </PaymentScreen>
  );
}

function ResultActions({ result, onCheckAgain }: { result: Result; onCheckAgain: () => void }) {
  return (
    <>
      {result === 'unknown' && <Button onClick={onCheckAgain}>{subscriptionPageMessages.checkAgain}</Button>}
      <ButtonLink to="/subscription" variant={result === 'unknown' ? 'secondary' : 'primary'}>
        {subscriptionPageMessages.toSubscription}
      </ButtonLink>
      {result === 'paid' && (
        <ButtonLink to="/posts/my" variant="secondary">
          {subscriptionPageMessages.myPosts}
        </ButtonLink>
      )}
      {(result === 'paid-inactive' || result === 'refunded') && (
        <ButtonLink to="/feedback" variant="secondary">
          {subscriptionPageMessages.feedback}
        </ButtonLink>
      )}
    </>
  );
}

async function findOutcome(signal: AbortSignal): Promise<Result> {
  const storedId = pendingPaymentStore.get();
  try {
    if (storedId !== null) return await pollOutcome(storedId, signal);
  } catch (error) {
    // The payment belongs to a user who was logged in here before.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    pendingPaymentStore.clear();
  }
  const newest: Payment | undefined = (await getSubscriptionApi().loadPayments())[0];
  return newest ? pollOutcome(newest.id, signal) : 'none';
}

/** No error toast for a single poll: the next one follows, and the screen shows the result. */
const silencedStatuses = [0, 404, 429, 500, 502, 503, 504];

async function pollOutcome(paymentId: number, signal: AbortSignal): Promise<PaymentOutcome> {
  const outcome = await pollPayment({
    fetchStatus: () =>
      getBrowserClient().api.call('getPaymentStatus', {
        params: { id: String(paymentId) },
        suppressToastFor: silencedStatuses,
        signal,
      }),
    sleep: (ms) => sleepUnlessAborted(signal, ms),
  });
  if (outcome !== 'unknown') pendingPaymentStore.clear();
  return outcome;
}

function sleepUnlessAborted(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(new ApiError(0, null, 'aborted'));
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
