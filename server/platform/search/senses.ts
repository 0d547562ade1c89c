import { companions } from './families/companions.ts';
import { otherSensesAV } from './families/other-senses-a-v.ts';
import { otherSensesGK } from './families/other-senses-g-k.ts';
import { otherSensesLO } from './families/other-senses-l-o.ts';
import { otherSensesPR } from './families/other-senses-p-r.ts';
import { otherSensesSYa } from './families/other-senses-s-ya.ts';
import { entriesOf } from './word-parts.ts';

export type RootOf = (lemma: string) => string;
/** Base forms of a text. */
export type LemmasByRoot = Map<string, string[]>;

const companionsOf = new Map(
  entriesOf(companions).flatMap(({ names, words }) => names.map((noun) => [noun, words])),
);
const sensesOf = Map.groupBy(
  [otherSensesAV, otherSensesGK, otherSensesLO, otherSensesPR, otherSensesSYa]
    .flatMap(entriesOf)
    .flatMap(({ names, words }) => names.map((word) => ({ word, words: names, witnesses: words }))),
  ({ word }) => word,
);

/** How many words of a text often stand beside this noun. */
export const countCompanions = (noun: string, roots: LemmasByRoot, rootOf: RootOf): number =>
  companionsOf.get(noun)?.filter((word) => roots.has(rootOf(word))).length ?? 0;

/** Whether a text has words that tell of another sense of this one, and none of its relatives without this sense. */
export const isOtherSense = (lemma: string, roots: LemmasByRoot, rootOf: RootOf): boolean =>
  sensesOf
    .get(lemma)
    ?.some(
      ({ words, witnesses }) =>
        witnesses.some((word) => roots.has(rootOf(word))) &&
        (roots.get(rootOf(lemma)) ?? []).every((relative) => words.includes(relative)),
    ) ?? false;
