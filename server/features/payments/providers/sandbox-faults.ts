import type { Wire } from '#server/platform/wire.ts';
import { type PaymentProvider, ProviderRefusedError } from '../provider.ts';

/** Faults that the sandbox can inject, to test a site with a misbehaving provider. */
export type SandboxFault = 'delay' | 'double' | 'reorder' | 'drop' | 'fail' | 'time-out';

type Deliver = (wire: Wire) => Promise<void>;

const delayMs = 5_000;
/** Every second of the affected calls fails. */
const every = 2;

/** Delays, duplicates, reorders or drops messages. */
export function unreliable(deliver: Deliver, faults: readonly SandboxFault[]): Deliver {
  let held: Wire | undefined;
  const later = (wire: Wire) =>
    void setTimeout(() => void deliver(wire).catch(() => undefined), delayMs).unref();
  return async (wire) => {
    if (faults.includes('drop')) return;
    if (faults.includes('delay')) return later(wire);
    if (faults.includes('reorder') && held === undefined) {
      held = wire;
      return;
    }
    await deliver(wire);
    if (faults.includes('double')) await deliver(wire);
    if (held === undefined) return;
    const earlier = held;
    held = undefined;
    await deliver(earlier);
  };
}

/** Refuses every second call that changes something, or executes it and loses the response. */
export function moody(provider: PaymentProvider, faults: readonly SandboxFault[]): PaymentProvider {
  let calls = 0;
  async function spoilt<Result>(call: () => Promise<Result>): Promise<Result> {
    calls += 1;
    const isTurn = calls % every === 1;
    if (isTurn && faults.includes('fail')) throw new ProviderRefusedError('injected fault of the sandbox');
    const result = await call();
    if (isTurn && faults.includes('time-out')) throw new Error('injected time-out of the sandbox');
    return result;
  }
  return {
    ...provider,
    createCheckout: (order) => spoilt(() => provider.createCheckout(order)),
    refund: (order) => spoilt(() => provider.refund(order)),
  };
}
