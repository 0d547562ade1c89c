import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffPart, shortenUnchanged, wordDiff } from './word-diff.ts';

const kindMarks = { same: '', added: '+', removed: '-' };
const read = (parts: readonly DiffPart[] | null) =>
  parts?.map(({ kind, text }) => (kind === 'same' ? text : `[${kindMarks[kind]}${text}]`)).join('');

describe('wordDiff', () => {
  it.each([
    ['Ночной трамвай', 'Утренний трамвай', '[-Ночной][+Утренний] трамвай'],
    ['Идёт дождь.', 'Идёт сильный дождь.', 'Идёт [+сильный ]дождь.'],
    ['раз два три', 'один пять три', '[-раз два][+один пять] три'],
    ['Идёт дождь, и', 'Идёт мокрый снег, и', 'Идёт [-дождь][+мокрый снег], и'],
    ['строка\r\nвторая', 'строка\nвторая', 'строка\nвторая'],
    ['то же', 'то же', 'то же'],
  ])('compares %j with %j', (before, after, expected) =>
    expect(read(wordDiff(before, after))).toBe(expected),
  );

  it('contains both texts completely', () => {
    const text = fc.array(fc.constantFrom('слово', 'дом', ' ', '\n', '.', '—', '1', '😀'), { maxLength: 40 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDiff(before.join(''), after.join('')) ?? [];
        const side = (other: string) =>
          parts
            .filter(({ kind }) => kind !== other)
            .map((part) => part.text)
            .join('');
        expect([side('added'), side('removed')]).toEqual([before.join(''), after.join('')]);
      }),
    );
  });

  it('returns null for texts that have nothing in common', () => {
    const other = (letter: string) =>
      Array.from({ length: 4_000 }, (_, index) => `${letter}${index}`).join('.');
    expect(wordDiff(other('а'), other('б'))).toBeNull();
  });
});

it('shortens long unchanged stretches to the text beside a change', () => {
  const long = 'слово '.repeat(400);
  const parts = shortenUnchanged(wordDiff(`${long}раз ${long}`, `${long}два ${long}`) ?? []);
  const shown = read(parts) ?? '';
  expect(shown).toContain('слово [-раз][+два] слово');
  expect(shown).toMatch(/^\[…\] слово .* слово \[…\]$/);
  expect(shown.length).toBeLessThan(600);
});
