import { setImmediate as letOthersRun } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type Agreement, accusative, dative, governedBy, locative } from './agreement.ts';
import { foldCase } from './fold-case.ts';
import { type Morphology, stemMark } from './morphology.ts';
import type { Choice } from './readings.ts';
import { familyOf } from './roots.ts';
import { countCompanions, isOtherSense, type LemmasByRoot, type RootOf } from './senses.ts';
import { isCommonWord } from './word-families.ts';
import { list } from './word-parts.ts';

/** A word, or a mark, which separates what does not belong together. */
const token = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*|[^\s]/gu;
const letter = /^\p{L}/u;
/** The event loop serves others in between. */
const wordsPerTurn = 200;
/** Their companions are looked up too, when they occur for the first time. */
const ambiguousWordsPerTurn = 10;
/** How much more frequent a verb or an adverb is than the noun that it excludes. */
const minRatio = 2;
/** How many more companions exclude a noun that has some too. */
const minMajority = 5;
const adverbOfNoun = /..(?:[оея]м|[оея]й|ью|[ая]ми)$/u;

/** All bits: no word before this one restricts it. */
const unrestricted: Agreement = -1;
/** Nouns of nearly every text tell nothing about its other words: «на дне» has nothing to do with «день». */
const everywhere = new Set(list('год день дело время раз час рука место'));
/** Who speaks of themselves. */
const firstPerson = new Set(list('я меня мне мной мною мой моя мое мои мы нас нам нами наш наша наше наши'));
/** They are followed by a verb rather than by a noun. */
const subjects = new Set(list('я ты он она оно мы вы они'));
type Choices = Map<string, Choice>;

/** Of texts and of the witnesses in `families/`. */
const cachedWords = 50_000;
const rootByLemma = new LRUCache<string, string>({ max: cachedWords });

/** «В самом деле большой банке»: so many words before a noun may belong to it. */
const maxDistance = 5;

export type Context = {
  /**
   * The base forms that words of the text do not have in it, by word: in «в стеклянную банку» there is no «банк». The prepositions
   * and adjectives before a noun tell, and other words of the text, such as «банкой». Words that are never nouns keep all of theirs.
   */
  excluded: Map<string, Set<string>>;
  /** Whether a base form of the text has another sense in it than its relatives: the «рыба» of dominoes is nothing «рыбный». */
  isOtherSense(lemma: string): boolean;
};

/** What the words of a text mean in it. */
export async function readContext(text: string, morphology: Morphology): Promise<Context> {
  const possible = new Map<string, Set<string>>();
  const ambiguous = new Set<string>();
  const certain = new Set<string>();
  const certainNouns = new Set<string>();
  let hasFirstPerson = false;
  let isAfterSubject = false;
  let allowed = unrestricted;
  /** Words since a preposition that allows the locative. */
  let distance = maxDistance;
  let read = 0;
  for (const [found] of text.matchAll(token)) {
    const word = foldCase(found);
    read += 1;
    if (read % wordsPerTurn === 0) await letOthersRun();
    const governs = governedBy(word);
    if (governs !== undefined || !letter.test(word)) {
      allowed = governs ?? unrestricted;
      isAfterSubject = false;
      if (governs === undefined) distance = maxDistance;
      else if (governs & locative) distance = 0;
      continue;
    }
    distance += 1;
    hasFirstPerson ||= firstPerson.has(word);
    const { choices, adjective, onlyLemma, isNoun } = morphology.readingsOf(word);
    const lemma = morphology.isKnown(word) ? onlyLemma : morphology.lemmasOf(word)[0];
    if (lemma !== undefined && !everywhere.has(lemma)) {
      certain.add(lemma);
      if (isNoun) certainNouns.add(lemma);
    }
    if (choices !== undefined) {
      ambiguous.add(word);
      const agreeing = fittingLemmas(choices, allowed, distance <= maxDistance);
      const others = agreeing.filter((choice) => choices.get(choice)?.isNoun === false);
      const fitting = isAfterSubject && others.length > 0 ? others : agreeing;
      const isTold = allowed !== unrestricted || fitting.length < choices.size;
      if (isTold && fitting.length > 0) {
        const before = possible.get(word) ?? new Set(fitting);
        const common = fitting.filter((choice) => before.has(choice));
        possible.set(word, new Set(common.length > 0 ? common : [...before, ...fitting]));
      }
    }
    isAfterSubject = subjects.has(word);
    const rest = allowed & adjective;
    allowed = rest === 0 ? unrestricted : rest;
  }
  for (const [word, [lemma = '', ...others]] of possible) {
    if (others.length > 0) continue;
    certain.add(lemma);
    if (morphology.readingsOf(word).choices?.get(lemma)?.isNoun) certainNouns.add(lemma);
  }
  const rootOf: RootOf = (lemma) => rootIn(morphology, lemma);
  const roots = await groupByRoot(certain, rootOf);
  const senses = new Map<string, boolean>();
  return {
    excluded: await chooseLemmas(ambiguous, possible, {
      certainNouns,
      hasFirstPerson,
      roots,
      rootOf,
      morphology,
    }),
    isOtherSense: (lemma) => {
      const known = senses.get(lemma);
      if (known !== undefined) return known;
      const isOther = isOtherSense(lemma, roots, rootOf);
      senses.set(lemma, isOther);
      return isOther;
    },
  };
}

function fittingLemmas(choices: Choices, allowed: Agreement, afterPreposition: boolean): string[] {
  const wanted = afterPreposition ? allowed : allowed & ~locative;
  return [...choices]
    .filter(
      ([, { agreement }]) => (agreement & wanted) !== 0 || (agreement === 0 && allowed === unrestricted),
    )
    .map(([lemma]) => lemma);
}

