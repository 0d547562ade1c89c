import { textOfHtml } from './html-to-markdown.ts';
import type { YamlText } from './yaml-value.ts';

const heading = /^ {0,3}#[ \t]([^\n]*\S[^\n]*)(?:\n|$)/;
const underlined = /^([^\n]+)\n={2,}[ \t]*(?:\n|$)/;

const code = /``([^\n]*?)``|`([^`\n]+)`/g;
/** Stands for code while the rest of a title is read. */
const mark = '\uE000';

/** The text of a title: of entities their characters, of Markdown and HTML the words; code as it is. */
export function plainTitle(title: string): string {
  const codes: string[] = [];
  const text = title
    .replaceAll(mark, '')
    .replace(code, (_, double: string | undefined, single: string | undefined) => {
      codes.push((double ?? single ?? '').trim());
      return mark;
    })
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/(?<![\p{L}\d\\])(\*\*|__|\*|_|`)(?=\S)([^*_`]+)\1(?![\p{L}\d])/gu, '$2')
    .replace(/\\([*_`#[\]])/g, '$1');
  const plain = /&[a-z\d#]+;|<[a-z/]/i.test(text) ? textOfHtml(text) : text;
  // A title that is nothing but tags is about them.
  const words = plain.trim() === '' ? text : plain;
  return words
    .replaceAll(mark, () => codes.shift() ?? '')
    .replaceAll('\u00ad', '')
    .trim();
}

/** The words of a heading, without its attributes (`{#address}`) and closing marks (`##`). */
function wordsOfHeading(line: string): string {
  const text = line.trim();
  const attributes = text.endsWith('}') ? text.lastIndexOf('{') : -1;
  const words = attributes > 0 ? text.slice(0, attributes).trimEnd() : text;
  const withoutMarks = words.replace(/(?<!#)#+$/, '');
  return /\s$/.test(withoutMarks) ? withoutMarks.trimEnd() : words;
}

/** The heading with which a text begins, if it is of the first level, and the text below it. */
export function splitHeading(
  body: string,
  line: number,
): { title?: YamlText; body: string; bodyLine: number } {
  const [found, text] = heading.exec(body) ?? underlined.exec(body) ?? [];
  if (found === undefined || text === undefined) return { body, bodyLine: line };
  const rest = body.slice(found.length);
  const start = rest.search(/\S/);
  const skipped = body.slice(0, found.length + Math.max(0, start));
  return {
    title: { text: plainTitle(wordsOfHeading(text)), line },
    body: start < 0 ? '' : rest.slice(start),
    bodyLine: line + skipped.split('\n').length - 1,
  };
}
