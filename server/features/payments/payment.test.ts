import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentMethod } from '#contract/payment.ts';
import {
  changeBy,
  isPaidTwice,
  isStillOpen,
  isUnfinished,
  mismatchOf,
  nextCheckAt,
  offeredMethod,
  type Payment,
  type PaymentState,
} from './payment.ts';
import type { ProviderPayment } from './provider.ts';

type Standing = Parameters<typeof changeBy>[0];
const standing = (state: PaymentState, changes: Partial<Standing> = {}): Standing => ({
  state,
  attempt: 1,
  amountKopecks: 100,
  refundedKopecks: 0,
  ...changes,
});
const says = (status: ProviderPayment['status'], refundedKopecks = 0) => ({ status, refundedKopecks });
const stateAfter = (before: Standing, word: ReturnType<typeof says>, attempt = 1) =>
  changeBy(before, attempt, word)?.state ?? before.state;

describe('decideChange', () => {
  it.each<[PaymentState, ProviderPayment['status'], PaymentState]>([
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
  ])('from %s, when the provider reports %s, to %s', (state, word, expected) => {
    const refundedKopecks = state === 'refunded' ? 100 : 0;
    expect(stateAfter(standing(state, { refundedKopecks }), says(word))).toBe(expected);
  });

  it('never decreases the refunded amount', () => {
    expect(changeBy(standing('paid'), 1, says('paid', 40))).toMatchObject({
      state: 'paid',
      refundedKopecks: 40,
    });
    expect(changeBy(standing('paid', { refundedKopecks: 40 }), 1, says('paid', 30))).toBeUndefined();
    expect(changeBy(standing('paid', { refundedKopecks: 40 }), 1, says('paid', 100))?.state).toBe('refunded');
    expect(changeBy(standing('paid'), 1, says('paid', 999))?.refundedKopecks).toBe(100);
  });

  it('accepts a refund that is reported before the payment', () => {
    expect(stateAfter(standing('open'), says('paid', 100))).toBe('refunded');
  });

  it('ignores the failure of an earlier attempt after a retry', () => {
    const retried = standing('open', { attempt: 2 });
    expect(changeBy(retried, 1, says('failed'))).toBeUndefined();
    expect(changeBy(retried, 1, says('cancelled'))).toBeUndefined();
    expect(changeBy(retried, 1, says('paid'))).toMatchObject({ state: 'paid', attempt: 1 });
  });

  it('detects that two attempts were paid', () => {
    const paid = standing('paid', { attempt: 2 });
    expect(changeBy(paid, 1, says('paid'))).toBeUndefined();
    expect(isPaidTwice(paid, 1, says('paid'))).toBe(true);
    expect(isPaidTwice(paid, 2, says('paid'))).toBe(false);
    expect(isPaidTwice(standing('open', { attempt: 2 }), 1, says('paid'))).toBe(false);
  });

  it('reaches the final provider state for any order and repetition of reports', () => {
    const story = fc.constantFrom(
      [says('open'), says('paid')],
      [says('open'), says('paid'), says('paid', 40), says('paid', 100)],
      [says('open'), says('failed')],
      [says('open'), says('cancelled')],
      [says('open'), says('paid'), says('paid', 70)],
    );
    fc.assert(
      fc.property(story, fc.array(fc.nat(), { maxLength: 12 }), (truths, order) => {
        const last = truths.at(-1) as ReturnType<typeof says>;
        // Any of the reports so far, any number of times; a query returns the last one at least once.
        const told = [...order.map((index) => truths[index % truths.length] as typeof last), last];
        let payment = standing('open');
        for (const word of told) payment = { ...payment, ...changeBy(payment, 1, word) };
        const expected =
          last.status !== 'paid' ? last.status : last.refundedKopecks === 100 ? 'refunded' : 'paid';
        expect([payment.state, payment.refundedKopecks]).toEqual([expected, last.refundedKopecks]);
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
  const truth: ProviderPayment = {
    providerId: 'p',
    paymentId: 7,
    attempt: 1,
    status: 'paid',
    amountKopecks: 100,
    currency: 'RUB',
    refundedKopecks: 0,
  };
  it('accepts a matching object, before and after the session is known', () => {
    expect(mismatchOf(payment, checkout, truth)).toBeUndefined();
    expect(mismatchOf(payment, { ...checkout, providerId: null }, truth)).toBeUndefined();
  });
  it.each<[string, Partial<ProviderPayment>]>([
    ['payment', { paymentId: 8 }],
    ['payment', { paymentId: null }],
    ['attempt', { attempt: 2 }],
    ['session', { providerId: 'q' }],
    ['amount', { amountKopecks: 1 }],
    ['currency', { currency: 'USD' }],
  ])('reports a different %s', (expected, changes) =>
    expect(mismatchOf(payment, checkout, { ...truth, ...changes })).toBe(expected),
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
  ] as const)('returns %s', (_, asked, providers, expected) =>
    expect(offeredMethod(asked, providers, names)).toEqual(expected),
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
  const shown = { url: 'https://pay.example/1', createdAt: now };
  expect(isStillOpen({ ...shown, expiresAt: null }, now)).toBe(true);
  expect(isStillOpen({ ...shown, expiresAt: new Date(now.getTime() + 1) }, now)).toBe(true);
  expect(isStillOpen({ ...shown, expiresAt: now }, now)).toBe(false);
  const states: PaymentState[] = ['created', 'open', 'paid', 'failed', 'cancelled', 'refunded'];
  expect(states.filter((state) => isUnfinished({ state }))).toEqual(['created', 'open']);
});
