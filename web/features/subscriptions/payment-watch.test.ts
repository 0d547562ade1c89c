import { describe, expect, it } from 'vitest';
import type { PaymentStatus } from '#contract/payment.ts';
import { ApiError } from '#web/api/error.ts';
import { outcomeOf, watchPayment } from './payment-watch.ts';

type Step = PaymentStatus | ApiError;

async function watch(steps: Step[]) {
  const pauses: number[] = [];
  let asked = 0;
  const ask = async () => {
    const step = steps[Math.min(asked, steps.length - 1)] ?? 'pending';
    asked += 1;
    if (step instanceof ApiError) throw step;
    return { status: step, subscription_activated: step === 'succeeded' };
  };
  const outcome = await watchPayment({ ask, pause: async (ms) => void pauses.push(ms) });
  return { outcome, asked, pauses };
}

describe('pollPayment', () => {
  it('ends at once when the outcome is known', async () => {
    expect(await watch(['succeeded'])).toEqual({ outcome: 'paid', asked: 1, pauses: [] });
    expect((await watch(['failed'])).outcome).toBe('failed');
  });

  it('polls with growing pauses while the payment is in progress', async () => {
    const { outcome, asked, pauses } = await watch(['pending', 'processing', 'processing', 'succeeded']);
    expect([outcome, asked]).toEqual(['paid', 4]);
    expect(pauses).toEqual([...pauses].sort((left, right) => left - right));
  });

  it('stops in under a minute with an unknown outcome', async () => {
    const { outcome, asked, pauses } = await watch(['processing']);
    expect([outcome, asked]).toEqual(['unknown', 9]);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(60_000);
  });

  it('polls again when a request fails', async () => {
    const silence = new ApiError(0, null, 'no-response');
    expect((await watch([silence, new ApiError(503, null), 'succeeded'])).outcome).toBe('paid');
    expect((await watch([silence])).outcome).toBe('unknown');
  });

  it('throws when the payment does not exist', async () => {
    await expect(watch([new ApiError(404, null)])).rejects.toMatchObject({ status: 404 });
  });
});

it('distinguishes a successful payment from an activated subscription', () => {
  expect(outcomeOf({ status: 'succeeded', subscription_activated: false })).toBe('paid-inactive');
  expect(outcomeOf({ status: 'refunded', subscription_activated: true })).toBe('refunded');
});
