import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Agreement, governedBy } from './agreement.ts';
import { foldCase } from './fold-case.ts';
import type { Morphology } from './morphology.ts';

/** A word, or a mark, which separates what does not belong together. */
const token = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*|[^\s]/gu;
const letter = /^\p{L}/u;
const wordsPerTurn = 200;
/** All bits: no word before this one restricts it. */
const unrestricted: Agreement = -1;

/**
 * The base forms that words of a text do not have in it, by word: in «в стеклянную банку» there is no «банк». The prepositions and
 * adjectives before a noun tell, and other words of the text, such as «банкой». Of several nouns only; the rest of the words keep all.
 */
export async function findExcludedLemmas(
  text: string,
  morphology: Morphology,
): Promise<Map<string, Set<string>>> {
  const possible = new Map<string, Set<string>>();
  const ambiguous = new Set<string>();
  const certain = new Set<string>();
  let allowed = unrestricted;
  let read = 0;
  for (const [found] of text.normalize('NFC').matchAll(token)) {
    const word = foldCase(found);
    read += 1;
    if (read % wordsPerTurn === 0) await letOthersRun();
    const governs = governedBy(word);
    if (governs !== undefined || !letter.test(word)) {
      allowed = governs ?? unrestricted;
      continue;
    }
    const { nouns, adjective, onlyLemma } = morphology.readingsOf(word);
    if (onlyLemma !== undefined) certain.add(onlyLemma);
    if (nouns !== undefined) {
      ambiguous.add(word);
      const fitting = [...nouns]
        .filter(([, agreement]) => (agreement & allowed) !== 0)
        .map(([lemma]) => lemma);
      if (allowed !== unrestricted && fitting.length > 0)
        possible.set(word, new Set([...(possible.get(word) ?? []), ...fitting]));
    }
    const rest = allowed & adjective;
    allowed = rest === 0 ? unrestricted : rest;
  }
  return chooseLemmas(ambiguous, possible, certain, morphology);
}

function chooseLemmas(
  ambiguous: Set<string>,
  possible: Map<string, Set<string>>,
  certain: Set<string>,
  { readingsOf }: Morphology,
): Map<string, Set<string>> {
  const lemmasOf = (word: string) => [...(readingsOf(word).nouns?.keys() ?? [])];
  for (const [lemma = '', ...others] of possible.values()) if (others.length === 0) certain.add(lemma);
  const excluded = new Map<string, Set<string>>();
  for (const word of ambiguous) {
    const fitting = [...(possible.get(word) ?? lemmasOf(word))];
    const sure = fitting.filter((lemma) => certain.has(lemma));
    const kept = sure.length > 0 ? [...sure, word] : fitting;
    const others = lemmasOf(word).filter((lemma) => !(kept.includes(lemma) && fitting.includes(lemma)));
    if (others.length > 0) excluded.set(word, new Set(others));
  }
  return excluded;
}
