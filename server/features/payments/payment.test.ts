import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentMethod } from '#contract/payment.ts';
import {
  decideChange,
  findMismatch,
  isPaidTwice,
  isStillOpen,
  isUnfinished,
  nextCheckAt,
  type Payment,
  type PaymentState,
  resolvePaymentMethod,
} from './payment.ts';
import type { ProviderState } from './provider.ts';

type PaymentSnapshot = Parameters<typeof decideChange>[0];
const snapshot = (state: PaymentState, changes: Partial<PaymentSnapshot> = {}): PaymentSnapshot => ({
  state,
  attempt: 1,
  amountKopecks: 100,
  refundedKopecks: 0,
  ...changes,
});
const providerReports = (status: ProviderState['status'], refundedKopecks = 0) => ({
  status,
  refundedKopecks,
});
const stateAfterReport = (
  before: PaymentSnapshot,
  providerState: ReturnType<typeof providerReports>,
  attempt = 1,
) => decideChange(before, attempt, providerState)?.state ?? before.state;

describe('decideChange', () => {
  it.each<[PaymentState, ProviderState['status'], PaymentState]>([
    ['created', 'open', 'created'],
    ['created', 'paid', 'paid'],
    ['open', 'open', 'open'],
    ['open', 'paid', 'paid'],
    ['open', 'failed', 'failed'],
    ['open', 'cancelled', 'cancelled'],
    // The provider took the money, whatever our state was.
    ['failed', 'paid', 'paid'],
    ['cancelled', 'paid', 'paid'],
    // Late reports change nothing.
    ['paid', 'open', 'paid'],
    ['paid', 'failed', 'paid'],
    ['paid', 'cancelled', 'paid'],
    ['paid', 'paid', 'paid'],
    ['failed', 'cancelled', 'failed'],
    ['cancelled', 'failed', 'cancelled'],
    ['refunded', 'paid', 'refunded'],
    ['refunded', 'failed', 'refunded'],
  ])('from %s, when the provider reports %s, to %s', (state, providerState, expected) => {
    const refundedKopecks = state === 'refunded' ? 100 : 0;
    expect(stateAfterReport(snapshot(state, { refundedKopecks }), providerReports(providerState))).toBe(
      expected,
    );
  });

  it('never decreases the refunded amount', () => {
    expect(decideChange(snapshot('paid'), 1, providerReports('paid', 40))).toMatchObject({
      state: 'paid',
      refundedKopecks: 40,
    });
    expect(
      decideChange(snapshot('paid', { refundedKopecks: 40 }), 1, providerReports('paid', 30)),
    ).toBeUndefined();
    expect(
      decideChange(snapshot('paid', { refundedKopecks: 40 }), 1, providerReports('paid', 100))?.state,
    ).toBe('refunded');
    expect(decideChange(snapshot('paid'), 1, providerReports('paid', 999))?.refundedKopecks).toBe(100);
  });

  it('accepts a refund that is reported before the payment', () => {
    expect(stateAfterReport(snapshot('open'), providerReports('paid', 100))).toBe('refunded');
  });

  it('ignores the failure of an earlier attempt after a retry', () => {
    const retried = snapshot('open', { attempt: 2 });
    expect(decideChange(retried, 1, providerReports('failed'))).toBeUndefined();
    expect(decideChange(retried, 1, providerReports('cancelled'))).toBeUndefined();
    expect(decideChange(retried, 1, providerReports('paid'))).toMatchObject({ state: 'paid', attempt: 1 });
  });

  it('detects that two attempts were paid', () => {
    const paid = snapshot('paid', { attempt: 2 });
    expect(decideChange(paid, 1, providerReports('paid'))).toBeUndefined();
    expect(isPaidTwice(paid, 1, providerReports('paid'))).toBe(true);
    expect(isPaidTwice(paid, 2, providerReports('paid'))).toBe(false);
    expect(isPaidTwice(snapshot('open', { attempt: 2 }), 1, providerReports('paid'))).toBe(false);
  });

  it('reaches the final provider state for any order and repetition of reports', () => {
    const stateSequences = fc.constantFrom(
      [providerReports('open'), providerReports('paid')],
      [
        providerReports('open'),
        providerReports('paid'),
        providerReports('paid', 40),
        providerReports('paid', 100),
      ],
      [providerReports('open'), providerReports('failed')],
      [providerReports('open'), providerReports('cancelled')],
      [providerReports('open'), providerReports('paid'), providerReports('paid', 70)],
    );
    fc.assert(
      fc.property(stateSequences, fc.array(fc.nat(), { maxLength: 12 }), (states, order) => {
        const finalState = states.at(-1) as ReturnType<typeof providerReports>;
        // Any of the reports so far, any number of times; a query returns the last one at least once.
        const reports = [
          ...order.map((index) => states[index % states.length] as typeof finalState),
          finalState,
        ];
        let payment = snapshot('open');
        for (const providerState of reports)
          payment = { ...payment, ...decideChange(payment, 1, providerState) };
        const expected =
          finalState.status !== 'paid'
            ? finalState.status
            : finalState.refundedKopecks === 100
              ? 'refunded'
              : 'paid';
        expect([payment.state, payment.refundedKopecks]).toEqual([expected, finalState.refundedKopecks]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('findMismatch', () => {
  const payment: Pick<Payment, 'id' | 'amountKopecks' | 'currency'> = {
    id: 7,
    amountKopecks: 100,
    currency: 'RUB',
  };
  const checkout = { attempt: 1, providerId: 'p' };
  const providerState: ProviderState = {
    providerId: 'p',
    paymentId: 7,
    attempt: 1,
    status: 'paid',
    amountKopecks: 100,
    currency: 'RUB',
    refundedKopecks: 0,
  };
  it('accepts a matching object, before and after the session is known', () => {
    expect(findMismatch(payment, checkout, providerState)).toBeUndefined();
    expect(findMismatch(payment, { ...checkout, providerId: null }, providerState)).toBeUndefined();
  });
  it.each<[string, Partial<ProviderState>]>([
    ['payment', { paymentId: 8 }],
    ['payment', { paymentId: null }],
    ['attempt', { attempt: 2 }],
    ['session', { providerId: 'q' }],
    ['amount', { amountKopecks: 1 }],
    ['currency', { currency: 'USD' }],
  ])('reports a different %s', (expected, changes) =>
    expect(findMismatch(payment, checkout, { ...providerState, ...changes })).toBe(expected),
  );
});

describe('resolvePaymentMethod', () => {
  const names = paymentMethod.options;
  const sandbox = ['sandbox'] as const;
  it.each([
    ['the sandbox without a name', undefined, sandbox, { method: 'sandbox', provider: 'sandbox' }],
    ['the first provider for an empty name', '', sandbox, { method: 'sandbox', provider: 'sandbox' }],
    ['the sandbox for any known method', 'stripe', sandbox, { method: 'stripe', provider: 'sandbox' }],
    ['the first provider without a name', null, ['yookassa'], { method: 'yookassa', provider: 'yookassa' }],
    ['the requested provider', 'stripe', ['yookassa', 'stripe'], { method: 'stripe', provider: 'stripe' }],
    ['undefined for a provider that is off', 'stripe', ['yookassa'], undefined],
    ['undefined for the sandbox beside a real provider', 'sandbox', ['yookassa'], undefined],
    ['undefined for an unknown name', 'gold', sandbox, undefined],
    ['undefined if all providers are off', undefined, [], undefined],
  ] as const)('returns %s', (_, requested, providers, expected) =>
    expect(resolvePaymentMethod(requested, providers, names)).toEqual(expected),
  );
});

it('treats a session without a URL as open for 23 hours, while its key is valid', () => {
  const createdAt = new Date('2026-11-20T10:00:00Z');
  const open = (hours: number) =>
    isStillOpen({ url: null, createdAt, expiresAt: null }, new Date(createdAt.getTime() + hours * 3_600_000));
  expect([open(0), open(22.9), open(23)]).toEqual([true, true, false]);
});

it('checks an open session every minute for two hours, then less and less often', () => {
  const createdAt = new Date('2026-11-20T10:00:00Z');
  const pauseAfter = (minutes: number) => {
    const now = new Date(createdAt.getTime() + minutes * 60_000);
    return (nextCheckAt({ createdAt }, now).getTime() - now.getTime()) / 60_000;
  };
  expect([0, 1, 30, 119, 120, 240, 480, 6_000].map(pauseAfter)).toEqual([0.5, 1, 1, 1, 15, 30, 60, 60]);
});

it('checks a settled session once a day, and more often while its receipt is pending', () => {
  const now = new Date();
  const hoursAfter = (hours: number, receipt: 'pending' | 'succeeded' | null) => {
    const settledAt = new Date(now.getTime() - hours * 3_600_000);
    const next = nextCheckAt({ createdAt: settledAt, settledAt, receipt }, now);
    return (next.getTime() - now.getTime()) / 3_600_000;
  };
  expect([hoursAfter(0, null), hoursAfter(0, 'succeeded')]).toEqual([24, 24]);
  expect([0, 4, 48, 1_000].map((hours) => hoursAfter(hours, 'pending'))).toEqual([1 / 6, 1, 12, 24]);
});

it('treats a session as open until it expires', () => {
  const now = new Date();
  const openCheckout = { url: 'https://pay.example/1', createdAt: now };
  expect(isStillOpen({ ...openCheckout, expiresAt: null }, now)).toBe(true);
  expect(isStillOpen({ ...openCheckout, expiresAt: new Date(now.getTime() + 1) }, now)).toBe(true);
  expect(isStillOpen({ ...openCheckout, expiresAt: now }, now)).toBe(false);
  const states: PaymentState[] = ['created', 'open', 'paid', 'failed', 'cancelled', 'refunded'];
  expect(states.filter((state) => isUnfinished({ state }))).toEqual(['created', 'open']);
});
