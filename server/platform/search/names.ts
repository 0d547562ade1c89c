import { foldCase } from './fold-case.ts';
import { type Morphology, stemMark } from './morphology.ts';

const capitalized = /\p{Lu}\p{Ll}+(?![\p{L}\p{M}])/gu;
const withCapital = /\p{Lu}[\p{L}\p{M}]*/gu;
/** «8 Марта» is a date. */
const insideSentence = /[\p{Ll},»)]\s$/u;
const surname = /(?:[ое]в|[иы]н)(?:а|у|е|ой|ою|ым|ы|ых|ыми)?$/u;
export const bareSurname = /(?:[ое]в|[иы]н)$/u;
const shortForm = /[аеуы]$/u;
const madeOfNoun = /[ое]вый$/u;

/** The words with a capital letter inside a sentence. */
export function namesIn(text: string): Set<string> {
  const found = [...text.matchAll(capitalized)].filter(({ index }) =>
    insideSentence.test(text.slice(Math.max(0, index - 2), index)),
  );
  return new Set(found.map(([name]) => foldCase(name)));
}

/** The words with a capital letter anywhere, also where every word has one. */
export const capitalizedIn = (text: string): Set<string> =>
  new Set([...text.matchAll(withCapital)].map(([word]) => foldCase(word)));

/** «Кости» with a small letter is no form of the name «Костя». */
export function withoutNames(word: string, lemmas: string[], { readingsOf }: Morphology): string[] {
  const { onlyNames } = readingsOf(word);
  const others = lemmas.filter((lemma) => !onlyNames.includes(lemma));
  return others.length > 0 ? others : lemmas;
}

/**
 * The base forms of a name. «Зайцев» and «Ершова» are no forms of «заяц» and «ершовый», but «Лужников» is one of «Лужники»,
 * «Садовой» of «садовая» and «Вершине» of «вершина».
 */
export function lemmasOfName(word: string, { lemmasOf, isName, readingsOf }: Morphology): string[] {
  const lemmas = lemmasOf(word);
  if (!surname.test(word)) {
    const given = readingsOf(word).names;
    const named = lemmas.filter((lemma) => given.includes(lemma) || lemma === word);
    return named.some((lemma) => given.includes(lemma)) ? named : lemmas;
  }
  const { onlyNames } = readingsOf(word);
  const names = lemmas.filter(
    (lemma) => isName(lemma) || onlyNames.includes(lemma) || lemma.startsWith(stemMark),
  );
  if (bareSurname.test(word)) return [...new Set([word, ...names])];
  if (names.length > 0) return names;
  const others = shortForm.test(word) ? lemmas.filter((lemma) => !madeOfNoun.test(lemma)) : lemmas;
  return others.length > 0 ? others : [word];
}
