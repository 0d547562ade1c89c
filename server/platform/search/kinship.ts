import { LRUCache } from 'lru-cache';
import type { Morphology } from './morphology.ts';
import { bareSurname } from './names.ts';
import { familyOf } from './roots.ts';
import { fullPrefix } from './word-families.ts';
import { list } from './word-parts.ts';

/** Prefixes that change what a verb means. «По-», «с-» and «на-» often say only that something is done. */
const meaningPrefixes = list(
  'без бес воз вос вз вс вы до за из ис над недо об о от пере пре под пред при про раз рас роз рос у',
).toSorted((left, right) => right.length - left.length);
const minRestLength = 3;

/** Of the words of a family those with the prefix of the word, if there are any: «проветривание» means «проветрить» rather than «ветер». */
export function nearestOf(word: string, family: string[]): string[] {
  const own = meaningPrefixOf(word);
  if (own === undefined || !family.some((other) => meaningPrefixOf(other) === own)) return family;
  // «Пообещать» begins like «обещать», and «неопасный» like «опасный».
  return family.filter((other) =>
    [other, other.replace(/^(?:по|не)/u, '')].some((start) => meaningPrefixOf(start) === own),
  );
}

function meaningPrefixOf(word: string): string | undefined {
  const prefix = meaningPrefixes.find(
    (start) => word.startsWith(start) && word.length - start.length >= minRestLength,
  );
  return prefix && fullPrefix(prefix);
}

const cachedWords = 20_000;
const namesakes = new LRUCache<string, Set<string>>({ max: cachedWords });

/**
 * The base forms of a word of a text that their relatives do not find, because the word probably has another one of another family:
 * «домой» is seldom a form of «домыть», and no text about «мыть», and «Злата» with a capital letter is no «злато».
 */
export function namesakesOf(
  word: string,
  lemmas: string[],
  isName: boolean,
  morphology: Morphology,
): Set<string> {
  if (lemmas.length < 2) return new Set();
  const key = `${isName ? '+' : '-'}${word} ${lemmas.join(' ')}`;
  const known = namesakes.get(key);
  if (known) return known;
  const found = new Set(findNamesakes(word, lemmas, isName, morphology));
  namesakes.set(key, found);
  return found;
}

function findNamesakes(word: string, lemmas: string[], isName: boolean, morphology: Morphology): string[] {
  const { names } = morphology.readingsOf(word);
  if (isName && lemmas.some((lemma) => names.includes(lemma))) return [];
  // «Зайцев» is rather a form of «заяц» than a surname, «Варя» rather a name than a form of «варить».
  const words = lemmas.filter(
    (lemma) => !morphology.isName(lemma) || (lemma === word && !bareSurname.test(word)),
  );
  const main = words.includes(word) ? word : words[0];
  const root = main && familyOf(main, morphology)?.root;
  return words.filter(
    (lemma) =>
      lemma !== main &&
      // «Бегуны» are machines and several «бегун».
      main !== `${lemma}ы` &&
      (root === undefined || familyOf(lemma, morphology)?.root !== root),
  );
}
