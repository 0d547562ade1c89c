import fc from 'fast-check';
import { LinkifyIt } from 'linkify-it';
import { describe, expect, it } from 'vitest';
import { greetingName, withoutLinks } from './link-free-text.ts';

/** Finds what mail programs turn into links, including URLs without `https://` and mail addresses. */
const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true }).tlds(
  ['example', 'рф', 'online', 'zip', 'me'],
  true,
);
const hasLink = (text: string) => finder.test(text);

describe('greetingName', () => {
  it.each(['anna', 'Анна_1', 'user-1234', 'Łukasz', 'reader2026'])('keeps %s', (name) => {
    expect(greetingName(name)).toBe(name);
  });

  it.each([
    'evil.example',
    'evil.example/login',
    'https://evil.example',
    'anna@mail.ru',
    'пример.рф',
    'casino․ru',
    'casino．ru',
    'casino⒈ru',
    'Выигрыш на casino.ru',
    't.me/x',
    'www.casino',
    'evil。example',
    'Анна\r\nBcc: x@y.ru',
    '+7-900-123-45-67',
    '89001234567',
    'ваш-аккаунт-взломан-позвоните-в-банк-срочно',
    '',
  ])('leaves out %j', (name) => {
    expect(greetingName(name)).toBeUndefined();
  });
});

describe('unlinked', () => {
  it.each([
    ['Анна Ковалёва', 'Анна Ковалёва'],
    ['А.С. Пушкин', 'А. С. Пушкин'],
    ['evil.example/login', 'evil. example/ login'],
    ['Анна\r\nBcc: x@y.ru', 'Анна Bcc: x@ y. ru'],
    ['Встреча 12.10.2026 в 18:30, вход 3.14.', 'Встреча 12.10.2026 в 18:30, вход 3.14.'],
    ['127.0.0.1, 1.2.ru и v1.2', '127. 0. 0. 1, 1. 2. ru и v1. 2'],
    ['Выигрыш на casino.ru', 'Выигрыш на casino. ru'],
    ['пример.рф, www.site.com и t.me/x', 'пример. рф, www. site. com и t. me/ x'],
    ['mailto:a@b.ru tel:+79001234567', 'mailto: a@ b. ru tel: +79001234567'],
    [
      'casino․ru casino﹒ru casino．ru casino。ru casino｡ru casino⒈ru',
      'casino․ ru casino﹒ ru casino． ru casino。 ru casino｡ ru casino⒈ ru',
    ],
    ['https：／／casino，ru a＠b.ru', 'https： ／ ／ casino，ru a＠ b. ru'],
    ['casino.\u200bru и casino\u00ad.\u2060ru', 'casino. ru и casino . ru'],
    ['№ 5 — 100 % «Победа», C++ & 3+2=5 (да!)', '№ 5 — 100 % «Победа», C++ & 3+2=5 (да!)'],
    ['Анна\u0085\u202eатсоп', 'Анна атсоп'],
  ])('writes %j as %j', (words, expected) => {
    expect(withoutLinks(words)).toBe(expected);
  });
});

it('leaves no text that a mail program turns into a link, for any input', () => {
  expect(hasLink('Здравствуйте, evil.example!')).toBe(true);
  const part = fc.constantFrom(
    'evil',
    'example',
    'ru',
    'рф',
    '.',
    '/',
    ':',
    '//',
    '@',
    'https',
    'mailto',
    'www',
    't.me/x',
    '․',
    '．',
    '。',
    '⒈',
    '＠',
    '：',
    ' ',
    '1',
    '-',
  );
  const words = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(part).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(words, (typed) => {
      expect(hasLink(`Здравствуйте, ${greetingName(typed) ?? 'читатель'}!`)).toBe(false);
      expect(hasLink(withoutLinks(typed))).toBe(false);
      expect(hasLink(withoutLinks(typed).normalize('NFKC'))).toBe(false);
      expect(withoutLinks(typed)).not.toMatch(/[\r\n\p{C}]/u);
    }),
    { numRuns: 2_000, seed: 20_261_122 },
  );
});
