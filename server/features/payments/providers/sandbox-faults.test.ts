import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CheckoutOrder, type PaymentProvider, ProviderRefusedError } from '../provider.ts';
import { moody, unreliable } from './sandbox-faults.ts';

const wire = (text: string) => ({ text, headers: {}, address: '127.0.0.1' });
let delivered: string[];
const deliver = async ({ text }: { text: string }) => void delivered.push(text);

beforeEach(() => {
  delivered = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('withDeliveryFaults', () => {
  const send = async (faults: Parameters<typeof unreliable>[1], ...texts: string[]) => {
    const spoilt = unreliable(deliver, faults);
    for (const text of texts) await spoilt(wire(text));
    return delivered;
  };

  it('delivers in order without faults', async () => expect(await send([], 'a', 'b')).toEqual(['a', 'b']));
  it('drops messages', async () => expect(await send(['drop', 'double'], 'a')).toEqual([]));
  it('delivers messages twice', async () => expect(await send(['double'], 'a')).toEqual(['a', 'a']));
  it('reorders messages', async () =>
    expect(await send(['reorder'], 'a', 'b', 'c', 'd')).toEqual(['b', 'a', 'd', 'c']));
  it('delays messages by five seconds', async () => {
    expect(await send(['delay'], 'a')).toEqual([]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(delivered).toEqual(['a']);
  });
});

describe('withCallFaults', () => {
  let made = 0;
  const provider = {
    name: 'sandbox',
    createCheckout: async () => {
      made += 1;
      return { providerId: 's', url: 'u', expiresAt: null };
    },
  } as unknown as PaymentProvider;
  const order = {} as CheckoutOrder;
  beforeEach(() => {
    made = 0;
  });

  it('refuses every second call without executing it', async () => {
    const spoilt = moody(provider, ['fail']);
    await expect(spoilt.createCheckout(order)).rejects.toBeInstanceOf(ProviderRefusedError);
    expect(made).toBe(0);
    await spoilt.createCheckout(order);
    await expect(spoilt.createCheckout(order)).rejects.toThrow();
    expect(made).toBe(1);
  });

  it('executes a call and loses the response', async () => {
    const spoilt = moody(provider, ['time-out']);
    const failure = await spoilt.createCheckout(order).catch((error: unknown) => error);
    expect(failure).not.toBeInstanceOf(ProviderRefusedError);
    expect(made).toBe(1);
    expect((await spoilt.createCheckout(order)).providerId).toBe('s');
  });
});
