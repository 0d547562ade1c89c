import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Blob, Face, Font, Variation } from 'harfbuzzjs';
import { decompress } from 'wawoff2';

/** A font file at one weight. */
export type CardFont = { font: Font; unitsPerEm: number; has(codePoint: number): boolean };
/** The fonts of a text in the order of preference. */
export type FontChain = { letters: CardFont[]; emoji: CardFont[] };
export type FontStyle = 'title' | 'text' | 'strong';

type FontFile = { path: string; ranges: Array<[first: number, last: number]>; isEmoji: boolean };

/** The families of the site, then what their alphabets lack. */
const serif = filesOf('literata', [
  'cyrillic',
  'latin',
  'cyrillic-ext',
  'latin-ext',
  'greek',
  'greek-ext',
  'vietnamese',
]);
const sans = filesOf('golos-text', ['cyrillic', 'latin', 'cyrillic-ext', 'latin-ext']);
const others = [
  ...filesOf('noto-sans-hebrew', ['hebrew']),
  ...filesOf('noto-sans-arabic', ['arabic']),
  ...filesOf(
    'noto-emoji',
    Array.from({ length: 10 }, (_, index) => `[${index}]`),
  ),
];
const styles: Record<FontStyle, { files: FontFile[]; weight: number }> = {
  title: { files: [...serif, ...others], weight: 700 },
  text: { files: [...sans, ...serif, ...others], weight: 400 },
  strong: { files: [...sans, ...serif, ...others], weight: 600 },
};

function filesOf(family: string, subsets: string[]): FontFile[] {
  const locate = (file: string) =>
    fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/${file}`));
  const ranges = JSON.parse(readFileSync(locate('unicode.json'), 'utf8')) as Record<string, string>;
  return subsets.map((subset) => ({
    path: locate(`files/${family}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: parseRanges(ranges[subset] ?? ''),
    isEmoji: family === 'noto-emoji',
  }));
}

function parseRanges(text: string): FontFile['ranges'] {
  const ranges = text.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi);
  return Array.from(ranges, ([, first = '', last = first]) => [
    Number.parseInt(first, 16),
    Number.parseInt(last, 16),
  ]);
}

/** The unpacked faces and their characters, by path: one for each file above. */
const faces = new Map<string, Promise<{ face: Face; characters: Set<number> }>>();
/** By path and weight. */
const fonts = new Map<string, Promise<CardFont>>();

/** The fonts for a text. Only the files that its characters need are loaded. */
export async function loadFonts(text: string, style: FontStyle): Promise<FontChain> {
  const codePoints = new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0));
  const { files, weight } = styles[style];
  const needed = files.filter(({ ranges }) =>
    [...codePoints].some((point) => ranges.some(([first, last]) => first <= point && point <= last)),
  );
  const load = (wanted: boolean) =>
    Promise.all(needed.filter(({ isEmoji }) => isEmoji === wanted).map(({ path }) => loadFont(path, weight)));
  return { letters: await load(false), emoji: await load(true) };
}

function loadFont(path: string, weight: number): Promise<CardFont> {
  const key = `${weight} ${path}`;
  const known = fonts.get(key);
  if (known) return known;
  const loading = loadFace(path).then(({ face, characters }) => {
    const font = new Font(face);
    font.setVariations([new Variation('wght', weight)]);
    return { font, unitsPerEm: face.upem, has: (point: number) => characters.has(point) };
  });
  fonts.set(key, loading);
  return loading;
}

function loadFace(path: string) {
  const known = faces.get(path);
  if (known) return known;
  const loading = readFile(path)
    .then((bytes) => decompress(bytes))
    .then((bytes) => {
      const face = new Face(new Blob(bytes));
      return { face, characters: new Set(face.collectUnicodes()) };
    });
  faces.set(path, loading);
  return loading;
}
