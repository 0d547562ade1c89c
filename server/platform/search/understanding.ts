import { correctWord } from './correction.ts';
import { maxWordLength } from './document.ts';
import { switchLayout } from './layout.ts';
import type { QueryChunk } from './query-language.ts';
import { stopWords } from './stop-words.ts';
import { anyOf, compoundTerm, phraseTerm, type SearchDeps, surnameOf, type Term, wordTerm } from './terms.ts';
import { derivedNewWords, endsLikeSurname, isMadeOfWords, isNewWord } from './unknown-words.ts';
import { isCommonWord } from './word-families.ts';
import { wordsOf } from './words.ts';

export type Understanding = {
  terms: Term[];
  excluded: string[];
  /** The query in words that the posts have, if it was changed. */
  corrected: string | undefined;
};

const maxTerms = 10;
/** Of a query of nothing but words that most posts have: each costs as much as all the posts that have it. */
const maxStopWords = 2;
const minPrefixLength = 2;
/** A complete word is seldom only the beginning of another one, unless it is long and rare: «метеор» is not «метеорит». */
const minKnownPrefixLength = 6;
/** A form that no post has is rather an unfinished word: «фонта» begins «фонтан». */
const minUnusedPrefixLength = 4;
const pluralEnding = /[ыи]$/u;

export type UnderstandingOptions = {
  /** Takes the words as they were typed. */
  isAsTyped?: boolean;
  /** While a person types, the last word may be incomplete. */
  isIncomplete?: boolean;
};
type Deps = SearchDeps & UnderstandingOptions;
type Found = { terms: Term[]; shown?: string };

/** Finds what the parts of a query mean in the words of the posts. */
export async function understand(query: QueryChunk[], deps: Deps): Promise<Understanding> {
  const chunks = query.slice(0, 3 * maxTerms);
  const isOnlyStopWords = chunks.every(({ text }) => wordsOf(text).every((word) => stopWords.has(word.text)));
  const terms: Term[] = [];
  const excluded: string[] = [];
  const shown: string[] = [];
  let isCorrected = false;
  for (const [index, chunk] of chunks.entries()) {
    if (terms.length >= (isOnlyStopWords ? maxStopWords : maxTerms)) break;
    const isLast = index === chunks.length - 1;
    const found = await readChunk(chunk, isLast, isOnlyStopWords, {
      ...deps,
      hasOtherWords: chunks.length > 1,
    });
    shown.push(display(chunk, found.shown ?? chunk.text));
    isCorrected ||= found.shown !== undefined;
    if (chunk.isExcluded)
      excluded.push(...found.terms.map(({ forms, exact }) => (chunk.isPhrase ? exact : forms)));
    else terms.push(...found.terms);
  }
  return {
    terms: terms.slice(0, maxTerms),
    excluded: excluded.slice(0, maxTerms),
    corrected: isCorrected ? shown.join(' ') : undefined,
  };
}

const display = ({ isExcluded, isPhrase }: QueryChunk, text: string): string =>
  `${isExcluded ? '-' : ''}${isPhrase ? `«${text}»` : text}`;

async function readChunk(
  chunk: QueryChunk,
  isLast: boolean,
  keepsStopWords: boolean,
  deps: Deps,
): Promise<Found> {
  const words = typedWords(chunk.text);
  if (chunk.isPhrase) return { terms: words.length === 0 ? [] : [phraseTerm(words, deps)] };
  const known = await findKnown(words, deps);
  if (!deps.isAsTyped && (words.some((word) => !known.has(word)) || words.length === 0)) {
    const switched = await switchIfKnown(chunk.text, deps);
    if (switched) return switched;
  }
  if (words.length > 1) {
    const joined = wordsOf(chunk.text)
      .filter(({ text }) => !words.includes(text) && text.length <= maxWordLength)
      .map(({ text }) => text);
    return { terms: [compoundTerm(words, joined, deps)] };
  }
  const [word] = words;
  if (word === undefined || (!keepsStopWords && stopWords.has(word))) return { terms: [] };
  return readWord(word, known.get(word), isLast, deps);
}

/** The typed parts of a compound, without the joined spellings. */
function typedWords(text: string): string[] {
  const byPosition = new Map<number, string>();
  for (const { text: word, position } of wordsOf(text))
    if (!byPosition.has(position) && word.length <= maxWordLength) byPosition.set(position, word);
  return [...byPosition.values()].slice(0, maxTerms);
}

