/** Names, titles and the like get the exact form; a text of this length grows to at most 36,000 characters. */
const maxExactLength = 2_000;
/** ASCII, marks and Cyrillic letters are their own compatibility form once they are decomposed. */
const mayHaveForm = /[\u0080-\u02ff\u0370-\u03ff\u0500-\u{10ffff}]/gu;
const maxFormLength = 3;

/**
 * The compatibility form (NFKD) of a text: full-width and decorated letters become plain ones, and marks stand after their
 * letters. One character can become eighteen, so in a long text each becomes at most three.
 */
export const compatibilityForm = (text: string): string =>
  text.length <= maxExactLength
    ? text.normalize('NFKD')
    : text
        .normalize('NFD')
        .replace(mayHaveForm, (character) => character.normalize('NFKD').slice(0, maxFormLength));
