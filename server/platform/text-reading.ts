import { domainToUnicode } from 'node:url';
import { compatibilityForm } from '#contract/compatibility-form.ts';

/** A text as the rules of publication see it. */
export type ReadText = {
  /** Words in the alphabet of `foldWords`, with a space between two. */
  words: string;
  /** Addresses that the text links to, each once. */
  links: string[];
  /** Hosts that the text names, linked or not. */
  hosts: string[];
};

/** Latin letters, and digits inside of words, that look like Cyrillic letters. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'а',
    b: 'в',
    c: 'с',
    e: 'е',
    h: 'н',
    k: 'к',
    m: 'м',
    o: 'о',
    p: 'р',
    t: 'т',
    x: 'х',
    y: 'у',
    0: 'о',
    3: 'з',
  }),
);
const isLookAlikeDigit = (letter: string): boolean => letter === '0' || letter === '3';
const hasLetter = /\p{L}/u;
/** Marks above letters, soft hyphens and invisible characters, which part what a reader sees as one word. */
const invisible = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const separators = /[^\p{L}\p{N}]+/u;
/** What may stand in a host as a browser reads it, and in what a user name puts before it. */
const hostShaped = /[\p{L}\p{N}\p{M}\p{Cf}%@.。．｡-]+/gu;
const hasDot = /[.。．｡%]/;
/** An address in a plain text, without what may stand behind it. */
const webAddress = /https?:\/\/[^\s<>()[\]{}|\\^`"'«»„“”,;]+/giu;
const maxHostLength = 320;
const topLevel = /\.(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/u;

/** Links of one text that are read; the rest does not change what happens to it. */
const maxLinks = 1_000;

/**
 * The words of a text in one alphabet: lower case, no marks (ё is е, й is и), and Latin letters as the Cyrillic ones that they look
 * like. Letters that stand alone are put together: «к а з и н о».
 */
export function foldWords(text: string): string[] {
  const words: string[] = [];
  let spaced = '';
  const endSpaced = () => {
    if (spaced) words.push(spaced);
    spaced = '';
  };
  for (const word of compatibilityForm(text).toLowerCase().replace(invisible, '').split(separators)) {
    if (word === '') continue;
    if (word.length === 1 && hasLetter.test(word)) {
      spaced += foldWord(word);
      continue;
    }
    endSpaced();
    words.push(foldWord(word));
  }
  endSpaced();
  return words;
}

function foldWord(word: string): string {
  const isWord = hasLetter.test(word);
  let folded = '';
  for (const letter of word)
    folded += (isWord || !isLookAlikeDigit(letter) ? lookAlikes.get(letter) : undefined) ?? letter;
  return folded;
}

/** Reads plain texts, of which readers see web addresses as links. */
export function readTexts(texts: readonly string[]): ReadText {
  const text = texts.join('\n');
  return readShown(text, text.match(webAddress) ?? []);
}

/** Reads what a reader sees and the addresses behind it. An address that leads to the site itself is none. */
export function readShown(text: string, addresses: readonly string[]): ReadText {
  const links = new Set<string>();
  const hosts = new Set<string>();
  for (const address of new Set(addresses.map((address) => address.toLowerCase()))) {
    const url = URL.parse(address) ?? URL.parse(address, ownAddress);
    const host = url && nameOfHost(url.hostname);
    if (!url || !host) continue;
    hosts.add(host);
    const path = `${url.pathname}${url.search}${url.hash}`.replace(/[/.!?:]$/, '');
    if (links.size < maxLinks) links.add(host + path);
  }
  for (const named of new Set(text.match(hostShaped))) {
    const host = hasDot.test(named) ? hostOf(named) : undefined;
    if (host === undefined) continue;
    hosts.add(host);
    if (/^www\./i.test(named) && links.size < maxLinks) links.add(host);
  }
  return { words: foldWords(text).join(' '), links: [...links], hosts: [...hosts] };
}

/** A path is read as one of this address, whose host is none. */
const ownAddress = 'https://own/';

/** The host of an address without a scheme, as a browser reads it; undefined for what names none. */
export const hostOf = (address: string): string | undefined =>
  nameOfHost(
    URL.parse(`http://${address.slice(address.lastIndexOf('@') + 1).slice(-maxHostLength)}`)?.hostname ?? '',
  );

function nameOfHost(hostname: string): string | undefined {
  const host = domainToUnicode(hostname)
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  return topLevel.test(host) ? host : undefined;
}

/** Several texts of one post. */
export const joinTexts = (one: ReadText, other: ReadText): ReadText => ({
  words: `${one.words} ${other.words}`.trim(),
  links: [...new Set([...one.links, ...other.links])],
  hosts: [...new Set([...one.hosts, ...other.hosts])],
});