/** The nouns that a text has for certain, and its base forms and the stems of words that the dictionary lacks. */
type Surroundings = {
  certainNouns: Set<string>;
  hasFirstPerson: boolean;
  roots: LemmasByRoot;
  rootOf: RootOf;
  morphology: Morphology;
};

/**
 * A noun that the text has for certain excludes other readings, and one that has relatives in the text other nouns: «банкомат» decides about
 * «банки», and so do words that often stand beside it. A verb, such as «стали», excludes none.
 */
async function chooseLemmas(
  ambiguous: Set<string>,
  possible: Map<string, Set<string>>,
  { certainNouns, hasFirstPerson, roots, rootOf, morphology }: Surroundings,
): Promise<Map<string, Set<string>>> {
  const excluded = new Map<string, Set<string>>();
  for (const [index, word] of [...ambiguous].entries()) {
    if (index % ambiguousWordsPerTurn === ambiguousWordsPerTurn - 1) await letOthersRun();
    const { choices = new Map<string, Choice>(), names } = morphology.readingsOf(word);
    const isSaid = (lemma: string) => hasFirstPerson || choices.get(lemma)?.isFirstPerson !== true;
    const fitting = [...(possible.get(word) ?? choices.keys())].filter(isSaid);
    const isNoun = (lemma: string) => choices.get(lemma)?.isNoun === true;
    const isCertain = (lemma: string) => certainNouns.has(lemma);
    const hasRelative = (lemma: string) => fitting.every(isNoun) && roots.has(rootOf(lemma));
    const tells = [isCertain, hasRelative].find((test) =>
      fitting.some((lemma) => isNoun(lemma) && test(lemma)),
    );
    const isObject = !possible.has(word) && [...choices.values()].some(isAccusative);
    const isCommonNoun = (lemma: string) => isNoun(lemma) && isCommonWord(lemma);
    const isRare = (lemma: string) => isNoun(lemma) && !isCommonWord(lemma) && fitting.some(isCommonNoun);
    const isSeldom = (lemma: string) =>
      isOutweighed(lemma, word, fitting, choices) ||
      // «Марку» with a capital letter is rather the dative of a name.
      (!names.includes(lemma) && (isRare(lemma) || (isObject && isOnlyDative(choices.get(lemma)))));
    const probable = fitting.filter((lemma) => lemma === word || (tells ? tells(lemma) : !isSeldom(lemma)));
    const kept = probable.every(isNoun) ? chooseAccompanied(word, probable, roots, rootOf) : probable;
    const others = [...choices.keys()].filter((lemma) => !kept.includes(lemma));
    if (others.length > 0) excluded.set(word, new Set(others));
  }
  return excluded;
}

/** The nouns beside which many more of their companions stand than beside the others; the base form in any case. */
function chooseAccompanied(word: string, nouns: string[], roots: LemmasByRoot, rootOf: RootOf): string[] {
  const counts = new Map(nouns.map((noun) => [noun, countCompanions(noun, roots, rootOf)]));
  const most = Math.max(...counts.values());
  return nouns.filter((noun) => {
    const count = counts.get(noun) ?? 0;
    const isFarLess = count === 0 ? most > 0 : count * 2 < most && most - count >= minMajority;
    return noun === word || !isFarLess;
  });
}

async function groupByRoot(lemmas: Set<string>, rootOf: RootOf): Promise<LemmasByRoot> {
  const roots: LemmasByRoot = new Map();
  for (const [index, lemma] of [...lemmas].entries()) {
    const root = rootOf(lemma);
    roots.set(root, [...(roots.get(root) ?? []), lemma]);
    if (index % wordsPerTurn === wordsPerTurn - 1) await letOthersRun();
  }
  return roots;
}

/** A name has its own root, which no other word has, and so has the stem of a word that the dictionary lacks. */
function rootIn(morphology: Morphology, lemma: string): string {
  const known = rootByLemma.get(lemma);
  if (known !== undefined) return known;
  const isKnown = morphology.isKnown(lemma);
  const [stem = lemma] = isKnown || lemma.startsWith(stemMark) ? [lemma] : morphology.lemmasOf(lemma);
  const root = (isKnown ? familyOf(lemma, morphology)?.root : undefined) ?? `name:${stem}`;
  rootByLemma.set(lemma, root);
  return root;
}

/** Where no word before it tells, «банку» is rather an object than the dative of «банк». */
const isOnlyDative = (choice: Choice | undefined): boolean =>
  choice?.isNoun === true && (choice.agreement & ~dative) === 0;
const isAccusative = ({ isNoun, agreement }: Choice): boolean => isNoun && (agreement & accusative) !== 0;

/**
 * Whether a noun is far less probable than another reading: «чаще» is seldom a form of «чаща», and «сорок» of «сорока». «Вечером» is both
 * an adverb and a noun, and of an adjective one cannot say it.
 */
function isOutweighed(lemma: string, word: string, fitting: string[], choices: Choices): boolean {
  const noun = choices.get(lemma);
  return (
    noun?.isNoun === true &&
    fitting.some((other) => {
      const choice = choices.get(other);
      const isAdverbOfNoun = other === word && adverbOfNoun.test(word);
      return (
        choice?.isPronoun === true ||
        (choice?.agreement === 0 &&
          !choice.isFirstPerson &&
          choice.weight >= minRatio * noun.weight &&
          !isAdverbOfNoun)
      );
    })
  );
}
