import { cutText } from '#locales/cut-text.ts';

/** A part of a text; the parts together are the text. The page escapes each part, so that no markup of a user has an effect. */
export type TextPart = { text: string; is_match: boolean };

/** Whether a word of a text, as it is written there, matches the search. */
export type WordMatcher = (word: string) => boolean;

const maxLength = 240;
/** So much of a fragment stands before its first match. */
const maxLead = 60;
/** Words are compared in so many characters of a text. */
const maxScanned = 20_000;
const maxMatches = 500;

/** With the invisible characters that it is written with. */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*(?:[-‐‑'’][\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*)*/gu;

/** The text in parts, with the matching words marked. Neighbours are joined. */
export function markMatches(text: string, isMatch: WordMatcher): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { start, length } of findMatches(text, isMatch)) {
    addPart(parts, text.slice(end, start), false);
    addPart(parts, text.slice(start, start + length), true);
    end = start + length;
  }
  addPart(parts, text.slice(end), false);
  return parts;
}

function addPart(parts: TextPart[], text: string, isMatch: boolean): void {
  if (text !== '') parts.push({ text, is_match: isMatch });
}

/**
 * The part of a text that has the most different matches, the first of several; without a match its beginning. `format`
 * changes the fragment before its matches are marked.
 */
export function createFragment(
  text: string,
  isMatch: WordMatcher,
  format = (fragment: string) => fragment,
): TextPart[] {
  const plain = joinLines(text.slice(0, maxScanned));
  const matches = findMatches(plain, isMatch).slice(0, maxMatches);
  const start = startOf(plain, findDensest(plain, matches));
  const end = endOf(plain, start);
  const isCut = end < plain.length || text.length > maxScanned;
  const fragment = `${start > 0 ? '… ' : ''}${plain.slice(start, end).trimEnd()}${isCut ? ' …' : ''}`;
  return markMatches(format(fragment), isMatch);
}

/** A heading or an item of a list does not run into the next line. The invisible U+FEFF stands inside words. */
function joinLines(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/[^\S\ufeff]+/gu, ' ').trim())
    .filter((line) => line !== '');
  return lines.map((line, index) => `${separatorAfter(lines[index - 1])}${line}`).join('');
}

const sentenceEnds = '.!?…:;,';

function separatorAfter(line: string | undefined): string {
  if (line === undefined) return '';
  return sentenceEnds.includes(line.slice(-1)) ? ' ' : ' · ';
}

type Match = { start: number; length: number };

const findMatches = (text: string, isMatch: WordMatcher): Match[] =>
  [...text.matchAll(word)]
    .filter(([found]) => isMatch(found))
    .map(({ 0: found, index }) => ({ start: index, length: found.length }));

/** Where the matches begin that stand together; 0 without a match. */
function findDensest(text: string, matches: Match[]): number {
  let best = { start: 0, different: 0 };
  const window = maxLength - maxLead;
  for (const [index, { start }] of matches.entries()) {
    const words = new Set<string>();
    for (let next = index; next < matches.length; next += 1) {
      const match = matches[next] as Match;
      if (match.start + match.length > start + window) break;
      words.add(text.slice(match.start, match.start + match.length).toLowerCase());
    }
    if (words.size > best.different) best = { start, different: words.size };
  }
  return best.start;
}

/** The beginning of the sentence of a match, or of a word before it. */
function startOf(text: string, match: number): number {
  const earliest = match - maxLead;
  if (earliest <= 0) return 0;
  const before = text.slice(earliest, match);
  const sentence = Math.max(before.lastIndexOf('. '), before.lastIndexOf('! '), before.lastIndexOf('? '));
  if (sentence >= 0) return earliest + sentence + 2;
  const space = before.indexOf(' ');
  return space < 0 ? match : earliest + space + 1;
}

function endOf(text: string, start: number): number {
  if (text.length - start <= maxLength) return text.length;
  const space = text.lastIndexOf(' ', start + maxLength);
  if (space > start + maxLength / 2) return space;
  return start + cutText(text.slice(start, start + 2 * maxLength), maxLength).length;
}
