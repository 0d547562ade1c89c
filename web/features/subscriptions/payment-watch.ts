import type { PaymentStatus } from '#contract/payment.ts';
import { ApiError } from '#web/api/error.ts';

export type PaymentOutcome = 'paid' | 'paid-inactive' | 'failed' | 'cancelled' | 'refunded' | 'unknown';
type Answer = { status: PaymentStatus; subscription_activated: boolean };

/** Growing pauses between polls, 44.5 seconds in total; then the reader decides. */
const pausesMs = [1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 12_000, 12_000];

/** The outcome of a status response; null while the payment is in progress. */
export function outcomeOf({ status, subscription_activated }: Answer): PaymentOutcome | null {
  if (status === 'pending' || status === 'processing') return null;
  if (status === 'succeeded') return subscription_activated ? 'paid' : 'paid-inactive';
  return status;
}

/**
 * Polls until the outcome of a payment is known or all pauses have passed. A failed request is repeated; a 404 is
 * thrown. `sleep` rejects when the reader leaves the page.
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
