import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { seldomForms } from './families/seldom-forms.ts';
import { foldCase } from './fold-case.ts';
import { isNameTag, type Parse, type Readings, readingsIn } from './readings.ts';
import { loadSpelling } from './spelling.ts';
import { cyrillic, maxStemmedLength, stemOf } from './stem.ts';
import { entriesOf } from './word-parts.ts';

export type Morphology = {
  /** Whether the dictionary has this Russian word. The word is folded, as everywhere here. */
  isKnown(word: string): boolean;
  isInfinitive(word: string): boolean;
  /** Whether the word is only a name. */
  isName(word: string): boolean;
  /** Whether a word, but no name, differs from this one by a letter added or left out. */
  hasNeighbour(word: string): boolean;
  /** The base forms of a word, the most probable first; the marked stem of a word that the dictionary does not have. */
  lemmasOf(word: string): string[];
  /** Empty for a word that the dictionary does not have. */
  readingsOf(word: string): Readings;
};

/** Texts consist of few words that occur again and again. */
const cachedWords = 20_000;
const infinitive = /(?:т[ьи]|чь)(?:ся)?$|тись$/u;
/** Of a word with several readings, those below this share of the best one are left out, but not a base form. */
const minScoreShare = 0.1;
/** «Чайковский» is a name, though the dictionary has an adjective as well. */
const surname = /(?:[ое]в|[иы]н|[сц]кий)$/u;

/** No word contains it: the stem of «фондю» is not the base form «фонд». */
export const stemMark = '~';

type Analysis = {
  isKnown: boolean;
  isInfinitive: boolean;
  isName: boolean;
  lemmas: string[];
  readings: Readings;
};
const unknown: Analysis = {
  isKnown: false,
  isInfinitive: false,
  isName: false,
  lemmas: [],
  readings: { isNoun: false, adjective: 0, names: [], onlyNames: [] },
};

let loaded: Promise<Morphology> | undefined;

/** Loads the dictionary once, about 30 MB. */
export const loadMorphology = (): Promise<Morphology> => (loaded ??= load());

async function load(): Promise<Morphology> {
  await loadSpelling();
  const { default: az } = await import('az');
  const folder = join(dirname(createRequire(import.meta.url).resolve('az')), '../dicts');
  await new Promise<void>((done, fail) => az.Morph.init(folder, (error) => (error ? fail(error) : done())));
  const options = { parsers: ['Dictionary'], ignoreCase: true, typos: 0, stutter: 0 };
  const cache = new LRUCache<string, Analysis>({ max: cachedWords });

  function read(word: string): Analysis {
    const all = (isRussian(word) ? az.Morph(word, options) : [])
      .filter(({ tag }) => tag.Abbr === undefined)
      .map((parse) => ({
        tag: parse.tag,
        score: parse.score,
        lemma: foldCase((parse.normalize() || parse).toString()),
      }));
    // «Граф» is a count, not a form of «графа».
    const isNoun = all.some(({ tag, lemma }) => tag.POST === 'NOUN' && lemma === word && !isNameTag(tag));
    const parses = all.filter(
      (parse) =>
        !(
          isSeldom(parse, word) &&
          all.some((other) => !isSeldom(other, word) && !isNameTag(other.tag) && other.lemma !== parse.lemma)
        ) && !(isNoun && parse.tag.gent && parse.tag.plur && parse.lemma !== word),
    );
    if (parses.length === 0) return unknown;
    const best = Math.max(...parses.map(({ score }) => score));
    const probable = parses.filter(({ score, lemma }) => score >= best * minScoreShare || lemma === word);
    const lemmas = [...new Set(probable.map(({ lemma }) => lemma))];
    const isInfinitive = parses.some(({ tag }) => tag.POST === 'INFN');
    const isSurname =
      surname.test(word) && parses.some(({ tag, lemma }) => tag.Surn !== undefined && lemma === word);
    const isName = isSurname || parses.every(({ tag }) => isNameTag(tag));
    const isOnly = all.every(({ lemma }) => lemma === lemmas[0]);
    const readings = { ...readingsIn(probable), ...(isOnly && { onlyLemma: lemmas[0] }) };
    return { isKnown: true, isInfinitive, isName, lemmas, readings };
  }

  function analyse(word: string): Analysis {
    const known = cache.get(word);
    if (known) return known;
    const analysis = read(word);
    cache.set(word, analysis);
    return analysis;
  }

  return {
    isKnown: (word) => analyse(word).isKnown,
    isInfinitive: (word) => infinitive.test(word) && analyse(word).isInfinitive,
    isName: (word) => analyse(word).isName,
    hasNeighbour: (word) =>
      isRussian(word) &&
      az
        .Morph(word, { ...options, typos: 1 })
        .some(({ tag, typosCnt }) => typosCnt === 1 && tag.Abbr === undefined && !isNameTag(tag)),
    lemmasOf: (word) => {
      const { isKnown, lemmas } = analyse(word);
      return isKnown ? lemmas : [stemMark + stemOf(word)];
    },
    readingsOf: (word) => analyse(word).readings,
  };
}

const seldom = new Map(
  entriesOf(seldomForms).flatMap(({ names, words }) => names.map((lemma) => [lemma, new Set(words)])),
);

/** «Бури» are storms, not a command to bore, «прошла» is no short form of «прошлый», and «перелив» seldom means «having poured». */
const isSeldom = ({ tag, lemma }: Parse, word: string): boolean =>
  tag.impr !== undefined ||
  ['ADJS', 'PRTS', 'GRND'].includes(String(tag.POST)) ||
  seldom.get(lemma)?.has(word) === true;

const isRussian = (word: string): boolean => cyrillic.test(word) && word.length <= maxStemmedLength;
