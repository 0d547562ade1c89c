import { useEffect, useState } from 'react';
import type { Payment } from '#contract/payment.ts';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { ApiError } from '#web/api/error.ts';
import { ownSubscription } from '#web/api/subscription.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { browserCalls, paymentMemory } from './browser-calls.ts';
import { PaymentScreen } from './payment-screen.tsx';
import { type PaymentOutcome, watchPayment } from './payment-watch.ts';

type Result = PaymentOutcome | 'waiting' | 'none';

const views = {
  waiting: {
    look: 'waiting',
    heading: t('subscriptionPage.waitingHeading'),
    text: t('subscriptionPage.waitingText'),
  },
  paid: { look: 'good', heading: t('subscriptionPage.paidHeading'), text: t('subscriptionPage.paidText') },
  'paid-inactive': {
    look: 'open',
    heading: t('subscriptionPage.paidHeading'),
    text: t('subscriptionPage.paidInactiveText'),
  },
  failed: {
    look: 'bad',
    heading: t('subscriptionPage.failedHeading'),
    text: t('subscriptionPage.failedText'),
  },
  cancelled: {
    look: 'bad',
    heading: t('subscriptionPage.cancelledHeading'),
    text: t('subscriptionPage.cancelledText'),
  },
  refunded: {
    look: 'open',
    heading: t('subscriptionPage.refundedHeading'),
    text: t('subscriptionPage.refundedText'),
  },
  unknown: {
    look: 'open',
    heading: t('subscriptionPage.unknownHeading'),
    text: t('subscriptionPage.unknownText'),
  },
  none: { look: 'open', heading: t('subscriptionPage.noneHeading'), text: t('subscriptionPage.noneText') },
} as const satisfies Record<Result, object>;

/** The return page of a checkout: polls the payment's outcome and claims nothing before it is known. */
export function PaymentResult() {
  const [result, setResult] = useState<Result>('waiting');
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt polls again
  useEffect(() => {
    const leaving = new AbortController();
    setResult('waiting');
    findOutcome(leaving.signal).then(
      (outcome) => {
        if (leaving.signal.aborted) return;
        setResult(outcome);
        void ownSubscription.refresh();
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setResult('unknown');
      },
    );
    return () => leaving.abort();
  }, [round]);

  const { look, heading, text } = views[result];
  return (
    <PaymentScreen look={look} heading={heading} text={text}>
      {result !== 'waiting' && (
        <WaysOn result={result} onCheckAgain={() => setRound((before) => before + 1)} />
      )}
    </PaymentScreen>
  );
}

function WaysOn({ result, onCheckAgain }: { result: Result; onCheckAgain: () => void }) {
  return (
    <>
      {result === 'unknown' && <Button onClick={onCheckAgain}>{t('subscriptionPage.checkAgain')}</Button>}
      <ButtonLink to="/subscription" variant={result === 'unknown' ? 'secondary' : 'primary'}>
        {t('subscriptionPage.toSubscription')}
      </ButtonLink>
      {result === 'paid' && (
        <ButtonLink to="/posts/my" variant="secondary">
          {t('subscriptionPage.myPosts')}
        </ButtonLink>
      )}
      {(result === 'paid-inactive' || result === 'refunded') && (
        <ButtonLink to="/feedback" variant="secondary">
          {t('subscriptionPage.feedback')}
        </ButtonLink>
      )}
    </>
  );
}

async function findOutcome(leaving: AbortSignal): Promise<Result> {
  const remembered = paymentMemory.get();
  try {
    if (remembered !== null) return await watch(remembered, leaving);
  } catch (error) {
    // The payment belongs to a user who was logged in here before.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    paymentMemory.clear();
  }
  const newest: Payment | undefined = (await browserCalls().loadPayments())[0];
  return newest ? watch(newest.id, leaving) : 'none';
}

/** No error toast for a single poll: the next one follows, and the screen shows the result. */
const quiet = [0, 404, 429, 500, 502, 503, 504];

async function watch(paymentId: number, leaving: AbortSignal): Promise<PaymentOutcome> {
  const outcome = await watchPayment({
    ask: () =>
      getBrowser().api.call('getPaymentStatus', {
        params: { id: String(paymentId) },
        quiet,
        signal: leaving,
      }),
    pause: (ms) => pauseUnless(leaving, ms),
  });
  if (outcome !== 'unknown') paymentMemory.clear();
  return outcome;
}

function pauseUnless(leaving: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(new ApiError(0, null, 'aborted'));
    };
    if (leaving.aborted) stop();
    else leaving.addEventListener('abort', stop, { once: true });
  });
}
