import { foldCase } from './fold-case.ts';

/** A word of a text; `position` counts the words from 1. Joined spellings share the position of their first part. */
export type Word = { text: string; position: number };

/** Letters and digits with the marks that join them: `wi-fi`, `ж/д`, `3,5`, `C++`, `iPhone'а`. */
const chunk = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[-‐‑–./,'’&][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*(?:\+\+|#)?/gu;
/** Most words: one part in one script. */
const simpleWord = /^(?:[а-я]+|[a-z]+)$/u;
const separator = /[-‐‑–./,'’&]/u;
/** Three digits after a space, as in 1 000 000. */
const groupedDigits = /(?<=\d)[   ](?=\d{3}(?!\d))/gu;
const letterAndDigit = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;
/** More parts are an address or a list, not one spelling of a word. */
const maxJoinedParts = 4;
/** Latin letters that look like Cyrillic ones. */
const lookalikes = new Map(
  [...'acekmhoptxyb'].map((letter, index) => [letter, [...'асекмнортхув'][index] ?? letter]),
);

/** The words of a text in order: folded, compounds in parts and, at the position of the first part, joined. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let position = 0;
  for (const [found] of foldCase(text).replace(groupedDigits, '').matchAll(chunk)) {
    if (simpleWord.test(found)) {
      position += 1;
      words.push({ text: found, position });
      continue;
    }
    const parts = partsOf(found);
    for (const [index, part] of parts.entries()) words.push({ text: part, position: position + index + 1 });
    const joined = joinedOf(found, parts);
    for (const spelling of joined) words.push({ text: spelling, position: position + 1 });
    position += parts.length;
  }
  return words;
}

/** The parts of a compound; a Russian ending after an apostrophe is none. */
function partsOf(found: string): string[] {
  const withoutEnding = found.replace(/(?<=[a-z\d])['’][а-я]{1,3}$/u, '').replace(/(?:\+\+|#)$/u, '');
  return withoutEnding
    .split(separator)
    .flatMap((part) => part.split(letterAndDigit))
    .map(unifyScript);
}

function joinedOf(found: string, parts: string[]): string[] {
  const suffix = /(?:\+\+|#)$/u.exec(found)?.[0];
  if (suffix !== undefined) return [`${parts.join('')}${suffix}`];
  if (parts.length === 1 || parts.length > maxJoinedParts) return [];
  // 3,5 is not 35.
  return [
    found.replace(/(?<=\d)[^\p{L}\p{N}]+(?=\d)/gu, '.').replace(/[^\p{L}\p{N}.]|(?<!\d)\.|\.(?!\d)/gu, ''),
  ];
}

/** A Cyrillic word with a Latin letter that looks the same was meant to be Cyrillic. */
function unifyScript(word: string): string {
  if (!/[a-z]/u.test(word) || !/[а-я]/u.test(word)) return word;
  return [...word].map((letter) => lookalikes.get(letter) ?? letter).join('');
}
