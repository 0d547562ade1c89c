import { foldCase } from './fold-case.ts';
import type { Morphology } from './morphology.ts';
import { joinMarks, type Term } from './terms.ts';

type Found = { understood: { terms: Term[] }; level: 'forms' | 'related' };

/** Whether a word of a text, as it is written there, is one of those that a search has found. */
export function createTermMatcher(
  { understood, level }: Found,
  { lemmasOf }: Pick<Morphology, 'lemmasOf'>,
): (word: string) => boolean {
  const marks = joinMarks(understood.terms.map((term) => term.marks[level]));
  const [words, lemmas] = [new Set(marks.words), new Set(marks.lemmas)];
  // Most words of a text begin with another letter, and base forms take time.
  const firsts = new Set([...marks.words, ...marks.lemmas, ...marks.prefixes].map(([first]) => first));
  const isMatch = (word: string): boolean =>
    firsts.has(word[0]) &&
    (words.has(word) ||
      marks.prefixes.some((prefix) => word.startsWith(prefix)) ||
      lemmasOf(word).some((lemma) => lemmas.has(lemma)));
  return (word) => {
    const folded = foldCase(word);
    const parts = folded.split(/[-‐‑–./'’&]/u);
    return isMatch(folded) || (parts.length > 1 && (isMatch(parts.join('')) || parts.some(isMatch)));
  };
}
