import { correctedErrors, editDistance } from './edit-distance.ts';
import { stemOf } from './morphology.ts';
import type { SearchDeps } from './terms.ts';

const maxCorrections = 3;
const minCandidateLength = 3;

/** The nearest words of the posts; several if they are equally near and no forms of one word. */
export async function correctWord(word: string, { vocabulary, morphology }: SearchDeps): Promise<string[]> {
  const errors = correctedErrors(word.length);
  if (errors === 0 || /\d/u.test(word)) return [];
  const stem = stemOf(word);
  const similar = (await vocabulary.findSimilar(word))
    .filter((candidate) => candidate.length >= minCandidateLength)
    .map((candidate) => ({
      candidate,
      distance: Math.min(
        editDistance(soundOf(word), soundOf(candidate), errors),
        editDistance(word, candidate, errors),
        editDistance(stem, stemOf(candidate), errors) + (stem.length > 3 ? 0.5 : errors),
      ),
    }))
    .filter(({ distance }) => distance <= errors + 0.5)
    .toSorted(
      (left, right) =>
        left.distance - right.distance ||
        Number(right.candidate[0] === word[0]) - Number(left.candidate[0] === word[0]) ||
        (left.candidate < right.candidate ? -1 : 1),
    );
  const best = similar[0]?.distance;
  const lemmas = new Set<string>();
  const corrections: string[] = [];
  for (const { candidate, distance } of similar) {
    if (distance !== best) break;
    const [lemma = candidate] = morphology.lemmasOf(candidate);
    if (!lemmas.has(lemma)) corrections.push(candidate);
    lemmas.add(lemma);
  }
  return corrections.slice(0, maxCorrections);
}

/** Letters that are written in two ways for one sound. */
const soundOf = (word: string): string => word.replace(/[сзж]ч/gu, 'щ');
