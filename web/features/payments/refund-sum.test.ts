import { describe, expect, it } from 'vitest';
import { amountOf, createRefundNames, kopecksOf, writtenSum } from './refund-sum.ts';

describe('an amount', () => {
  it.each([
    ['299', 29_900],
    [' 299,5 ', 29_950],
    ['2\u00a0990', 299_000],
    ['2 990,50 ₽', 299_050],
    ['2,990', null],
    ['0.29', 29],
    ['', null],
    ['1.234', null],
    ['-1', null],
    ['1e3', null],
  ])('parses «%s» as %s kopecks', (text, kopecks) => {
    expect(kopecksOf(text)).toBe(kopecks);
  });

  it('is formatted as in the API', () => {
    expect([amountOf(29_900), amountOf(5)]).toEqual(['299.00', '0.05']);
  });

  it('is formatted for an input and parsed back to the same value', () => {
    expect([29_900, 29_950, 5].map(writtenSum)).toEqual(['299', '299,50', '0,05']);
    for (const kopecks of [29_900, 29_950, 5]) expect(kopecksOf(writtenSum(kopecks))).toBe(kopecks);
  });
});

describe('the idempotency key of a refund', () => {
  it('stays the same for the same request until a response arrives', () => {
    let made = 0;
    const names = createRefundNames(() => {
      made += 1;
      return `key ${made}`;
    });
    const wish = { amount: '1.00', reason: '' };
    expect([names.nameOf(wish), names.nameOf({ ...wish })]).toEqual(['key 1', 'key 1']);
    expect(names.nameOf({ ...wish, amount: '2.00' })).toBe('key 2');
    names.settle();
    expect(names.nameOf({ ...wish, amount: '2.00' })).toBe('key 3');
  });
});
