import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemRussian } from '@orama/stemmers/russian';

export const cyrillic = /^[а-я]+$/u;
const latin = /^[a-z]+$/u;
/** Longer words are not words of a language. */
export const maxStemmedLength = 40;

/** What remains of an unknown word without its ending. */
export function stemOf(word: string): string {
  if (word.length > maxStemmedLength) return word;
  if (cyrillic.test(word)) return stemRussian(word);
  return latin.test(word) ? stemEnglish(word) : word;
}
