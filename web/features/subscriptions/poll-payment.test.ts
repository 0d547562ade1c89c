import { describe, expect, it } from 'vitest';
import type { PaymentStatus } from '#contract/payment.ts';
import { ApiError } from '#web/api/error.ts';
import { outcomeOf, pollPayment } from './poll-payment.ts';

type Step = PaymentStatus | ApiError;

async function poll(steps: Step[]) {
  const pauses: number[] = [];
  let pollCount = 0;
  const fetchStatus = async () => {
    const step = steps[Math.min(pollCount, steps.length - 1)] ?? 'pending';
    pollCount += 1;
    if (step instanceof ApiError) throw step;
    return { status: step, subscription_activated: step === 'succeeded' };
  };
  const outcome = await pollPayment({ fetchStatus, sleep: async (ms) => void pauses.push(ms) });
  return { outcome, pollCount, pauses };
}

describe('pollPayment', () => {
  it('ends at once when the outcome is known', async () => {
    expect(await poll(['succeeded'])).toEqual({ outcome: 'paid', pollCount: 1, pauses: [] });
    expect((await poll(['failed'])).outcome).toBe('failed');
  });

  it('polls with growing pauses while the payment is in progress', async () => {
    const { outcome, pollCount, pauses } = await poll(['pending', 'processing', 'processing', 'succeeded']);
    expect([outcome, pollCount]).toEqual(['paid', 4]);
    expect(pauses).toEqual([...pauses].sort((left, right) => left - right));
  });

  it('stops in under a minute with an unknown outcome', async () => {
    const { outcome, pollCount, pauses } = await poll(['processing']);
    expect([outcome, pollCount]).toEqual(['unknown', 9]);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(60_000);
  });

  it('polls again when a request fails', async () => {
    const networkError = new ApiError(0, null, 'no-response');
    expect((await poll([networkError, new ApiError(503, null), 'succeeded'])).outcome).toBe('paid');
    expect((await poll([networkError])).outcome).toBe('unknown');
  });

  it('throws when the payment does not exist', async () => {
    await expect(poll([new ApiError(404, null)])).rejects.toMatchObject({ status: 404 });
  });
});

it('distinguishes a successful payment from an activated subscription', () => {
  expect(outcomeOf({ status: 'succeeded', subscription_activated: false })).toBe('paid-inactive');
  expect(outcomeOf({ status: 'refunded', subscription_activated: true })).toBe('refunded');
});
