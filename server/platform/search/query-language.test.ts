import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDay, parseQuery } from './query-language.ts';

const word = (text: string) => ({ text, isPhrase: false, isExcluded: false });
const phrase = (text: string) => ({ text, isPhrase: true, isExcluded: false });
const excluded = (text: string) => ({ text, isPhrase: false, isExcluded: true });

describe('the language of queries', () => {
  it.each([
    ['ночной трамвай', [word('ночной'), word('трамвай')]],
    ['"ночной трамвай" город', [phrase('ночной трамвай'), word('город')]],
    ['«ночной трамвай»', [phrase('ночной трамвай')]],
    ['„ночной трамвай“', [phrase('ночной трамвай')]],
    ['трамвай -депо', [word('трамвай'), excluded('депо')]],
    ['трамвай -"ночной рейс"', [word('трамвай'), { text: 'ночной рейс', isPhrase: true, isExcluded: true }]],
    ['wi-fi - дорого', [word('wi-fi'), word('дорого')]],
    ['"ночной трамвай', [word('"ночной'), word('трамвай')]],
    ['автор: иванов', [word('автор:'), word('иванов')]],
    ['автор:""', [word('автор:""')]],
    ['с 2020 по 2021', [word('с'), word('2020'), word('по'), word('2021')]],
    ['с 32.13.2026', [word('с'), word('32.13.2026')]],
    ['билеты с 1 сентября', [word('билеты'), word('с'), word('1'), word('сентября')]],
    ['" " «» — … -', []],
    ['', []],
  ])('reads words and phrases of %s', (query, chunks) => {
    expect(parseQuery(query)).toEqual({ chunks });
  });

  it.each([
    ['мост автор:Иванов', { author: 'Иванов' }],
    ['мост автор:@ivanov', { author: 'ivanov' }],
    ['мост АВТОР:"Анна Иванова"', { author: 'Анна Иванова' }],
    ['мост категория:«Городская жизнь»', { category: 'Городская жизнь' }],
    ['мост с 01.09.2026 по 30.09.2026', { since: '2026-09-01', until: '2026-09-30' }],
    ['мост с 2026-9-1', { since: '2026-09-01' }],
    ['мост с 1 сентября 2026 по 3 октября 2026', { since: '2026-09-01', until: '2026-10-03' }],
    ['мост с:2025 по:02.2028', { since: '2025-01-01', until: '2028-02-29' }],
    ['мост с: 2025', { since: '2025-01-01' }],
    ['мост с 30.09.2026 по 01.09.2026', { since: '2026-09-01', until: '2026-09-30' }],
  ])('reads the operators of %s', (query, operators) => {
    expect(parseQuery(query)).toEqual({ chunks: [word('мост')], ...operators });
  });

  it('excludes words from everything that the operators choose', () => {
    expect(parseQuery('автор:иванов -мост')).toEqual({ chunks: [excluded('мост')], author: 'иванов' });
  });

  it('searches for excluded words if nothing else is given', () => {
    expect(parseQuery('-мост')).toEqual({ chunks: [word('мост')] });
  });

  it('reads an operator once; the second one is plain words', () => {
    expect(parseQuery('автор:а автор:б')).toEqual({ chunks: [word('автор:б')], author: 'а' });
  });

  it('reads anything, bounded', () => {
    const parts = [
      '"',
      '«',
      '»',
      '-',
      'автор:',
      'с',
      'по:',
      '01.02.2026',
      'слово',
      ' ',
      '\u0000',
      '\u202e',
      '%',
    ];
    const typed = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string()), { maxLength: 60 });
    fc.assert(
      fc.property(typed, (texts) => {
        const { chunks } = parseQuery(texts.join(''));
        expect(chunks.length).toBeLessThanOrEqual(30);
        expect(chunks.every(({ text }) => text !== '')).toBe(true);
      }),
    );
    expect(parseQuery('"слово '.repeat(2_000)).chunks).toHaveLength(30);
  });
});

it('reads the days of filters', () => {
  expect(parseDay('2026-02-28')).toBe('2026-02-28');
  expect(parseDay('2026-02-30')).toBeUndefined();
  expect(parseDay("'; drop")).toBeUndefined();
});
