import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutText, shorten } from './cut-text.ts';

it.each([
  ['семья 👨‍👩‍👧‍👦 дома', 12, 'семья '],
  ['флаги 🇷🇺🇫🇷', 12, 'флаги 🇷🇺'],
  ['за́мок', 2, 'з'],
  ['за́мок', 3, 'за́'],
  ['🔥🔥', 3, '🔥'],
  ['🔥', 1, ''],
  ['слово', 5, 'слово'],
])('cuts «%s» after %i units', (text, length, start) => expect(cutText(text, length)).toBe(start));

it('cuts a sign that is longer than the text may be', () => {
  expect(cutText(`а${'\u0301'.repeat(100)}`, 10)).toHaveLength(10);
});

it('is a well-formed beginning, and has the length that was asked for at most', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, length) => {
      const start = cutText(text, length);
      expect(text.startsWith(start)).toBe(true);
      expect(start.isWellFormed()).toBe(text.isWellFormed());
      expect(shorten(text, length + 1).length).toBeLessThanOrEqual(length + 1);
    }),
  );
});
