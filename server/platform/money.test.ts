import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatKopecks, parseKopecks, toRoubles } from './money.ts';

/** A hundred billion roubles. */
const maxKopecks = 10 ** 13;
const kopecks = fc.integer({ min: 0, max: maxKopecks });

describe('money', () => {
  it('parses formatted amounts back exactly', () => {
    fc.assert(fc.property(kopecks, (sum) => parseKopecks(formatKopecks(sum)) === sum));
  });

  it('formats amounts with two decimals', () => {
    fc.assert(fc.property(kopecks, (sum) => /^\d+\.\d\d$/.test(formatKopecks(sum))));
  });

  it('keeps sums exact through formatting and parsing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { maxLength: 50 }), (sums) => {
        const total = sums.reduce((left, right) => left + right, 0);
        const fromTexts = sums.map((sum) => parseKopecks(formatKopecks(sum)) ?? Number.NaN);
        expect(fromTexts.reduce((left, right) => left + right, 0)).toBe(total);
      }),
    );
  });

  it.each([
    ['299', 29_900],
    ['299.9', 29_990],
    ['0,05', 5],
    [' 12.34 ', 1_234],
    ['999999999999.99', 99_999_999_999_999],
  ])('reads %s', (text, expected) => expect(parseKopecks(text)).toBe(expected));

  it.each(['', '-1', '1.', '.5', '1.234', '1e3', '1 000', 'NaN', '0x10', '1234567890123', '1.2.3'])(
    'returns undefined for %j',
    (text) => expect(parseKopecks(text)).toBeUndefined(),
  );

  it('converts kopecks to roubles for statistics', () => expect(toRoubles(29_990)).toBe(299.9));
});
