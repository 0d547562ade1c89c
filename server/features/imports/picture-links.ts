import { createFinder } from './find-in-order.ts';
import { createLineCounter } from './line-counter.ts';

/** A picture that a text references by its path in the folder. */
export type PictureLink = { target: string; line: number };

/** Whether an address in a text is a picture that the source has. */
type OwnsPicture = (address: string) => boolean;

type LinkRange = { target: string; start: number; end: number };

// Markdown is not interpreted in fenced code blocks and inline code.
const fencedCode =
  /^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*(?:\n(?! {0,3}\k<fence>)[^\n]*)*(?:\n {0,3}\k<fence>[^\n]*)?/;
const inlineCode = /(?<![\\`])(?<ticks>`+)/;
const image =
  /(?<!\\)!\[(?:[^[\]\\]|\\.|\[(?:[^[\]\\]|\\.)*\])*\]\(\s*(?<inline><[^<>\n]*>|(?:[^\s()<>\\]|\\.|\((?:[^\s()\\]|\\.)*\))+)(?=\s*\)|\s+(?:"[^"]*"|'[^']*'|\([^()]*\))\s*\))/;
/** `[name]: picture.jpg`, referenced by `![alt][name]`; definitions of other files are ignored. */
const definition =
  /^ {0,3}\[(?!\^)(?:[^[\]\\\n]|\\.)+\]:[ \t]*(?<defined><[^<>\n]*>|\S+\.(?:jpe?g|png|webp|gif)(?=\s|$))/;
/** `<img src="picture.jpg">`, which the renderer interprets. */
const html = /<img\b[^<>]*?\ssrc\s*=\s*(?:"(?<double>[^"<>]*)"|'(?<single>[^'<>]*)'|(?<bare>[^\s"'<>]+))/;
const scanner = new RegExp(
  [fencedCode, inlineCode, image, definition, html].map((part) => part.source).join('|'),
  'dgim',
);

/** The local pictures of a text with their line numbers; the text begins in `firstLine`. */
export function findPictureLinks(
  markdown: string,
  firstLine: number,
  owns: OwnsPicture = isLocalPicture,
): PictureLink[] {
  const countLines = createLineCounter(markdown);
  return localPictures(markdown, owns).map(({ target, start }) => ({
    target,
    line: firstLine + countLines(start),
  }));
}

/** Replaces the paths of pictures in a text by the URLs of the stored files. */
export function replacePictureTargets(
  markdown: string,
  addresses: ReadonlyMap<string, string>,
  owns: OwnsPicture = isLocalPicture,
): string {
  const parts: string[] = [];
  let done = 0;
  for (const { target, start, end } of localPictures(markdown, owns)) {
    parts.push(markdown.slice(done, start), addresses.get(target) ?? markdown.slice(start, end));
    done = end;
  }
  return parts.join('') + markdown.slice(done);
}

/** Whether an address refers to a file of the folder, not to another site or a stored picture. */
export const isLocalPicture = (address: string): boolean =>
  address !== '' && !/^([a-z][a-z\d+.-]*:|\/\/|#|\/media\/)/i.test(address);

function localPictures(markdown: string, owns: OwnsPicture): LinkRange[] {
  const endOfCode = createCodeFinder(markdown);
  const found: LinkRange[] = [];
  scanner.lastIndex = 0;
  for (let match = scanner.exec(markdown); match; match = scanner.exec(markdown)) {
    const { ticks } = match.groups ?? {};
    if (ticks) scanner.lastIndex = endOfCode(match.index, ticks.length) ?? scanner.lastIndex;
    const groups = match.indices?.groups ?? {};
    const range = groups.inline ?? groups.defined ?? groups.double ?? groups.single ?? groups.bare;
    if (!range) continue;
    const [start, end] = range;
    const target = decodeTarget(markdown.slice(start, end));
    if (owns(target)) found.push({ target, start, end });
  }
  return found;
}

/** The end of code that begins at a place with as many signs, in the same paragraph; the places are asked for in their order. */
function createCodeFinder(markdown: string): (start: number, length: number) => number | undefined {
  const findBlank = createFinder(markdown, /\n[ \t]*\n/g);
  const byLength = new Map<number, number[]>();
  for (const { index, 0: ticks } of [...markdown.matchAll(/`+/g)].reverse()) {
    const runs = byLength.get(ticks.length) ?? [];
    runs.push(index);
    byLength.set(ticks.length, runs);
  }
  return (start, length) => {
    const runs = byLength.get(length) ?? [];
    while ((runs.at(-1) ?? Infinity) <= start) runs.pop();
    const close = runs.at(-1) ?? Infinity;
    return close < (findBlank(start)?.start ?? Infinity) ? close + length : undefined;
  };
}

/** Decodes the notations `<a b.jpg>`, `a%20b.jpg` and `a\_b.jpg` of file names. */
function decodeTarget(written: string): string {
  const unquoted = written.replace(/^<(.*)>$/, '$1').replace(/\\([!-/:-@[-`{-~])/g, '$1');
  if (!isLocalPicture(unquoted)) return unquoted;
  const [pathname = ''] = unquoted.split(/[?#]/);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
