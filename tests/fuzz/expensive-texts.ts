import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { expressionsIn } from '../../scripts/regular-expressions.ts';

const root = resolve(import.meta.dirname, '../..');

/** A text built to be expensive to process; `name` describes its construction. */
export type Attack = { name: string; make: (length: number) => string };

const fragments = [
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
    '<div>',
    '<p>a',
    '<td>',
    '<table>',
    '<br>',
    '</u>',
    '<a href="',
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
    ['<span>', '</span>'],
    ['<u><p>', '</u>'],
    ['<table><td>', '</table>'],
    ['> ', ''],
    ['- ', ''],
    ['  - a\n', ''],
    ['[^', ']'],
    ['a(', ')'],
  ] as [string, string][]),
];

/** Characters whose compatibility form is longer than three. */
const growingCharacters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
  (character) => character.normalize('NFKD').length > 3,
);

/** Texts that match the regular expressions of the source code, and the same without their last character. */
function findNearMisses(seed: number): string[] {
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

const repeatTo = (fragment: string, length: number): string =>
  fragment.repeat(Math.ceil(length / fragment.length));

/** Shortens a text by removing its middle, so that the start and the end of an attack stay. */
function truncateMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const half = Math.floor(length / 2);
  return (text.slice(0, half) + text.slice(text.length - length + half)).toWellFormed();
}

/** Long repetitions, nesting, and near-misses of regular expressions; deterministic for a seed. */
export function generateAttacks(count: number, seed: number): Attack[] {
  const fragment = fc.oneof(
    fc.constantFrom(...fragments),
    fc.constantFrom(...findNearMisses(seed)),
    fc.constantFrom(...growingCharacters),
  );
  const attack = fc.oneof(
    fragment.map((one) => ({ description: [one], make: (length: number) => repeatTo(one, length) })),
    fc.tuple(fragment, fragment, fragment).map(([first, one, last]) => ({
      description: [first, `${one}…`, last],
      make: (length: number) => first + repeatTo(one, length) + last,
    })),
    fc.tuple(fragment, fragment).map(([one, other]) => ({
      description: [`${one}…`, `${other}…`],
      make: (length: number) => repeatTo(one, length / 2) + repeatTo(other, length / 2),
    })),
    fc.tuple(fragment, fragment).map(([one, other]) => ({
      description: [one + other],
      make: (length: number) => repeatTo(one + other, length),
    })),
    fc.tuple(fc.constantFrom(...pairs), fragment).map(([[open, close], inner]) => ({
      description: [`${open}…`, inner, `${close}…`],
      make(length: number): string {
        const depth = Math.ceil(length / (open.length + close.length));
        return open.repeat(depth) + inner + close.repeat(depth);
      },
    })),
  );
  const generated = fc.sample(attack, { seed, numRuns: count });
  return [...knownAttacks, ...generated].map(({ description, make }) => ({
    name: JSON.stringify(description),
    make: (length) => truncateMiddle(make(length), length),
  }));
}

/** Attacks found by hand. */
const knownAttacks = [
  {
    description: ['an address, dots, and closing brackets'],
    make: (length: number) => `https://a${'.'.repeat(length / 2)}x${')'.repeat(length / 2)}`,
  },
  { description: ['a character of eighteen letters'], make: (length: number) => 'ﷺ'.repeat(length) },
  { description: ['spaces'], make: (length: number) => `а${' '.repeat(length)}` },
  { description: ['a heading of underscores'], make: (length: number) => `# a${'_'.repeat(length)}b` },
];

/** Ordinary text: words with some punctuation. */
export const ordinaryText = (length: number): string =>
  repeatTo('Ночной трамвай идёт через мост, и в нём — никого: «только мы» да кондуктор. ', length).slice(
    0,
    length,
  );

/** The densest ordinary Markdown: lists and tables of short entries. */
export const denseMarkdown = (length: number): string =>
  repeatTo('- да\n- нет\n- **и** то\n\n| а | б |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n', length).slice(
    0,
    length,
  );

/** Ordinary Markdown that is accepted at any length, unlike many short lists and tables: a poem of short lines. */
export const shortLines = (length: number): string => repeatTo('да\n', length).slice(0, length);
