import { companions } from './families/companions.ts';
import { otherSenses } from './families/other-senses.ts';
import { list } from './word-parts.ts';

export type RootOf = (lemma: string) => string;
/** Base forms of a text. */
export type LemmasByRoot = Map<string, string[]>;

type Line = { words: string[]; witnesses: string[] };

const companionsOf = new Map(
  linesOf(companions).flatMap(({ words, witnesses }) => words.map((word) => [word, witnesses])),
);
const sensesOf = Map.groupBy(
  linesOf(otherSenses).flatMap((line) => line.words.map((word) => ({ ...line, word }))),
  ({ word }) => word,
);

/** Whether a text has words that often stand beside this noun. */
export const hasCompanion = (noun: string, roots: LemmasByRoot, rootOf: RootOf): boolean =>
  companionsOf.get(noun)?.some((word) => roots.has(rootOf(word))) ?? false;

/** Whether a text has words that tell of another sense of this one, and none of its relatives without this sense. */
export const isOtherSense = (lemma: string, roots: LemmasByRoot, rootOf: RootOf): boolean =>
  sensesOf
    .get(lemma)
    ?.some(
      ({ words, witnesses }) =>
        witnesses.some((word) => roots.has(rootOf(word))) &&
        (roots.get(rootOf(lemma)) ?? []).every((relative) => words.includes(relative)),
    ) ?? false;

function linesOf(text: string): Line[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [words = '', witnesses = ''] = line.split(': ');
      return { words: list(words), witnesses: list(witnesses) };
    });
}
