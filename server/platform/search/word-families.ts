import { actions } from './families/actions.ts';
import { lastActions } from './families/actions-last.ts';
import { moreActions } from './families/actions-more.ts';
import { others } from './families/others.ts';
import { things } from './families/things.ts';
import { lastThings } from './families/things-last.ts';
import { middleThings } from './families/things-middle.ts';
import { moreThings } from './families/things-more.ts';
import type { Morphology } from './morphology.ts';
import { list, prefixes } from './word-parts.ts';

/** What related words share: the base includes the prefix of a verb, the root does not. */
export type Family = { base: string; root: string };

type Dictionary = Pick<Morphology, 'isKnown' | 'isInfinitive' | 'lemmasOf'>;

/**
 * The families that were written down. A line is a family: words that are related by their meaning and their root. Words that only
 * look related stand in other lines. After `+` come words that prefixes make others of: those that the dictionary has, and that
 * no line names, belong to the root of the line, and to the base of their prefix.
 */
const families = [
  actions,
  moreActions,
  lastActions,
  things,
  lastThings,
  middleThings,
  moreThings,
  others,
].join('\n');

/** In shorter roots, with their mark, other words are too often found by chance. */
const minAdoptedLength = 6;

export type ListedFamilies = {
  familyOf(word: string): Family | undefined;
  /** The family of a word that rules derive and that no line names: the one of the words with this base, or this root. */
  adopt(word: string, derived: Family): Family;
};

type Votes = Map<string, Map<string, number>>;

export function readFamilies(
  dictionary: Dictionary,
  derive: (word: string) => Family | undefined,
): ListedFamilies {
  const listed = new Map<string, Family>();
  const lines = families
    .trim()
    .split('\n')
    .map((line) => line.split('+').map(list));
  const counts = new Map<string, number>();
  const roots = lines.map(([[name = ''] = []]) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `w:${name}${count > 1 ? count : ''}`;
  });
  for (const [index, [words = []]] of lines.entries())
    for (const word of words) {
      // «Лыжи» are forms of «лыжа».
      const lemmas = dictionary.lemmasOf(word);
      const lemma = lemmas.includes(word) ? word : (lemmas[0] ?? word);
      for (const name of new Set([word, lemma])) addListed(listed, name, roots[index] ?? '');
    }
  for (const [index, [, shapes = []]] of lines.entries())
    addPrefixed(listed, roots[index] ?? '', shapes, dictionary);
  const votesForBases: Votes = new Map();
  const votesForRoots: Votes = new Map();
  const familiesOfBases = new Map<string, Family>();
  for (const [word, family] of listed) {
    const derived = dictionary.isInfinitive(word) ? derive(word) : undefined;
    if (derived === undefined) continue;
    vote(votesForBases, derived.base, family.base);
    vote(votesForRoots, derived.root, family.root);
    familiesOfBases.set(family.base, family);
  }
  return {
    familyOf: (word) => listed.get(word),
    adopt: (word, derived) => {
      const isVerb = dictionary.isInfinitive(word);
      const base =
        isVerb || derived.base.length >= minAdoptedLength ? winnerOf(votesForBases, derived.base) : undefined;
      const family = base === undefined ? undefined : familiesOfBases.get(base);
      if (family) return family;
      if (!isVerb && derived.root.length < minAdoptedLength)
        return `v:${word}` === derived.root ? derived : { base: `n:${word}`, root: `n:${word}` };
      const root = winnerOf(votesForRoots, derived.root);
      if (root !== undefined)
        return { base: derived.base === derived.root ? root : `${root}:${derived.base}`, root };
      // Its letters occur in several families: it may belong to none of them.
      return votesForRoots.has(derived.root) ? { base: derived.base, root: derived.base } : derived;
    },
  };
}

/** A word of two lines has the one as its base and the other one as its root, so it is found by the words of both. */
function addListed(listed: Map<string, Family>, word: string, root: string): void {
  const family = listed.get(word);
  if (family === undefined) listed.set(word, { base: root, root });
  else if (family.base === family.root && family.root !== root) listed.set(word, { base: family.base, root });
}

function addPrefixed(
  listed: Map<string, Family>,
  root: string,
  shapes: string[],
  { isKnown, lemmasOf }: Dictionary,
): void {
  for (const shape of shapes)
    for (const prefix of prefixes) {
      const word = prefix + shape;
      if (!listed.has(word) && isKnown(word) && lemmasOf(word).includes(word))
        listed.set(word, { base: `${root}/${fullPrefix(prefix)}`, root });
    }
}

function vote(votes: Votes, key: string, family: string): void {
  const counts = votes.get(key) ?? new Map<string, number>();
  counts.set(family, (counts.get(family) ?? 0) + 1);
  votes.set(key, counts);
}

function winnerOf(votes: Votes, key: string): string | undefined {
  const [first, second] = [...(votes.get(key) ?? [])].toSorted((left, right) => right[1] - left[1]);
  return first && first[1] >= 2 * (second?.[1] ?? 0) ? first[0] : undefined;
}

/** «Со-брать» and «с-бор» have one prefix, «рас-» and «раз-» too. */
export const fullPrefix = (prefix: string): string =>
  prefix
    .replace(/^(с|в|вз|из|над|об|от|под|раз|воз)о$/u, '$1')
    .replace(/^рос$|^роз$/u, 'раз')
    .replace(/^(ра|и|во|в|бе)с$/u, '$1з');
