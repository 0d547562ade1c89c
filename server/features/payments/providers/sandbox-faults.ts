import type { Wire } from '#server/platform/wire.ts';
import { type PaymentProvider, ProviderRefusedError } from '../provider.ts';

/** What a sandbox can be told to do wrong, so that a site can be watched while its provider misbehaves. */
export type SandboxFault = 'delay' | 'double' | 'reorder' | 'drop' | 'fail' | 'time-out';

type Deliver = (wire: Wire) => Promise<void>;

const delayMs = 5_000;
/** Of calls that can fail, every second one does. */
const every = 2;

/** Delivers messages late, twice, in another order or not at all. */
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

/** Refuses every second call that changes something, or does it and loses the answer. */
export function moody(provider: PaymentProvider, faults: readonly SandboxFault[]): PaymentProvider {
  let calls = 0;
  async function spoilt<Result>(call: () => Promise<Result>): Promise<Result> {
    calls += 1;
    const isTurn = calls % every === 1;
    if (isTurn && faults.includes('fail')) throw new ProviderRefusedError('the sandbox was told to fail');
    const result = await call();
    if (isTurn && faults.includes('time-out')) throw new Error('the sandbox was told to keep silent');
    return result;
  }
  return {
    ...provider,
    createCheckout: (order) => spoilt(() => provider.createCheckout(order)),
    refund: (order) => spoilt(() => provider.refund(order)),
  };
}
