import { nameToEmoji } from 'gemoji';
import { trimEnd } from '#contract/trim.ts';
import type { Markup } from './blog-markup.ts';
import { toOwnPath } from './own-address.ts';

/** What the text between code and HTML is read with. */
type PlainContext = {
  markup: Markup;
  siteUrl: string | undefined;
  /** The meanings of abbreviations that the text has not used yet. */
  meanings: Map<string, string>;
};

const target = /(\]\(<?|^ {0,3}\[[^[\]\n]+\]:[ \t]*<?)(https?:\/\/[^\s<>()]+)/gm;
/** What is converted, and what may begin like it: addresses, escaped signs, text struck out, marks of footnotes. */
const extras =
  /https?:\/\/[^\s<>]+|\]\([^()\n]*\)|\\.|~~+|\[\^|:(?<emoji>[\w+-]+):|~(?<sub>[^\s~]+)~|\^(?<sup>[^\s^[\]]+)\^/g;
/** A word, or an address or text of a picture, which have none. */
const word = /https?:\/\/[^\s<>]+|!\[[^[\]\n]*\]|\]\([^()\n]*\)|[\p{L}\p{N}_][\p{L}\p{N}_.+#&/-]*/gu;

/** Converts what CommonMark does not have, outside code and HTML. */
export function createPlainConverter({ markup, siteUrl, meanings }: PlainContext): (text: string) => string {
  const { emoji, sub, sup } = markup;
  function convertExtra(found: string, ...rest: unknown[]): string {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    if (emoji && groups.emoji && Object.hasOwn(nameToEmoji, groups.emoji))
      return nameToEmoji[groups.emoji] ?? found;
    if (sub && groups.sub) return `<sub>${groups.sub}</sub>`;
    return sup && groups.sup ? `<sup>${groups.sup}</sup>` : found;
  }

  /** Explains an abbreviation where it stands first. */
  function explain(found: string): string {
    const name = [found, trimEnd(found, '.+#&/-')].find((one) => meanings.has(one));
    const words = name === undefined ? undefined : meanings.get(name);
    if (name === undefined || words === undefined) return found;
    meanings.delete(name);
    const title = words.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    return `<abbr title="${title}">${name}</abbr>${found.slice(name.length)}`;
  }

  return (text) => {
    const own = withOwnPaths(text, siteUrl);
    const converted = emoji || sub || sup ? own.replace(extras, convertExtra) : own;
    return meanings.size === 0 ? converted : converted.replace(word, explain);
  };
}

/** The links and pictures of Markdown that lead to the earlier site, by their paths there. */
export const withOwnPaths = (text: string, siteUrl: string | undefined): string =>
  siteUrl === undefined
    ? text
    : text.replace(target, (_, before: string, address: string) => before + toOwnPath(address, siteUrl));

const meaning = /^ {0,3}\*\[([\p{L}\p{N}][\p{L}\p{N}.+#&/-]*)\]:[ \t]*(\S[^\n]*)$/gmu;
const maxMeanings = 100;
const maxMeaningLength = 300;

/** Takes the lines that define abbreviations out of a text. */
export function takeMeanings(text: string, meanings: Map<string, string>): string {
  return text.replace(meaning, (found, name: string, words: string) => {
    if (meanings.size >= maxMeanings || words.length > maxMeaningLength) return found;
    meanings.set(name, words.trim());
    return '';
  });
}
