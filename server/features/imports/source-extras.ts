import { nameToEmoji } from 'gemoji';
import type { Markup } from './blog-markup.ts';
import { toOwnPath } from './own-address.ts';

/** What the text between code and HTML is read with. */
export type PlainContext = {
  markup: Markup;
  siteUrl: string | undefined;
  /** The meanings of abbreviations that the text has not used yet. */
  meanings: Map<string, string>;
};

const target = /(\]\(<?|^ {0,3}\[[^\]\n]{1,500}\]:[ \t]*<?)(https?:\/\/[^\s<>()]+)/gm;
const extras =
  /https?:\/\/[^\s<>]+|\]\([^()\n]*\)|:(?<emoji>[\w+-]{1,40}):|(?<![~\\])~(?<sub>[^\s~]{1,100})~(?!~)|(?<![\\^[])\^(?<sup>[^\s^[\]]{1,100})\^/g;

/** Converts what CommonMark does not have, outside code and HTML. */
export function createPlainConverter({ markup, siteUrl, meanings }: PlainContext): (text: string) => string {
  const { emoji, sub, sup } = markup;
  const names = meanings.size > 0 ? namesOf(meanings) : undefined;

  function convertExtra(found: string, ...rest: unknown[]): string {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    if (emoji && groups.emoji && Object.hasOwn(nameToEmoji, groups.emoji))
      return nameToEmoji[groups.emoji] ?? found;
    if (sub && groups.sub) return `<sub>${groups.sub}</sub>`;
    return sup && groups.sup ? `<sup>${groups.sup}</sup>` : found;
  }

  /** Explains an abbreviation where it stands first. */
  function explain(found: string, name: string | undefined): string {
    const words = name === undefined ? undefined : meanings.get(name);
    if (name === undefined || words === undefined) return found;
    meanings.delete(name);
    const title = words.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    return `<abbr title="${title}">${name}</abbr>`;
  }

  return (text) => {
    const own = withOwnPaths(text, siteUrl);
    const converted = emoji || sub || sup ? own.replace(extras, convertExtra) : own;
    return names === undefined ? converted : converted.replace(names, explain);
  };
}

/** The links and pictures of Markdown that lead to the earlier site, by their paths there. */
export const withOwnPaths = (text: string, siteUrl: string | undefined): string =>
  siteUrl === undefined
    ? text
    : text.replace(target, (_, before: string, address: string) => before + toOwnPath(address, siteUrl));

const meaning = /^ {0,3}\*\[([^\]\n]{1,60})\]:[ \t]*(\S[^\n]{0,299})$/gm;
const maxMeanings = 100;

/** Takes the lines that define abbreviations out of a text. */
export function takeMeanings(text: string, meanings: Map<string, string>): string {
  return text.replace(meaning, (found, name: string, words: string) => {
    if (meanings.size >= maxMeanings) return found;
    meanings.set(name, words.trim());
    return '';
  });
}

function namesOf(meanings: ReadonlyMap<string, string>): RegExp {
  const names = [...meanings.keys()]
    .toSorted((left, right) => right.length - left.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`));
  return new RegExp(
    String.raw`https?://[^\s<>]+|!\[[^\]\n]*\]|\]\([^()\n]*\)|(?<![\p{L}\p{N}_])(${names.join('|')})(?![\p{L}\p{N}_])`,
    'gu',
  );
}
