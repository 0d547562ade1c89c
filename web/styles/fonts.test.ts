import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
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
