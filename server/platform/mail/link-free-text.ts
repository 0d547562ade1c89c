import { compatibilityForm } from '#contract/compatibility-form.ts';

const maxGreetingLength = 30;
/** Enough digits for a telephone number, which mail programs also turn into a link. */
const telephone = /\d{7}/;

/**
 * Returns a name that is safe in the greeting of a mail, otherwise undefined. A mail goes to an address that any
 * visitor can enter. A name that a mail program shows as a link (`evil.example`) or as a telephone number, or that
 * contains a whole message, would let that visitor write to strangers in our name.
 */
export function greetingName(name: string): string | undefined {
  const isWord =
    name.length <= maxGreetingLength && /^[\p{L}\p{N}_-]+$/u.test(compatibilityForm(name).normalize('NFC'));
  return isWord && !telephone.test(name) ? name : undefined;
}

/** A date, a time or a number that stands alone (`12.10.2026`, `18:30`, `3.14`), or a sign before more text. */
const numberOrSign =
  /(?<![\p{L}\p{N}._-])\d{1,4}(?:[.:]\d{1,4}){1,2}(?=[\s,;!?»")]|[.:](?:\s|$)|$)|[^\p{L}\p{M}\p{Nd}\s](?=\S)/gu;
/** What a link needs. Domains are read in their compatibility form, in which `．`, `․` and `⒈` are or have full stops. */
const hasSeparator = (sign: string): boolean => /[.:/@。]/.test(compatibilityForm(sign));

/**
 * Makes user text safe for a line or the subject of a mail: one line without invisible characters, with a space after
 * each character that a link needs, so that no program turns it into a link. Dates and numbers stay as they are.
 */
export const withoutLinks = (text: string): string =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(numberOrSign, (found) => (/^\d/.test(found) || !hasSeparator(found) ? found : `${found} `))
    .trim();
