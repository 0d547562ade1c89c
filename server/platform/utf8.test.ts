import { expect, it } from 'vitest';
import { encodeUtf8 } from './utf8.ts';

it.each([
  ['an empty string', ''],
  ['a word', 'Слово'],
  ['a page', '<p lang="ru">Слово о полку — «Игореве»</p>'.repeat(1_000)],
  ['Latin', 'a word '.repeat(1_000)],
  ['surrogate pairs', 'Ура 🎉 \u{10ffff}'.repeat(1_000)],
  ['a lone high surrogate', `${'Слово '.repeat(1_000)}\ud83c и ещё`],
  ['a lone low surrogate at the end', `${'Слово '.repeat(1_000)}\udf89`],
])('encodes %s like Buffer.from', (_, text) => {
  expect(encodeUtf8(text).equals(Buffer.from(text))).toBe(true);
});
