import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import subsetFont from 'subset-font';
import { anchorStressMark } from './stress-anchor.ts';

/**
 * Creates the font files that `web/styles/font-subsets.css` names, each with the characters of its `unicode-range`,
 * from the published families, and copies their licences.
 */
const root = resolve(import.meta.dirname, '..');
const styles = resolve(root, 'web/styles');
const families = resolve(root, 'node_modules/@fontsource-variable');
const weights = { min: 400, max: 700 };

const charactersOf = (ranges: string): string =>
  [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .flatMap(([, first = '', last = first]) => {
      const start = Number.parseInt(first, 16);
      const length = Number.parseInt(last, 16) - start + 1;
      return Array.from({ length }, (_, index) => String.fromCodePoint(start + index));
    })
    .join('');

/** The published file that contains the characters of a subset. */
const alphabets: Record<string, string> = { cyrillic: 'cyrillic', rouble: 'latin-ext' };

/** A separate constant, because the package's types do not include `keepFeatures` yet. */
const options = {
  targetFormat: 'woff2' as const,
  variationAxes: { wght: weights },
  // Features that apply by default, and tabular figures. No style uses other alternatives.
  keepFeatures: ['ccmp', 'locl', 'rclt', 'rvrn', 'calt', 'liga', 'kern', 'mark', 'mkmk', 'tnum'],
};

mkdirSync(resolve(styles, 'fonts'), { recursive: true });
const page = readFileSync(resolve(styles, 'font-subsets.css'), 'utf8');
const faces = page.matchAll(
  /"\.\/fonts\/((\S+)-(cyrillic|signs|letters|name|rouble)-(\S+)\.woff2)"[^}]*unicode-range:([^;]+);/g,
);
for (const [, name = '', family = '', part = '', style, ranges = ''] of faces) {
  const published = `${family}-${alphabets[part] ?? 'latin'}-wght-${style}.woff2`;
  const file = readFileSync(resolve(families, family, 'files', published));
  const source =
    family === 'golos-text' && part === 'cyrillic' ? Buffer.from(await anchorStressMark(file)) : file;
  const bytes = await subsetFont(source, charactersOf(ranges), options);
  writeFileSync(resolve(styles, 'fonts', name), bytes);
  copyFileSync(resolve(families, family, 'LICENSE'), resolve(styles, 'fonts', `${family}-license.txt`));
  console.log(`${name}: ${bytes.length} bytes`);
}
