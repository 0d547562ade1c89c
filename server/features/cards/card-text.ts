import bidiFactory from 'bidi-js';
import { Direction, Buffer as GlyphBuffer, shape } from 'harfbuzzjs';
import { compatibilityForm } from '#contract/compatibility-form.ts';
import { type CardFont, type FontStyle, loadFonts } from './card-fonts.ts';

// Its types describe the module as an ES module; Node.js loads the CommonJS file.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const graphemes = new Intl.Segmenter('ru', { granularity: 'grapheme' });

/** Marks above and below one letter; texts that pile up more would cover the lines around them. */
const maxMarks = 2;
/** Joiners and variation selectors, which choose a glyph and have none. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;
const composedForm = (text: string): string => compatibilityForm(text).normalize('NFC');
const emoji = /\p{Emoji_Presentation}|\ufe0f/u;

type Cluster = { start: number; end: number; font: CardFont };

/** A text whose characters all have glyphs. Positions are in UTF-16 units. */
export type CardText = {
  text: string;
  clusters: Cluster[];
  levels: Uint8Array;
  isRightToLeft: boolean;
};

/** One line without what cannot or should not be drawn: control characters, and characters that no font has. */
export async function prepareText(given: string, style: FontStyle): Promise<CardText> {
  const clean = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\t ]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad]/g, '')
    .trim();
  const chain = await loadFonts(clean + composedForm(clean), style);
  const clusters: Cluster[] = [];
  let text = '';
  for (const { segment } of graphemes.segment(clean)) {
    // Full-width and decorated letters are plain ones in the compatibility form.
    const drawable = toDrawable(segment, chain) ?? toDrawable(composedForm(segment), chain);
    // The space around a dropped character would be doubled.
    if (!drawable || (drawable.text === ' ' && (text === '' || text.endsWith(' ')))) continue;
    clusters.push({ start: text.length, end: text.length + drawable.text.length, font: drawable.font });
    text += drawable.text;
  }
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text);
  return { text, clusters, levels, isRightToLeft: (paragraphs[0]?.level ?? 0) % 2 === 1 };
}

/** The part of a grapheme that one font can draw. */
function toDrawable(grapheme: string, chain: { letters: CardFont[]; emoji: CardFont[] }) {
  const isEmoji = emoji.test(grapheme);
  const fonts = isEmoji ? [...chain.emoji, ...chain.letters] : [...chain.letters, ...chain.emoji];
  const characters = isEmoji ? [...grapheme] : [...grapheme].slice(0, 1 + maxMarks);
  const canDraw = (font: CardFont, character: string) =>
    invisible.test(character) || font.has(character.codePointAt(0) ?? 0);
  const complete = fonts.find((font) => characters.every((character) => canDraw(font, character)));
  if (complete) return { text: characters.join(''), font: complete };
  const [base = ''] = characters;
  const font = fonts.find((candidate) => candidate.has(base.codePointAt(0) ?? 0));
  return font && { text: characters.filter((character) => canDraw(font, character)).join(''), font };
}

type Run = { text: string; font: CardFont; level: number };

/** The parts of a line with one font and one direction. */
function runsOf({ text, clusters, levels }: CardText, start: number, end: number): Run[] {
  const runs: Run[] = [];
  for (const cluster of clusters) {
    if (cluster.start < start || cluster.end > end) continue;
    const level = levels[cluster.start] ?? 0;
    const last = runs.at(-1);
    const part = text.slice(cluster.start, cluster.end);
    if (last && last.font === cluster.font && last.level === level) last.text += part;
    else runs.push({ text: part, font: cluster.font, level });
  }
  return runs;
}

/** From left to right (rule L2 of the bidirectional algorithm). */
function inVisualOrder(runs: Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to += 1;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  return ordered;
}

type Glyph = { id: number; x: number; y: number };

/** The glyphs of a run and its width, in units of one em. */
function shapeRun({ text, font: { font, unitsPerEm }, level }: Run): { glyphs: Glyph[]; width: number } {
  const buffer = new GlyphBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
  shape(font, buffer);
  let x = 0;
  const glyphs = buffer
    .getGlyphInfosAndPositions()
    .map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
      const glyph = { id: codepoint, x: (x + xOffset) / unitsPerEm, y: yOffset / unitsPerEm };
      x += xAdvance;
      return glyph;
    });
  return { glyphs, width: x / unitsPerEm };
}

/** The width of a part of a text, in units of one em. */
export const measure = (text: CardText, start: number, end: number): number =>
  runsOf(text, start, end).reduce((sum, run) => sum + shapeRun(run).width, 0);

/** A part of a text as outlines: an SVG group whose baseline starts at (x, y). */
export function outline(
  text: CardText,
  { start, end, x, y, size }: { start: number; end: number; x: number; y: number; size: number },
): string {
  const paths: string[] = [];
  let left = x;
  for (const run of inVisualOrder(runsOf(text, start, end))) {
    const { glyphs, width } = shapeRun(run);
    const scale = size / run.font.unitsPerEm;
    for (const { id, x: dx, y: dy } of glyphs) {
      const path = run.font.font.glyphToPath(id);
      if (path === '') continue;
      const place = `${round(left + dx * size)} ${round(y - dy * size)}`;
      paths.push(
        `<path transform="translate(${place}) scale(${scale.toFixed(5)} ${-scale.toFixed(5)})" d="${path}"/>`,
      );
    }
    left += width * size;
  }
  return paths.join('');
}

const round = (value: number): number => Math.round(value * 100) / 100;
