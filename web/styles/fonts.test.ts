import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Blob, Buffer as Characters, Face, Font, shape, Variation } from 'harfbuzzjs';
import { expect, it } from 'vitest';
import { decompress } from 'wawoff2';
import { t } from '#locales/index.ts';

const facesOf = (name: string): string[] =>
  readFileSync(resolve(import.meta.dirname, name), 'utf8').match(/@font-face \{[^}]*\}/g) ?? [];
const descriptorOf = (face: string, descriptor: string): string =>
  new RegExp(`${descriptor}: "?([^;"]+)"?;`).exec(face)?.[1] ?? '';

it('declares all files of a family with the same weights, because browsers combine only equal faces', () => {
  const faces = [...facesOf('fonts.css'), ...facesOf('font-subsets.css')].filter((face) =>
    face.includes('unicode-range'),
  );
  for (const family of ['Golos Text', 'Literata']) {
    const familyFaces = faces.filter((face) => descriptorOf(face, 'font-family') === family);
    expect(familyFaces.length).toBeGreaterThan(2);
    expect([...new Set(familyFaces.map((face) => descriptorOf(face, 'font-weight')))]).toEqual(['400 700']);
  }
});

it('contains the rouble sign', () => {
  expect(facesOf('font-subsets.css').filter((face) => face.includes('U+20BD'))).toHaveLength(2);
});

it('contains the letters of the site name, so that no page loads two more files for it', () => {
  const usedLetters = new Set((t('site.name') + t('shell.copyright', { year: 2026 })).match(/[A-Za-z]/g));
  const codes = [...usedLetters].map((letter) => letter.codePointAt(0) ?? 0);
  const names = facesOf('font-subsets.css').filter((face) => / Name";/.test(face));
  expect(names).toHaveLength(2);
  for (const face of names) {
    const ranges = [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(
      ([, first = '', last = first]) => [first, last].map((hex) => Number.parseInt(hex, 16)),
    );
    const isCovered = (code: number) => ranges.some(([first = 0, last = 0]) => first <= code && code <= last);
    expect(codes.filter((code) => !isCovered(code))).toEqual([]);
  }
});

it.each(['golos-text-cyrillic-normal', 'literata-cyrillic-normal', 'literata-cyrillic-italic'])(
  'sets the stress mark on every vowel: %s',
  async (name) => {
    const woff2 = readFileSync(resolve(import.meta.dirname, `fonts/${name}.woff2`));
    const face = new Face(new Blob(await decompress(woff2)));
    for (const weight of [400, 700]) {
      const font = new Font(face);
      font.setVariations([new Variation('wght', weight)]);
      const misplaced = [...'аеиоуыэюяАЕИОУЫЭЮЯ'].filter((vowel) => {
        const characters = new Characters();
        characters.addText(`${vowel}\u0301`);
        characters.guessSegmentProperties();
        shape(font, characters);
        const [letter, mark] = characters.getGlyphInfosAndPositions();
        const base = font.glyphExtents(letter?.codepoint ?? 0);
        const stress = font.glyphExtents(mark?.codepoint ?? 0);
        if (!letter || !mark || !base || !stress) return true;
        const middle = (letter.xAdvance ?? 0) + (mark.xOffset ?? 0) + stress.xBearing + stress.width / 2;
        return middle < base.xBearing || middle > base.xBearing + base.width;
      });
      expect(misplaced).toEqual([]);
    }
  },
);
