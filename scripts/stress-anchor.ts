import { Blob, Buffer as Characters, Face, Font, shape } from 'harfbuzzjs';
import { decompress } from 'wawoff2';

const markToBase = 4;
const listOfGlyphs = 1;
/** The middle of «ы» of Golos Text, in units of the font. */
const middle = 360;

/**
 * Gives «ы» of Golos Text an anchor for the stress mark, which it lacks: without it the mark stands on the next letter. «ы»
 * takes the place of «ѕ» in the list of letters with anchors, a Macedonian letter that no subset contains: the list remains
 * sorted and as long, and both anchors move alike with the weight.
 */
export async function anchorStressMark(woff2: Uint8Array): Promise<Uint8Array> {
  const bytes = await decompress(woff2);
  const font = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const number = (at: number) => font.getUint16(at);
  /** The object to which the offset at this place leads. */
  const follow = (from: number, at: number) => from + number(from + at);
  const positions = findTable(font, 'GPOS');
  const lookups = follow(positions, 8);
  const lookup = Array.from({ length: number(lookups) }, (_, index) => follow(lookups, 2 + 2 * index)).find(
    (each) => number(each) === markToBase,
  );
  if (lookup === undefined) throw new Error('the font positions no marks');
  const subtable = follow(lookup, 6);
  const coverage = follow(subtable, 4);
  if (number(coverage) !== listOfGlyphs) throw new Error('the letters with anchors are no list');
  const letters = Array.from({ length: number(coverage + 2) }, (_, index) =>
    number(coverage + 4 + 2 * index),
  );
  const [wanted, replaced] = glyphsOf(bytes, 'ыѕ');
  const index = letters.indexOf(replaced);
  if (index < 0 || letters.includes(wanted) || (letters[index - 1] ?? 0) > wanted || wanted > replaced)
    throw new Error('the letters with anchors are others');
  font.setUint16(coverage + 4 + 2 * index, wanted);
  font.setInt16(follow(follow(subtable, 10), 2 + 2 * index) + 2, middle);
  return bytes;
}

function findTable(font: DataView, name: string): number {
  const code = [...name].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);
  for (let at = 12; at < 12 + 16 * font.getUint16(4); at += 16)
    if (font.getUint32(at) === code) return font.getUint32(at + 8);
  throw new Error(`the font has no table ${name}`);
}

function glyphsOf(bytes: Uint8Array, text: string): [number, number] {
  const characters = new Characters();
  characters.addText(text);
  characters.guessSegmentProperties();
  shape(new Font(new Face(new Blob(bytes))), characters);
  const [first, second] = characters.getGlyphInfosAndPositions().map(({ codepoint }) => codepoint);
  if (!first || !second) throw new Error(`the font lacks a letter of ${text}`);
  return [first, second];
}
