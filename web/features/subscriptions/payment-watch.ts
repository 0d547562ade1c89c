import type { PaymentStatus } from '#contract/payment.ts';
import { ApiError } from '#web/api/error.ts';

export type PaymentOutcome = 'paid' | 'paid-inactive' | 'failed' | 'cancelled' | 'refunded' | 'unknown';
type Answer = { status: PaymentStatus; subscription_activated: boolean };

/** The pauses between questions grow: about three quarters of a minute in all, then the reader decides. */
const pausesMs = [1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 12_000, 12_000];

/** What an answer means; null while the payment is under way. */
export function outcomeOf({ status, subscription_activated }: Answer): PaymentOutcome | null {
  if (status === 'pending' || status === 'processing') return null;
  if (status === 'succeeded') return subscription_activated ? 'paid' : 'paid-inactive';
  return status;
}

/**
 * Asks until the outcome of a payment is known, or long enough. A question that gets no answer is asked again; an answer
 * that says there is no such payment is thrown. `pause` rejects when nobody waits any more.
 */
export async function watchPayment({
  ask,
  pause,
}: {
  ask: () => Promise<Answer>;
  pause: (ms: number) => Promise<void>;
}): Promise<PaymentOutcome> {
  for (const ms of [...pausesMs, null]) {
    const outcome = await askOnce(ask);
    if (outcome) return outcome;
    if (ms !== null) await pause(ms);
  }
  return 'unknown';
}

async function askOnce(ask: () => Promise<Answer>): Promise<PaymentOutcome | null> {
  try {
    return outcomeOf(await ask());
  } catch (error) {
    if (error instanceof ApiError && !isFinal(error)) return null;
    throw error;
  }
}

const isFinal = ({ status }: ApiError): boolean => status === 404 || status === 401;
