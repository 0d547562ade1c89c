import { list } from './word-parts.ts';

/** What words that belong together share: a bit for each case of each gender, and of the plural. */
export type Agreement = number;

const cases = [['nomn'], ['gent', 'gen1', 'gen2'], ['datv'], ['accs', 'acc2'], ['ablt'], ['loct', 'loc2']];
const [masculine, feminine, neuter, plural] = [1, 2, 4, 8];
const anyGender = masculine | feminine | neuter;
const bitsPerCase = 4;
const everyForm = anyGender | plural;

/** The agreement of a reading of the dictionary; 0 for words without case. */
export function agreementOf(tag: Record<string, unknown>): Agreement {
  const at = cases.findIndex((names) => names.some((name) => tag[name]));
  return at < 0 ? 0 : formOf(tag) << (at * bitsPerCase);
}

function formOf(tag: Record<string, unknown>): number {
  if (tag.plur) return plural;
  if (tag.masc) return masculine;
  if (tag.femn) return feminine;
  return tag.neut ? neuter : anyGender;
}

const prepositions: Array<[name: string, words: string]> = [
  [
    'gent',
    'без безо близ вдоль вместо вне возле вокруг для до из изо кроме мимо около от ото после против ради с сверх со среди у',
  ],
  ['datv', 'к ко благодаря вопреки навстречу по согласно'],
  ['accs', 'в во за на о об по под подо про с со сквозь через'],
  ['ablt', 'за между над перед передо под подо с со'],
  ['loct', 'в во на о об обо по при'],
];

const bitsOf = (name: string): Agreement =>
  everyForm << (cases.findIndex(([first]) => first === name) * bitsPerCase);

const governed = new Map(
  [...new Set(prepositions.flatMap(([, words]) => list(words)))].map((word) => [
    word,
    prepositions
      .filter(([, words]) => list(words).includes(word))
      .reduce((allowed, [name]) => allowed | bitsOf(name), 0),
  ]),
);

/** The case that stands after a preposition only. */
export const locative: Agreement = bitsOf('loct');
export const dative: Agreement = bitsOf('datv');
export const accusative: Agreement = bitsOf('accs');

/** What a preposition allows; undefined for other words. */
export const governedBy = (word: string): Agreement | undefined => governed.get(word);
