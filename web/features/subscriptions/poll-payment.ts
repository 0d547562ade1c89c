import type { PaymentStatus } from '#contract/payment.ts';
import { ApiError } from '#web/api/error.ts';

export type PaymentOutcome = 'paid' | 'paid-inactive' | 'failed' | 'cancelled' | 'refunded' | 'unknown';
type PaymentStatusResponse = { status: PaymentStatus; subscription_activated: boolean };

/** Growing pauses between polls, 44.5 seconds in total; then the reader decides. */
const pollPausesMs = [1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 12_000, 12_000];

/** The outcome of a status response; null while the payment is in progress. */
export function outcomeOf({ status, subscription_activated }: PaymentStatusResponse): PaymentOutcome | null {
  if (status === 'pending' || status === 'processing') return null;
  if (status === 'succeeded') return subscription_activated ? 'paid' : 'paid-inactive';
  return status;
}

/**
 * Polls until the outcome of a payment is known or all pauses have passed. A failed request is repeated; a 404 is
 * thrown. `sleep` rejects when the reader leaves the page.
 */
export async function pollPayment({
  fetchStatus,
  sleep,
}: {
  fetchStatus: () => Promise<PaymentStatusResponse>;
  sleep: (ms: number) => Promise<void>;
}): Promise<PaymentOutcome> {
  for (const ms of [...pollPausesMs, null]) {
    const outcome = await pollOnce(fetchStatus);
    if (outcome) return outcome;
    if (ms !== null) await sleep(ms);
  }
  return 'unknown';
}

async function pollOnce(fetchStatus: () => Promise<PaymentStatusResponse>): Promise<PaymentOutcome | null> {
  try {
    return outcomeOf(await fetchStatus());
  } catch (error) {
    if (error instanceof ApiError && !isFinal(error)) return null;
    throw error;
  }
}

const isFinal = ({ status }: ApiError): boolean => status === 404 || status === 401;
