import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canBuy,
  daysRemaining,
  isActiveAt,
  isEndedByRefund,
  nextTerm,
  type Subscription,
  statusAt,
} from './subscription.ts';

const dayMs = 24 * 3_600_000;
const now = new Date('2026-11-20T10:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * dayMs);
const subscription = (changes: Partial<Subscription> = {}): Subscription => ({
  id: 1,
  accountId: 1,
  planId: 1,
  status: 'active',
  startsAt: inDays(-20),
  endsAt: inDays(10),
  createdAt: inDays(-20),
  updatedAt: inDays(-20),
  ...changes,
});

describe('statusAt', () => {
  it('expires exactly at its end', () => {
    const { endsAt } = subscription();
    expect(statusAt(subscription(), new Date(endsAt.getTime() - 1))).toBe('active');
    expect(statusAt(subscription(), endsAt)).toBe('expired');
  });
  it.each(['pending', 'cancelled', 'expired'] as const)('keeps %s', (status) => {
    expect(statusAt(subscription({ status }), inDays(99))).toBe(status);
    expect(isActiveAt(subscription({ status }), now)).toBe(false);
  });
  it('is not active without a subscription', () => expect(isActiveAt(undefined, now)).toBe(false));
});

describe('daysRemaining', () => {
  it('counts a started day as whole', () => {
    expect(daysRemaining(subscription({ endsAt: inDays(30) }), now)).toBe(30);
    expect(daysRemaining(subscription({ endsAt: new Date(now.getTime() + 1) }), now)).toBe(1);
  });
  it('is 0 without an active subscription', () => {
    expect(daysRemaining(subscription({ status: 'cancelled' }), now)).toBe(0);
    expect(daysRemaining(subscription({ endsAt: now }), now)).toBe(0);
  });
});

describe('canBuy', () => {
  it.each([
    ['no subscription', undefined, true],
    ['more than a week left', subscription({ endsAt: new Date(inDays(7).getTime() + 1) }), false],
    ['a week left', subscription({ endsAt: inDays(7) }), true],
    ['an ended term', subscription({ endsAt: now }), true],
    ['a cancelled subscription', subscription({ status: 'cancelled' }), true],
    ['a pending subscription', subscription({ status: 'pending', endsAt: inDays(30) }), true],
  ])('for %s returns %s', (_, given, expected) => expect(canBuy(given, now)).toBe(expected));
});

describe('nextTerm', () => {
  it('starts now without a running term', () => {
    for (const given of [undefined, subscription({ status: 'cancelled' }), subscription({ endsAt: now })])
      expect(nextTerm(given, 30, now)).toEqual({ startsAt: now, endsAt: inDays(30) });
  });
  it('follows the running term', () =>
    expect(nextTerm(subscription({ endsAt: inDays(5) }), 30, now)).toEqual({
      startsAt: inDays(5),
      endsAt: inDays(35),
    }));
  it('never shortens a subscription', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100, max: 100 }), fc.integer({ min: 1, max: 1000 }), (left, days) => {
        const before = subscription({ endsAt: inDays(left) });
        const term = nextTerm(before, days, now);
        expect(term.endsAt.getTime() - term.startsAt.getTime()).toBe(days * dayMs);
        expect(term.endsAt.getTime()).toBeGreaterThanOrEqual(now.getTime() + days * dayMs);
        expect(daysRemaining({ ...before, endsAt: term.endsAt }, now)).toBe(
          daysRemaining(before, now) + days,
        );
      }),
    );
  });
});

describe('isEndedByRefund', () => {
  const current = subscription();
  const grant = { startsAt: current.startsAt, endsAt: current.endsAt };
  it('is true for the run that the grant belongs to', () => {
    expect(isEndedByRefund(grant, current, now)).toBe(true);
    expect(isEndedByRefund({ startsAt: inDays(10), endsAt: inDays(40) }, current, now)).toBe(true);
  });
  it('is false for a run bought after the grant ended', () =>
    expect(isEndedByRefund({ startsAt: inDays(-50), endsAt: inDays(-20) }, current, now)).toBe(false));
  it('is false for a subscription that is not active', () =>
    expect(isEndedByRefund(grant, subscription({ status: 'cancelled' }), now)).toBe(false));
});