/** The words that posts have, and whether in exactly this form. */
async function findKnown(
  words: string[],
  { morphology, vocabulary }: SearchDeps,
): Promise<Map<string, { isExact: boolean }>> {
  if (words.length === 0) return new Map();
  const lemmas = words.flatMap((word) => morphology.lemmasOf(word));
  const surnames = words.flatMap((word) => surnameOf(word, morphology) ?? []);
  const found = await vocabulary.findKnown([...words, ...surnames], lemmas);
  return new Map(
    words
      .filter(
        (word) =>
          found.words.has(word) ||
          found.words.has(surnameOf(word, morphology) ?? '') ||
          morphology.lemmasOf(word).some((lemma) => found.lemmas.has(lemma)),
      )
      .map((word) => [word, { isExact: found.words.has(word) }]),
  );
}

async function switchIfKnown(text: string, deps: Deps): Promise<Found | undefined> {
  const switched = switchLayout(text);
  if (switched === undefined) return undefined;
  const words = typedWords(switched);
  if (words.length === 0) return undefined;
  const typed = typedWords(text);
  if (typed.some((word) => deps.morphology.isKnown(word))) return undefined;
  const known = await findKnown(words, deps);
  const isWord = words.every((word) => known.has(word) || deps.morphology.isKnown(word));
  const [last = ''] = words.slice(-1);
  if (
    !isWord &&
    !(words.length === 1 && last.length > minPrefixLength && (await deps.vocabulary.hasPrefix(last)))
  )
    return undefined;
  const terms: Term[] = [];
  for (const word of words) terms.push(...(await readWord(word, known.get(word), true, deps)).terms);
  return { terms, shown: switched };
}

async function readWord(
  word: string,
  inPosts: { isExact: boolean } | undefined,
  isLast: boolean,
  deps: Deps,
): Promise<Found> {
  const { morphology, vocabulary, isAsTyped, isIncomplete } = deps;
  if (isLast && isIncomplete && word.length >= minPrefixLength && (await vocabulary.hasPrefix(word)))
    return { terms: [await wordTerm(word, true, deps)] };
  if (inPosts || isCommon(word, morphology) || (morphology.isKnown(word) && !morphology.isName(word))) {
    // The stem of an incomplete word may be that of another one.
    const isIncompleteStem = !morphology.isKnown(word) && !inPosts?.isExact;
    const isUnusedForm =
      !inPosts?.isExact && !isPlural(word, morphology) && !morphology.lemmasOf(word).includes(word);
    const isLong = word.length >= minKnownPrefixLength && !isCommon(word, morphology);
    const beginsWord =
      isLast && (isIncompleteStem || isLong || (isUnusedForm && word.length >= minUnusedPrefixLength));
    return { terms: [await wordTerm(word, beginsWord, deps)] };
  }
  if (isShortName(word, morphology)) return { terms: await shortNameTerms(word, deps) };
  if (word.length >= minPrefixLength && !isNewWord(word) && (await vocabulary.hasPrefix(word)))
    return { terms: [await wordTerm(word, true, deps)] };
  const corrections = isAsTyped || isMadeOfWords(word, morphology) ? [] : await correctWord(word, deps);
  const meant =
    corrections.length > 0 ? corrections : [word, ...(isNewWord(word) ? derivedNewWords(word) : [])];
  const terms: Term[] = [];
  for (const one of meant) terms.push(await wordTerm(one, false, deps));
  return { terms: [anyOf(terms)], ...(corrections[0] !== undefined && { shown: corrections[0] }) };
}

/** «Рим» begins «римский», but «Римма» is another name, and «Нева» neither begins «неважно» nor is it an error. */
const isShortName = (word: string, { isName, lemmasOf }: SearchDeps['morphology']): boolean =>
  word.length < minKnownPrefixLength &&
  !endsLikeSurname(word) &&
  isName(word) &&
  lemmasOf(word).includes(word);

async function shortNameTerms(word: string, deps: Deps): Promise<Term[]> {
  const adjective = `${word.replace(/[аеийоуыьэюя]$/u, '')}ск`;
  const terms = [await wordTerm(word, false, deps)];
  if (await deps.vocabulary.hasPrefix(adjective)) terms.push(await wordTerm(adjective, true, deps));
  return [anyOf(terms)];
}

/** Who types «латы» means a plural, but «буты» rather begins «бутылка» than that it is one of the rare «бут». */
const isPlural = (word: string, { lemmasOf }: SearchDeps['morphology']): boolean =>
  pluralEnding.test(word) && lemmasOf(word).some(isCommonWord);

/** Whether this is the base form of one of the words that the families name. */
const isCommon = (word: string, { lemmasOf }: SearchDeps['morphology']): boolean =>
  isCommonWord(word) && lemmasOf(word).includes(word);
