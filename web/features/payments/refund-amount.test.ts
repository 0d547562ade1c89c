import { describe, expect, it } from 'vitest';
import { createRefundKeys, formatApiAmount, formatInputAmount, parseKopecks } from './refund-amount.ts';

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
    expect(parseKopecks(text)).toBe(kopecks);
  });

  it('is formatted as in the API', () => {
    expect([formatApiAmount(29_900), formatApiAmount(5)]).toEqual(['299.00', '0.05']);
  });

  it('is formatted for an input and parsed back to the same value', () => {
    expect([29_900, 29_950, 5].map(formatInputAmount)).toEqual(['299', '299,50', '0,05']);
    for (const kopecks of [29_900, 29_950, 5]) expect(parseKopecks(formatInputAmount(kopecks))).toBe(kopecks);
  });
});

describe('the idempotency key of a refund', () => {
  it('stays the same for the same request until a response arrives', () => {
    let createdCount = 0;
    const refundKeys = createRefundKeys(() => {
      createdCount += 1;
      return `key ${createdCount}`;
    });
    const body = { amount: '1.00', reason: '' };
    expect([refundKeys.keyFor(body), refundKeys.keyFor({ ...body })]).toEqual(['key 1', 'key 1']);
    expect(refundKeys.keyFor({ ...body, amount: '2.00' })).toBe('key 2');
    refundKeys.reset();
    expect(refundKeys.keyFor({ ...body, amount: '2.00' })).toBe('key 3');
  });
});
