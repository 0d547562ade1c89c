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
  if (own === undefined) return family;
  const near = family.filter((other) => meaningPrefixOf(other) === own);
  return near.length > 0 ? near : family;
}

function meaningPrefixOf(word: string): string | undefined {
  const prefix = meaningPrefixes.find(
    (start) => word.startsWith(start) && word.length - start.length >= minRestLength,
  );
  return prefix && fullPrefix(prefix);
}
