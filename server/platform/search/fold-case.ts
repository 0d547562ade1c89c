/** Accents that mark the stress, soft hyphens, and characters that nobody sees. */
const unspelled = /[\u0301\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+/gu;
const spaceAfterNumero = /(?<=№)[ \u00a0\u202f]+/gu;

/**
 * A text as people type it: with composed letters, without accents and invisible characters inside words, and without a space
 * after №. `search_spelling` of the database (migration 0294) is `foldCase` of this.
 */
export const plainSpelling = (text: string): string =>
  text.normalize('NFC').replace(unspelled, '').normalize('NFC').replace(spaceAfterNumero, '');

/** Search compares words in their plain spelling, in lower case and without ё, which most people write as е. */
export const foldCase = (text: string): string => plainSpelling(text).toLowerCase().replaceAll('ё', 'е');
