import { correctedErrors, editDistance, replacementCost } from './edit-distance.ts';
import { stemOf } from './stem.ts';
import type { SearchDeps } from './terms.ts';
import { endsLikeSurname, isSurname } from './unknown-words.ts';

const maxCorrections = 3;
const minCandidateLength = 4;
/** Too many other words differ from a shorter stem by one letter. */
const minStemLength = 5;

/** The nearest words of the posts; several if they are equally near and no forms of one word. */
export async function correctWord(word: string, { vocabulary, morphology }: SearchDeps): Promise<string[]> {
  const errors = correctedErrors(word.length);
  if (errors === 0 || /\d/u.test(word)) return [];
  const stem = stemOf(word);
  const similar = (await vocabulary.findSimilar(word))
    .filter(
      (candidate) =>
        candidate.length >= minCandidateLength && beginsLike(word, candidate) && !isMadeOf(word, candidate),
    )
    .map((candidate) => ({
      candidate,
      distance: Math.min(
        editDistance(soundOf(word), soundOf(candidate), errors, replacementCost),
        editDistance(word, candidate, errors, replacementCost),
        stem.length >= minStemLength && hasForm(candidate, word.slice(stem.length), morphology)
          ? editDistance(stem, stemOf(candidate), errors, replacementCost) + 0.5
          : Number.POSITIVE_INFINITY,
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
  if (best === undefined) return [];
  // A word nearer than any of the posts: «баллахон» means «балахон» rather than «баллон».
  if (best >= 2 && morphology.hasNeighbour(word)) return [];
  const isOfName = isSurname(word, morphology);
  if (best > 1 && (isOfName || morphology.isName(word))) return [];
  const lemmas = new Set<string>();
  const corrections: string[] = [];
  for (const { candidate, distance } of similar) {
    if (distance !== best) break;
    // «Дорогин» is not «дороги», but «Ракетин» may be «Ракитин».
    if (isOfName && !endsLikeSurname(candidate)) continue;
    const [lemma = candidate] = morphology.lemmasOf(candidate);
    if (!lemmas.has(lemma)) corrections.push(candidate);
    lemmas.add(lemma);
  }
  return corrections.slice(0, maxCorrections);
}

/** Whether a word is another one with more letters at its end, such as «каравайка»; a doubled letter is an error. */
const isMadeOf = (word: string, other: string): boolean =>
  word.startsWith(other) && word.slice(other.length) !== other.at(-1);

/** Whether a word has a form with this ending: «материнка» is no form of «материнский» with an error. */
const hasForm = (word: string, ending: string, { isKnown }: SearchDeps['morphology']): boolean =>
  !isKnown(word) || isKnown(stemOf(word) + ending);

/** Letters that are written in two ways for one sound. */
const soundOf = (word: string): string => word.replace(/[сзж]ч/gu, 'щ');

/** The first letter is seldom left out or quite another one. */
const beginsLike = (word: string, candidate: string): boolean => {
  const [[first = '', second], [wanted = '', next]] = [soundOf(word), soundOf(candidate)];
  const isSwapped = first === next && second === wanted;
  return first === wanted || isSwapped || replacementCost(first, wanted) === 1;
};
