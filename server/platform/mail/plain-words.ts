const greetedLength = 30;
/** Long enough for a telephone number, which mail programs turn into a link too. */
const telephone = /\d{7}/;

/**
 * A name as a mail may greet with it, or undefined for one that is better left out. A mail goes to an address that
 * somebody has typed: a name that a program shows as a link (`evil.example`), as a number to call, or that is a whole
 * message would let them write to strangers in our name.
 */
export function greetingName(name: string): string | undefined {
  const isWord = name.length <= greetedLength && /^[\p{L}\p{N}_-]+$/u.test(name);
  return isWord && !telephone.test(name) ? name : undefined;
}

/**
 * Words that a person has typed, for a line of a mail or its subject: one line without invisible signs, and with a blank
 * after each sign that a link needs within, so that no program makes one.
 */
export const unlinked = (words: string): string =>
  words
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/[.:/@。．｡](?=\S)/gu, '$& ')
    .trim();
