import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemRussian } from '@orama/stemmers/russian';
import { foldCase } from './fold-case.ts';
import type { WordMatcher } from './fragment.ts';

const cyrillic = /^[а-я]+$/u;
const latin = /^[a-z]+$/u;
const maxStemmed = 40;
const maxWords = 30;

/** Whether a word of a text has one of these terms: the same word in any form, or with the term as its beginning. */
export function createWordMatcher(terms: readonly string[]): WordMatcher {
  const words = terms
    .flatMap((term) => foldCase(term).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
    .slice(0, maxWords);
  const stems = new Set(words.map(stemOf));
  // Most words of a text differ at once, and stems take time.
  const beginnings = new Set(words.map(beginningOf));
  const isShort = words.some((term) => term.length < 2);
  return (word) =>
    foldCase(word)
      .split(/[-‐‑'’]/u)
      .some(
        (part) =>
          (isShort || beginnings.has(beginningOf(part))) &&
          (stems.has(stemOf(part)) || words.some((term) => part.startsWith(term))),
      );
}

/** Shorter stems stand in too many other words. */
const minStemLength = 4;

/**
 * What the forms of a word have in common, for a search by substring: the beginning that the word shares with its stem, or
 * the word itself if that is short. Stems of English words have «i» for «y».
 */
export function commonPartOf(word: string): string {
  const folded = foldCase(word);
  const stem = stemOf(folded);
  let length = 0;
  while (length < stem.length && stem[length] === folded[length]) length += 1;
  const shared = stem.slice(0, length).replace(/i$/u, '');
  return shared.length < minStemLength ? word : shared;
}

const beginningOf = (word: string): string => word.slice(0, 2);

function stemOf(word: string): string {
  if (word.length > maxStemmed) return word;
  if (cyrillic.test(word)) return stemRussian(word);
  return latin.test(word) ? stemEnglish(word) : word;
}
