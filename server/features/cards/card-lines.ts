import { Rules } from '@cto.af/linebreak';
import type { FontStyle } from './card-fonts.ts';
import { type CardText, measure, prepareText } from './card-text.ts';

const rules = new Rules();
const balanceSteps = 12;
/** The share of a shortened text that may not be lost to end it with a word. */
const minKept = 0.8;

export type Line = { start: number; end: number; width: number };
export type TextBlock = { text: CardText; lines: Line[]; size: number; lineHeight: number };

type Box = {
  style: FontStyle;
  /** In pixels, the preferred one first. */
  sizes: number[];
  /** In units of the size. */
  lineHeight: number;
  maxWidth: number;
  maxHeight: number;
};

/** A part of a text that stays on one line; `width` is without the spaces at its end, `advance` with them. */
type Word = { start: number; end: number; width: number; advance: number };

/**
 * Sets a text into lines of similar length, in the largest size in which it fits without breaking a word. A text that is too
 * long for the smallest size is cut at an ellipsis.
 */
export async function setText(given: string, box: Box): Promise<TextBlock> {
  const text = await prepareText(given, box.style);
  const words = wordsOf(text);
  const longest = Math.max(0, ...words.map(({ width }) => width));
  for (const size of box.sizes) {
    if (longest * size > box.maxWidth) continue;
    const block = fill(text, words, size, box);
    if (block) return block;
  }
  const smallest = box.sizes.at(-1) ?? 1;
  return (
    fill(text, splitWords(text, words, box.maxWidth / smallest), smallest, box) ??
    shorten(text, smallest, box)
  );
}

/** The longest beginning that fits, which ends with a word unless that would lose much. */
async function shorten(text: CardText, size: number, box: Box): Promise<TextBlock> {
  let best: TextBlock | undefined;
  let [low, high] = [0, text.clusters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const block = await setBeginning(text, text.clusters[middle - 1]?.end ?? 0, size, box);
    if (block) best = block;
    if (block) low = middle;
    else high = middle - 1;
  }
  const end = text.clusters[low - 1]?.end ?? 0;
  const wordEnd = wordsOf(text).findLast((word) => word.end <= end)?.end ?? 0;
  if (wordEnd > end * minKept) best = (await setBeginning(text, wordEnd, size, box)) ?? best;
  return best ?? { text: await prepareText('', box.style), lines: [], size, lineHeight: box.lineHeight };
}

async function setBeginning({ text }: CardText, end: number, size: number, box: Box) {
  let length = end;
  while (/[\s\p{Po}\p{Pd}]/u.test(text.charAt(length - 1))) length -= 1;
  const cut = await prepareText(`${text.slice(0, length)}…`, box.style);
  return fill(cut, splitWords(cut, wordsOf(cut), box.maxWidth / size), size, box);
}

function wordsOf(text: CardText): Word[] {
  if (text.text === '') return [];
  const words: Word[] = [];
  let start = 0;
  for (const { position } of rules.breaks(text.text)) {
    words.push(wordAt(text, start, position));
    start = position;
  }
  return words;
}

function wordAt(text: CardText, start: number, position: number): Word {
  const end = start + text.text.slice(start, position).trimEnd().length;
  return { start, end, width: measure(text, start, end), advance: measure(text, start, position) };
}

/** Breaks the words that are wider than a line. */
const splitWords = (text: CardText, words: Word[], maxWidth: number): Word[] =>
  words.flatMap((word) => (word.width <= maxWidth ? [word] : splitWord(text, word, maxWidth)));

function splitWord(text: CardText, word: Word, maxWidth: number): Word[] {
  const parts: Word[] = [];
  let part = { start: word.start, end: word.start, width: 0, advance: 0 };
  for (const { start, end } of text.clusters) {
    if (start < word.start || end > word.end) continue;
    const width = measure(text, start, end);
    if (part.width > 0 && part.width + width > maxWidth) {
      parts.push(part);
      part = { start, end, width: 0, advance: 0 };
    }
    const total = part.width + width;
    part = { start: part.start, end, width: total, advance: total };
  }
  return [...parts, { ...part, advance: part.width + word.advance - word.width }];
}

/** The text in as few lines as possible, balanced; undefined if it does not fit. */
function fill(text: CardText, words: Word[], size: number, box: Box): TextBlock | undefined {
  const { maxWidth, maxHeight, lineHeight } = box;
  const widest = maxWidth / size;
  const lines = breakLines(words, widest);
  if (lines.length * lineHeight * size > maxHeight) return undefined;
  let best = lines;
  let [low, high] = [0, widest];
  for (let step = 0; step < balanceSteps; step += 1) {
    const middle = (low + high) / 2;
    const narrower = breakLines(words, middle);
    const isValid = narrower.length === lines.length && narrower.every(({ width }) => width <= middle);
    if (isValid) best = narrower;
    if (isValid) high = middle;
    else low = middle;
  }
  return { text, lines: best, size, lineHeight };
}

function breakLines(words: Word[], maxWidth: number): Line[] {
  const lines: Line[] = [];
  let line: (Line & { advance: number }) | undefined;
  for (const { start, end, width, advance } of words) {
    if (line && line.advance + width <= maxWidth) {
      line.width = line.advance + width;
      line.advance += advance;
      line.end = end;
    } else {
      line = { start, end, width, advance };
      lines.push(line);
    }
  }
  return lines;
}
