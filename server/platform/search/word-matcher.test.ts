import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commonPartOf } from './word-matcher.ts';

it.each([
  ['galaxy', 'galaxies'],
  ['companies', 'company'],
  ['новости', 'новостей'],
])('finds %s and %s by the same substring', (word, other) => {
  expect(other).toContain(commonPartOf(word));
  expect(word).toContain(commonPartOf(other));
});

it('finds every word by itself', () => {
  const words = fc.oneof(fc.stringMatching(/^[a-z]{1,20}$/), fc.stringMatching(/^[а-я]{1,20}$/));
  fc.assert(fc.property(words, (word) => word.includes(commonPartOf(word))));
});
