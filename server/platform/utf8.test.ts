import { expect, it } from 'vitest';
import { utf8Of } from './utf8.ts';

it.each([
  ['nothing', ''],
  ['a word', 'Слово'],
  ['a page', '<p lang="ru">Слово о полку — «Игореве»</p>'.repeat(1_000)],
  ['Latin', 'a word '.repeat(1_000)],
  ['pairs', 'Ура 🎉 \u{10ffff}'.repeat(1_000)],
  ['half a pair', `${'Слово '.repeat(1_000)}\ud83c и ещё`],
  ['the other half, at the end', `${'Слово '.repeat(1_000)}\udf89`],
])('writes %s as Buffer.from does', (_, text) => {
  expect(utf8Of(text).equals(Buffer.from(text))).toBe(true);
});
