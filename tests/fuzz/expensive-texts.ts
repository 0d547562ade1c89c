import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { expressionsIn } from '../../scripts/regular-expressions.ts';

const root = resolve(import.meta.dirname, '../..');

/** A text built to be expensive to process; `name` describes its construction. */
export type Attack = { name: string; make: (length: number) => string };

const pieces = [
  ...[
    'a',
    'a.',
    'A',
    'й',
    'ё',
    'я ',
    '1',
    '1.',
    '1-',
    '5 ',
    '-',
    '--',
    '- ',
    '—',
    '_',
    '__',
    '.',
    '..',
    '…',
    ',',
    ', ',
  ],
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '"',
    '«',
    '»',
    '„',
    '“',
    "'",
    '`',
    '```',
    '~~~',
    '*',
    '**',
    '*a_',
    '~~',
  ],
  ...[
    '\n',
    '\n\n',
    '\r',
    '\r\n',
    '\t',
    ' ',
    '\u00a0',
    '\u2028',
    '\u200b',
    '\u0301',
    '😀',
    '\ufffd',
    '\\',
    '\\\\',
  ],
  ...[
    '> ',
    '>> ',
    '# ',
    '## a\n',
    '=\n',
    '- a\n',
    '1. a\n',
    '- [ ] ',
    '|',
    '| a ',
    '|-|',
    '|\n',
    '---\n',
    '    a\n',
  ],
  ...[
    '![',
    '![](',
    '](',
    '[a](',
    '[^1]',
    '[^1]: ',
    '[a]: ',
    '<!--',
    '<?',
    '<a',
    '</a>',
    '<script',
    '&',
    '&amp;',
    '&#x',
  ],
  ...[
    'http://',
    'https://a',
    'https://a.b/(',
    'www.',
    '@',
    'a@b',
    'a@b.',
    '/',
    '//',
    '../',
    '%',
    '%41',
    '?',
    '#',
    '=',
    '&a=',
  ],
  ...[
    'т. ',
    'А. ',
    '№ ',
    '"а',
    'а"',
    'и ',
    'слово ',
    '/media/ab/',
    'https://vk.com/video',
    'null',
    '__proto__',
    ': ',
    '&x ',
  ],
];
const pairs: [string, string][] = [
  ...([
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
    ['<', '>'],
    ['«', '»'],
    ['"', '"'],
    ['*', '*'],
    ['_', '_'],
  ] as [string, string][]),
  ...([
    ['![', '](a)'],
    ['[', '](a)'],
    ['<b>', '</b>'],
    ['> ', ''],
    ['- ', ''],
    ['  - a\n', ''],
    ['[^', ']'],
    ['a(', ')'],
  ] as [string, string][]),
];

/** Texts that match the regular expressions of the source code, and the same without their last character. */
function nearMisses(seed: number): string[] {
  const files = globSync('{contract,server,text,web}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  return files.flatMap((file) =>
    expressionsIn(file, readFileSync(resolve(root, file), 'utf8')).literals.flatMap(({ source, flags }) => {
      try {
        const matching = fc.stringMatching(new RegExp(source, flags.replace(/[^u]/g, '')), { maxLength: 40 });
        const [match = ''] = fc.sample(matching, { seed, numRuns: 1 });
        return [match, match.slice(0, -1)].filter(Boolean);
      } catch {
        // The generator does not support all of the syntax, for example lookbehind assertions.
        return [];
      }
    }),
  );
}

const repeated = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));

/** Shortens a text by removing its middle, so that the start and the end of an attack stay. */
function withinLength(text: string, length: number): string {
  if (text.length <= length) return text;
  const half = Math.floor(length / 2);
  return (text.slice(0, half) + text.slice(text.length - length + half)).toWellFormed();
}

/** Long repetitions, nesting, and near-misses of regular expressions; deterministic for a seed. */
export function attacksOf(count: number, seed: number): Attack[] {
  const piece = fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...nearMisses(seed)));
  const attack = fc.oneof(
    piece.map((one) => ({ parts: [one], make: (length: number) => repeated(one, length) })),
    fc.tuple(piece, piece, piece).map(([first, one, last]) => ({
      parts: [first, `${one}…`, last],
      make: (length: number) => first + repeated(one, length) + last,
    })),
    fc.tuple(piece, piece).map(([one, other]) => ({
      parts: [`${one}…`, `${other}…`],
      make: (length: number) => repeated(one, length / 2) + repeated(other, length / 2),
    })),
    fc.tuple(piece, piece).map(([one, other]) => ({
      parts: [one + other],
      make: (length: number) => repeated(one + other, length),
    })),
    fc.tuple(fc.constantFrom(...pairs), piece).map(([[open, close], inner]) => ({
      parts: [`${open}…`, inner, `${close}…`],
      make(length: number): string {
        const depth = Math.ceil(length / (open.length + close.length));
        return open.repeat(depth) + inner + close.repeat(depth);
      },
    })),
  );
  const generated = fc.sample(attack, { seed, numRuns: count });
  return [...found, ...generated].map(({ parts, make }) => ({
    name: JSON.stringify(parts),
    make: (length) => withinLength(make(length), length),
  }));
}

/** Attacks found by hand. */
const found = [
  {
    parts: ['an address, dots, and closing brackets'],
    make: (length: number) => `https://a${'.'.repeat(length / 2)}x${')'.repeat(length / 2)}`,
  },
  { parts: ['a heading of underscores'], make: (length: number) => `# a${'_'.repeat(length)}b` },
];

/** Ordinary text: words with some punctuation. */
export const prose = (length: number): string =>
  repeated('Ночной трамвай идёт через мост, и в нём — никого: «только мы» да кондуктор. ', length).slice(
    0,
    length,
  );

/** The densest ordinary Markdown: lists and tables of short entries. */
export const denseMarkdown = (length: number): string =>
  repeated('- да\n- нет\n- **и** то\n\n| а | б |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n', length).slice(
    0,
    length,
  );
