import { actions } from './families/actions.ts';
import { lastActions } from './families/actions-last.ts';
import { moreActions } from './families/actions-more.ts';
import { apart } from './families/apart.ts';
import { familiesOfRoots } from './families/derived.ts';
import { loneLookalikes, lookalikes } from './families/lookalikes.ts';
import { others } from './families/others.ts';
import { loneRarer, rarer } from './families/rarer.ts';
import { things } from './families/things.ts';
import { lastThings } from './families/things-last.ts';
import { middleThings } from './families/things-middle.ts';
import { moreThings } from './families/things-more.ts';
import { list, prefixes } from './word-parts.ts';

/** What related words share: the base includes the prefix of a verb, the root does not. */
export type Family = { base: string; root: string };

/**
 * The families that were written down. A line is a family: words that are related by their meaning and their root. Words that only
 * look related stand in other lines. After `/` come rarer words. After `+` come words that prefixes make others of: those that no line
 * names belong to the root of the line, and to the base of their prefix.
 */
const commonFamilies = [
  actions,
  moreActions,
  lastActions,
  things,
  lastThings,
  middleThings,
  moreThings,
  others,
  lookalikes,
  apart,
  ...list(loneLookalikes),
];
const rarerFamilies = [rarer, ...list(loneRarer)];

const linesIn = (texts: string[]): string[] => texts.flatMap((text) => text.trim().split('\n'));
const wordsIn = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

/** In shorter roots, with their mark, other words are too often found by chance. */
const minAdoptedLength = 6;

const listed = new Map<string, Family>();
const rare = new Set<string>();
/** The words after `+`. */
const shapes = new Map<string, string>();
readFamilies();
const adopted = readAdopted();

/** The words of the lines, and those that prefixes can make; not all of these are words. */
export const listedWords = (): string[] => [
  ...listed.keys(),
  ...[...shapes.keys()].flatMap((shape) => prefixes.map((prefix) => prefix + shape)),
];

export function listedFamilyOf(word: string): Family | undefined {
  const family = listed.get(word);
  if (family) return family;
  for (const prefix of prefixes) {
    const root = word.startsWith(prefix) ? shapes.get(word.slice(prefix.length)) : undefined;
    if (root !== undefined) return { base: `${root}/${fullPrefix(prefix)}`, root };
  }
  return undefined;
}

/** The family of a word that rules derive and that no line names: the one of the verbs with this base, or this root. */
export function adopt(word: string, isVerb: boolean, derived: Family): Family {
  const isLong = (key: string) => isVerb || key.length >= minAdoptedLength;
  const base = isLong(derived.base) ? adopted.get(`b ${derived.base}`) : undefined;
  if (base?.base) return base;
  const found = adopted.get(`r ${derived.root}`);
  if (found === undefined || `v:${word}` === derived.root) return derived;
  if (!isLong(derived.root)) return { base: `n:${word}`, root: `n:${word}` };
  // Verbs of several families have this root: the word may belong to none of them.
  if (!found.root) return { base: derived.base, root: derived.base };
  return {
    base: derived.base === derived.root ? found.root : `${found.root}:${derived.base}`,
    root: found.root,
  };
}

/** Whether the families name it, and not as a rarer word. */
export const isCommonWord = (word: string): boolean => !rare.has(word) && listedFamilyOf(word) !== undefined;

function readFamilies(): void {
  const counts = new Map<string, number>();
  for (const line of [...linesIn(commonFamilies), ...linesIn(rarerFamilies).map((words) => `/ ${words}`)]) {
    const [named = '', after = ''] = line.split('+');
    const [common = '', rarerWords = ''] = named.split('/');
    const words = wordsIn(`${common} ${rarerWords}`);
    const [name = ''] = words;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const root = `w:${name}${count > 1 ? count : ''}`;
    for (const word of words) addListed(word, root);
    for (const word of wordsIn(rarerWords)) rare.add(word);
    for (const shape of wordsIn(after)) shapes.set(shape, root);
  }
}

/** A word of two lines has the one as its base and the other one as its root, so it is found by the words of both. */
function addListed(word: string, root: string): void {
  const family = listed.get(word);
  if (family === undefined) listed.set(word, { base: root, root });
  else if (family.base === family.root && family.root !== root) listed.set(word, { base: family.base, root });
}

/** The lines of `families/derived.ts`: `b` or `r`, what rules derive, and the base and the root of the family, if it is one. */
function readAdopted(): Map<string, Family> {
  return new Map(
    familiesOfRoots
      .trim()
      .split('\n')
      .map((line) => {
        const [kind, key, base = '', root = ''] = line.split(' ');
        return [`${kind} ${key}`, { base, root: root || base }];
      }),
  );
}

/** «Со-брать» and «с-бор» have one prefix, «рас-» and «раз-» too. */
export const fullPrefix = (prefix: string): string =>
  prefix
    .replace(/^(с|в|вз|из|над|об|от|под|раз|воз)о$/u, '$1')
    .replace(/^рос$|^роз$/u, 'раз')
    .replace(/^(ра|и|во|в|бе)с$/u, '$1з');
