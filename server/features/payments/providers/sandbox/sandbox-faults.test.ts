import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PaymentProvider, ProviderRefusedError, type SessionRequest } from '../../provider.ts';
import { withCallFaults, withDeliveryFaults } from './sandbox-faults.ts';

const createRequest = (text: string) => ({ text, headers: {}, address: '127.0.0.1' });
let delivered: string[];
const deliver = async ({ text }: { text: string }) => void delivered.push(text);

beforeEach(() => {
  delivered = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('withDeliveryFaults', () => {
  const send = async (faults: Parameters<typeof withDeliveryFaults>[1], ...texts: string[]) => {
    const withFaults = withDeliveryFaults(deliver, faults);
    for (const text of texts) await withFaults(createRequest(text));
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
  const order = {} as SessionRequest;
  beforeEach(() => {
    made = 0;
  });

  it('refuses every second call without executing it', async () => {
    const withFaults = withCallFaults(provider, ['fail']);
    await expect(withFaults.createCheckout(order)).rejects.toBeInstanceOf(ProviderRefusedError);
    expect(made).toBe(0);
    await withFaults.createCheckout(order);
    await expect(withFaults.createCheckout(order)).rejects.toThrow();
    expect(made).toBe(1);
  });

  it('executes a call and loses the response', async () => {
    const withFaults = withCallFaults(provider, ['time-out']);
    const failure = await withFaults.createCheckout(order).catch((error: unknown) => error);
    expect(failure).not.toBeInstanceOf(ProviderRefusedError);
    expect(made).toBe(1);
    expect((await withFaults.createCheckout(order)).providerId).toBe('s');
  });
});
