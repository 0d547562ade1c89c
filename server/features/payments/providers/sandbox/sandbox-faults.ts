import type { RawRequest } from '#server/platform/raw-request.ts';
import { type PaymentProvider, ProviderRefusedError } from '../../provider.ts';

/** Faults that the sandbox can inject, to test a site with a misbehaving provider. */
export type SandboxFault = 'delay' | 'double' | 'reorder' | 'drop' | 'fail' | 'time-out';

type Deliver = (rawRequest: RawRequest) => Promise<void>;

const delayMs = 5_000;
/** Every second of the affected calls fails. */
const faultInterval = 2;

/** Delays, duplicates, reorders or drops messages. */
export function withDeliveryFaults(deliver: Deliver, faults: readonly SandboxFault[]): Deliver {
  let delayed: RawRequest | undefined;
  const deliverLater = (rawRequest: RawRequest) =>
    void setTimeout(() => void deliver(rawRequest).catch(() => undefined), delayMs).unref();
  return async (rawRequest) => {
    if (faults.includes('drop')) return;
    if (faults.includes('delay')) return deliverLater(rawRequest);
    if (faults.includes('reorder') && delayed === undefined) {
      delayed = rawRequest;
      return;
    }
    await deliver(rawRequest);
    if (faults.includes('double')) await deliver(rawRequest);
    if (delayed === undefined) return;
    const earlier = delayed;
    delayed = undefined;
    await deliver(earlier);
  };
}

/** Refuses every second call that changes something, or executes it and loses the response. */
export function withCallFaults(provider: PaymentProvider, faults: readonly SandboxFault[]): PaymentProvider {
  let calls = 0;
  async function callWithFaults<Result>(call: () => Promise<Result>): Promise<Result> {
    calls += 1;
    const isFaultyCall = calls % faultInterval === 1;
    if (isFaultyCall && faults.includes('fail'))
      throw new ProviderRefusedError('injected fault of the sandbox');
    const result = await call();
    if (isFaultyCall && faults.includes('time-out')) throw new Error('injected time-out of the sandbox');
    return result;
  }
  return {
    ...provider,
    createCheckout: (order) => callWithFaults(() => provider.createCheckout(order)),
    refund: (order) => callWithFaults(() => provider.refund(order)),
  };
}
