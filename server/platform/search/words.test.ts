import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';
import { switchLayout } from './layout.ts';
import { wordsOf } from './words.ts';

const textsOf = (text: string): string[] => wordsOf(text).map((word) => word.text);

describe('the words of a text', () => {
  it.each([
    ['Ёлка и ЕЛЬ', ['елка', 'и', 'ель']],
    ['интернет-магазин', ['интернет', 'магазин', 'интернетмагазин']],
    ['МиГ-29', ['миг', '29', 'миг29']],
    ['миг29', ['миг', '29', 'миг29']],
    ['1 000 000 рублей', ['1000000', 'рублей']],
    ['3,5 литра', ['3', '5', '3.5', 'литра']],
    ['ж/д', ['ж', 'д', 'жд']],
    ['C++ и C#', ['c', 'c++', 'и', 'c', 'c#']],
    ["iPhone'а", ['iphone']],
    ['«…» — !?', []],
  ])('of «%s» are %j', (text, words) => expect(textsOf(text)).toEqual(words));

  it('replace Latin letters in a Cyrillic word', () => expect(textsOf('Mосква')).toEqual(['москва']));

  it('count positions; a joined spelling stands at its first part', () => {
    expect(wordsOf('наш wi-fi тут')).toEqual([
      { text: 'наш', position: 1 },
      { text: 'wi', position: 2 },
      { text: 'fi', position: 3 },
      { text: 'wifi', position: 2 },
      { text: 'тут', position: 4 },
    ]);
  });
});

describe('the other keyboard layout', () => {
  it.each([
    ['ghbdtn', 'привет'],
    ['руддщ', 'hello'],
    ['[jkjl', 'холод'],
    [',tnjy', 'бетон'],
  ])('of %s is %s', (typed, meant) => expect(switchLayout(typed)).toBe(meant));

  it('does not exist for mixed text and numbers', () => {
    expect([switchLayout('привет hello'), switchLayout('2024')]).toEqual([undefined, undefined]);
  });
});

describe('the edit distance', () => {
  it.each([
    ['привет', 'привет', 0],
    ['привет', 'превет', 1],
    ['привет', 'рпивет', 1],
    ['привет', 'приивет', 1],
    ['привет', 'прив', 2],
  ])('of %s and %s is %i', (left, right, errors) => expect(editDistance(left, right, 2)).toBe(errors));

  it('stops above the limit', () => expect(editDistance('молоко', 'карандаш', 1)).toBe(2));
});
