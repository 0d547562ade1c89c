import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bindShortWords,
  lineSeparator,
  objectReplacement,
  replaceQuotes,
  typesetText,
} from '#locales/typography.ts';
import { typesetArticle as typeset } from './article-typography.ts';

const nbsp = '\u00a0';
/** The non-breaking space written as `_`. */
const set = (...parts: string[]) => typeset(parts).join('|').replaceAll(nbsp, '_');

/** All characters that typography rules handle, in random order. */
const pieces = fc.constantFrom(
  ...[
    '"',
    '«',
    '»',
    '„',
    '“',
    '”',
    ' ',
    nbsp,
    '-',
    '--',
    '–',
    '—',
    '\n',
    '.',
    ',',
    '(',
    ')',
    '№',
    '§',
    '1',
    '25',
    '000',
  ],
  ...[
    'и',
    'в',
    'слово',
    'Слово',
    'кг',
    'года',
    'А.',
    'т.',
    'е.',
    'word',
    '%',
    '°',
    objectReplacement,
    lineSeparator,
    '[',
    '/',
    ':',
  ],
);
const part = fc.array(pieces, { maxLength: 12 }).map((found) => found.join(''));
const parts = fc.array(part, { minLength: 1, maxLength: 5 });

describe('typeset', () => {
  it.each([
    ['Роман "Мастер и Маргарита".', 'Роман «Мастер и_Маргарита».'],
    ['"Журнал "Огонёк" вышел", сказал он', '«Журнал „Огонёк“ вышел», сказал он'],
    ['«Журнал "Огонёк" вышел»', '«Журнал „Огонёк“ вышел»'],
    ['("да"), кафе-"Уют"', '(«да»), кафе-«Уют»'],
    ['Экран 19" и "слово"', 'Экран 19" и_«слово»'],
    ['не закрыта "кавычка', 'не_закрыта "кавычка'],
    ['перекрёст "раз «два" три»', 'перекрёст "раз «два" три»'],
  ])('replaces quotation marks: %s', (text, expected) => expect(set(text)).toBe(expected));

  it.each([
    ['Москва - столица', 'Москва_— столица'],
    ['Москва -- столица', 'Москва_— столица'],
    ['Москва – столица', 'Москва_— столица'],
    ['- Привет, - сказал он', '—_Привет,_— сказал он'],
    ['в 1941-1945 годах', 'в_1941–1945 годах'],
    ['телефон 8-800-555-35-35, из-за 12.10-15.10', 'телефон 8-800-555-35-35, из-за 12.10-15.10'],
    ['разность 7 - 5, счёт 2026-11-21', 'разность 7 - 5, счёт 2026-11-21'],
  ])('replaces dashes: %s', (text, expected) => expect(set(text)).toBe(expected));

  it.each([
    ['Что и как в доме', 'Что и_как в_доме'],
    ['купил 5 кг за 10 000 ₽', 'купил 5_кг_за_10_000_₽'],
    ['дом № 7 по § 12', 'дом №_7 по_§_12'],
    ['поэт А. С. Пушкин, т. е. он', 'поэт А._С._Пушкин, т._е. он'],
    ['с 20 ноября 2026 года', 'с_20_ноября 2026_года'],
  ])('binds words with non-breaking spaces: %s', (text, expected) => expect(set(text)).toBe(expected));

  it('leaves a text in another language unchanged', () => {
    expect(set('He said "no" - twice, in 10 000 words')).toBe('He said "no" - twice, in 10 000 words');
  });

  it('handles a paragraph that is split into parts', () => {
    expect(set('Это "', 'очень', '" важно - и', ' точно')).toBe('Это «|очень|» важно_— и|_точно');
    expect(set('Вызов "', objectReplacement, '"')).toBe(`Вызов «|${objectReplacement}|»`);
  });

  it('is idempotent', () => {
    const dashes = typeset(['в"\n- — ']);
    expect(typeset(dashes)).toEqual(dashes);
    fc.assert(
      fc.property(parts, (text) => {
        const once = typeset(text);
        expect(typeset(once)).toEqual(once);
      }),
      { numRuns: 2_000 },
    );
  });

  it('changes nothing but quotation marks, dashes and spaces', () => {
    const rest = (text: readonly string[]) =>
      text.map((words) => words.replace(/["«»„“”\s–—-]/g, (mark) => (mark === lineSeparator ? mark : '')));
    fc.assert(
      fc.property(parts, (text) => {
        expect(rest(typeset(text))).toEqual(rest(text));
        expect(typeset(text)).toHaveLength(text.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['"', '"а', 'а"', '«"', '" ', '„"а" “'])(
    'reads each character of hostile %j at most twice',
    (piece) => {
      const readsOf = (length: number) => {
        let reads = 0;
        const counted = new Proxy(piece.repeat(length).split(''), {
          get(target, key) {
            if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
            return Reflect.get(target, key);
          },
        });
        replaceQuotes(counted);
        return reads / (piece.length * length);
      };
      expect(readsOf(2_000)).toBeLessThanOrEqual(2);
    },
  );
});

describe('bindShortWords', () => {
  const bind = (text: string) => bindShortWords(text).replaceAll(nbsp, '_');

  it('ties short words to the next one and a dash to the one before', () => {
    expect(bind('Что и как в России — и не только')).toBe('Что и_как в_России_— и_не_только');
  });

  it('leaves longer words and latin ones alone', () => {
    expect(bind('для of дома')).toBe('для of дома');
  });

  it('ties no group that would leave the line before it short', () => {
    expect(bind('и в том же доме')).toBe('и_в_том же_доме');
    expect(bind('пришли в общеобразовательных')).toBe('пришли в общеобразовательных');
    expect(bind('и не о нём же я вам и не то')).not.toMatch(/\S{17}/);
  });

  it('keeps every group within the limit and is idempotent', () => {
    const words = fc.constantFrom('и', 'в', 'не', 'то', 'дом', 'погода', 'наводнение', '—', '«и', '\n');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), (found) => {
        const once = bindShortWords(found.join(' '));
        const groups = once.split(/[ \n]/).map((group) => group.replace(/\u00a0[—–]/g, ''));
        expect(Math.max(...groups.map(({ length }) => length))).toBeLessThanOrEqual(16);
        expect(bindShortWords(once)).toBe(once);
      }),
    );
  });
});

it('typesets every line of a plain text for itself', () => {
  expect(typesetText('Роман "Мы" - это\n"Замок"')).toBe(`Роман «Мы»${nbsp}— это\n«Замок»`);
});
