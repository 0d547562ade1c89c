import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFragment, markMatches, type TextPart } from './fragment.ts';
import { createWordMatcher } from './word-matcher.ts';

const textOf = (parts: TextPart[]) => parts.map(({ text }) => text).join('');
const matchesOf = (parts: TextPart[]) => parts.filter((part) => part.is_match).map(({ text }) => text);

describe('marked matches', () => {
  it('marks the forms of a word and keeps the text', () => {
    const parts = markMatches('Новые мосты: <b>мост</b> №5', createWordMatcher(['моста']));
    expect(textOf(parts)).toBe('Новые мосты: <b>мост</b> №5');
    expect(matchesOf(parts)).toEqual(['мосты', 'мост']);
  });

  it('marks ё for е, beginnings, and compounds', () => {
    const parts = markMatches('Ёлка, Wi-Fi и трамвайный парк', createWordMatcher(['елки', 'wi-fi', 'трам']));
    expect(matchesOf(parts)).toEqual(['Ёлка', 'Wi-Fi', 'трамвайный']);
  });
});

describe('a fragment', () => {
  const filler = 'Слова о городе и людях идут дальше. '.repeat(30);

  it('is the place where the most different words stand together', () => {
    const text = `${filler}Здесь мост. ${filler}Новый мост и старый трамвай стоят рядом. ${filler}`;
    const parts = createFragment(text, createWordMatcher(['мост', 'трамвай']));
    expect(textOf(parts)).toMatch(/^… Новый мост и старый трамвай/);
    expect(textOf(parts)).toMatch(/ …$/);
    expect(matchesOf(parts)).toEqual(['мост', 'трамвай']);
  });

  it('separates headings and items of lists from the next line', () => {
    const text = 'Мосты\nНовый мост.\n\n Список:\nдоска  и\tгвоздь\nкраска';
    expect(textOf(createFragment(text, () => false))).toBe(
      'Мосты · Новый мост. Список: доска и гвоздь · краска',
    );
    expect(textOf(createFragment(' \n ', () => false))).toBe('');
  });

  it('is the beginning of a text without a match', () => {
    expect(textOf(createFragment('Короткий текст.', createWordMatcher(['мост'])))).toBe('Короткий текст.');
    expect(textOf(createFragment(filler, () => false))).toMatch(/^Слова о городе/);
  });

  it('is short and well-formed for any text', () => {
    // Strings of fast-check with the unit `binary` take a second to prepare.
    const units = fc.array(fc.nat(0xffff), { maxLength: 600, size: 'max' });
    const texts = units.map((codes) => String.fromCharCode(...codes).toWellFormed());
    fc.assert(
      fc.property(texts, (text) => {
        const fragment = textOf(createFragment(text, (word) => word.length > 2));
        expect(fragment.length).toBeLessThanOrEqual(244);
        expect(fragment.isWellFormed()).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
