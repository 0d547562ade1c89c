/**
 * Object replacement character: represents content that is not text and stays unchanged, such as code or a picture.
 * Counts as a letter.
 */
export const objectReplacement = '\uFFFC';
/** Line separator: represents a line break of the author. */
export const lineSeparator = '\u2028';

const nbsp = '\u00a0';
const cyrillic = /[а-яё]/i;
/** A straight quotation mark after one of these, or at the start, opens. */
const beforeOpening = /[\s([{«„“—–/-]/;
const closingMarks: Record<string, string> = { '«': '»', '„': '“', '“': '”' };

/** A one- or two-letter word and the space after it, where Russian typography keeps the next word beside it. */
const shortWord = /(?<=^|[\s(«„—])([а-яё]{1,2}) (?=([^ \n\u2028]{1,17}))/giu;
/** The longest group of bound words: about a third of a line on a phone. A longer one would leave the line before it short. */
const maxBoundLength = 16;

/** Prevents a line break after a preposition or conjunction and before a dash. */
export function bindShortWords(text: string): string {
  let bound = { space: -1, start: 0 };
  /** The beginning of the unbreakable group that contains a position. */
  const groupStart = (position: number): number => {
    for (let start = position; start > position - maxBoundLength; start -= 1) {
      if (start - 1 === bound.space) return bound.start;
      if (start === 0 || /[ \n\u2028]/.test(text[start - 1] ?? '')) return start;
    }
    return position - maxBoundLength;
  };
  return text
    .replace(shortWord, (found: string, word: string, next: string, position: number) => {
      const end = position + word.length + 1 + next.length;
      const start = groupStart(position);
      if (end - start > maxBoundLength) return found;
      bound = { space: position + word.length, start };
      return `${word}${nbsp}`;
    })
    .replace(/ ([—–])(?= )/g, `${nbsp}$1`);
}

/** Applies Russian typography to a plain text, line by line. */
export function typesetText(text: string): string {
  return text
    .split('\n')
    .map((line) => typeset([line]).join(''))
    .join('\n');
}

/**
 * Applies Russian typography to one paragraph, which its markup splits into parts: quotation marks, dashes and
 * non-breaking spaces; `bindSpaces` adds further ones. A paragraph without Cyrillic letters is unchanged. The function is
 * idempotent.
 */
export function typeset(
  parts: readonly string[],
  bindSpaces: (text: string) => string = (text) => text,
): string[] {
  if (!parts.some((part) => cyrillic.test(part))) return [...parts];
  const shortened = parts.map((part) => part.replace(/(?<=^|\s)--(?=\s|$)/g, '—').replaceAll('\n', ' '));
  const characters = shortened.join('').split('');
  for (const [index, mark] of replaceQuotes(characters)) characters[index] = mark;
  const text = bindSpaces(bindShortWords(replaceDashes(characters.join(''))));
  let end = 0;
  return shortened.map(({ length }) => {
    const begin = end;
    end += length;
    return text.slice(begin, end);
  });
}

type Opened = { index: number; closing: string; isStraight: boolean };

/**
 * Replacements of straight quotation marks by «ёлочки», or by „лапки“ inside others. Where the marks of a paragraph are
 * not balanced, they stay: a wrong guess is worse than a straight mark.
 */
export function replaceQuotes(text: ArrayLike<string>): Map<number, string> {
  const opened: Opened[] = [];
  const found = new Map<number, string>();
  let before = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    const last = opened.at(-1);
    if (last && !last.isStraight && character === last.closing) opened.pop();
    else if (character in closingMarks)
      opened.push({ index, closing: closingMarks[character] ?? '', isStraight: false });
    else if (character === '»' || character === '”') return new Map();
    else if (character === '"' && isOpening(before, text[index + 1] ?? ' '))
      opened.push({ index, closing: '"', isStraight: true });
    else if (character === '"' && last?.isStraight) {
      opened.pop();
      const isOuter = opened.length === 0;
      found.set(last.index, isOuter ? '«' : '„').set(index, isOuter ? '»' : '“');
    } else if (character === '"' && (last || !/\d/.test(before))) return new Map();
    before = character;
  }
  return opened.length === 0 ? found : new Map();
}

/** A mark after a digit without an open quotation means inches and stays. */
function isOpening(before: string, after: string): boolean {
  return (before === '' || before === '"' || beforeOpening.test(before)) && !/[\s.,;:!?)]/.test(after);
}

/** A dash between words becomes an em dash; between two ascending numbers it becomes an en dash. */
function replaceDashes(text: string): string {
  return text
    .replace(/(?<=^|\u2028)[-–—] (?=\S)/g, `—${nbsp}`)
    .replace(/(?<![\d\s])([ \u00a0])[-–](?= )|([ \u00a0])[-–](?= \D)/g, (found) => `${found[0]}—`)
    .replace(/(?<![\d.,:/\-–\p{L}])(\d{1,4})-(\d{1,4})(?![\d/\-–\p{L}]|[.,:]\d)/gu, (found, from, to) =>
      Number(from) < Number(to) ? `${from}–${to}` : found,
    );
}
