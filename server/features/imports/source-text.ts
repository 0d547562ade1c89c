import { findEmbedService } from '#contract/embeds.ts';
import { isHtmlElement } from '#contract/html-elements.ts';
import type { Markup } from './blog-markup.ts';
import { type Captures, createCaptures } from './captures.ts';
import { convertDefinitions } from './definition-lists.ts';
import { fencedCode } from './fenced-code.ts';
import { addBreaks } from './line-breaks.ts';
import { createLineCounter } from './line-counter.ts';
import { readComponents } from './mdx-text.ts';
import { toOwnPath } from './own-address.ts';
import type { Problem } from './problem.ts';
import { alone, convertCall, convertExpression, convertTag, languageOf, type Remark } from './shortcodes.ts';
import { splitCode, type TextPart } from './source-code-blocks.ts';
import { type Construct, readConstructs } from './source-constructs.ts';
import { createPlainConverter, takeMeanings, withOwnPaths } from './source-extras.ts';

/** The Markdown of an article as the site understands it, and what was simplified or left as typed. */
export type ConvertedText = { content: string; remarks: Problem[] };

/** How the text is read: what the generator of the blog evaluates, components of MDX, and the address of the blog. */
export type Dialect = {
  isLiquid?: boolean;
  isMdx?: boolean;
  markup?: Markup;
  siteUrl?: string | undefined;
};

type Context = {
  remark: Remark;
  captures: Captures;
  isInHtml: () => boolean;
  isLiquid: boolean;
  siteUrl: string | undefined;
  convertPlain: (text: string) => string;
};

/** Elements without a meaning for the text; their content stays. Other words in angle brackets are left as typed. */
const presentational = new Set(
  (
    'b strong i em center font small big nobr cite tt samp var dfn q strike section article header footer aside main ' +
    'nav picture source video audio noscript time label button form input object embed param svg path address h1 body ' +
    'html head title meta link base wbr bdi bdo ruby rt rp select option optgroup textarea fieldset legend output canvas ' +
    'template slot dialog menu map area track marquee acronym iframe'
  ).split(' '),
);
const marks: Readonly<Record<string, string>> = { b: '**', strong: '**', i: '*', em: '*', strike: '~~' };

/**
 * Converts the text of a static blog: players become addresses on lines of their own, shortcodes with an equivalent become
 * Markdown, HTML that the site does not interpret loses its tags. Code is not touched. Remarks have the line in the file.
 */
export function convertSourceText(
  markdown: string,
  firstLine: number,
  { isLiquid = false, isMdx = false, markup = {}, siteUrl }: Dialect = {},
): ConvertedText {
  const remarks = new Map<string, Problem>();
  const captures = createCaptures();
  const imported = new Map<string, string>();
  const meanings = new Map<string, string>();
  const prepare = (part: TextPart): TextPart => {
    // Liquid is evaluated before Markdown, also in code.
    if (part.isCode) return isLiquid ? { ...part, text: part.text.replace(rawMark, '') } : part;
    const text = isMdx ? readComponents(part.text, imported) : part.text;
    return { ...part, text: markup.abbreviations ? takeMeanings(text, meanings) : text };
  };
  const prepared = splitCode(markdown).map(prepare);
  const convertPlain = createPlainConverter({ markup, siteUrl, meanings });
  const content = prepared
    .map(({ text: written, line, isCode, call }) => {
      if (call)
        return `${call.indent}${fencedCode(written, languageOf(call.name, call.options), call.indent)}`;
      if (isCode) return written;
      const text = written.replace(listOfContents, '\n');
      const countLines = createLineCounter(text);
      const isInHtml = createHtmlFinder(text);
      const parts: string[] = [];
      let done = 0;
      for (const construct of readConstructs(text)) {
        const { start, end } = construct;
        const remark: Remark = (key, what) => {
          const id = `${key} ${what}`;
          if (!remarks.has(id))
            remarks.set(id, { key, line: firstLine + line + countLines(start), values: { what } });
        };
        const isHtml = () => isInHtml(start);
        const context = { remark, captures, isInHtml: isHtml, isLiquid, siteUrl, convertPlain };
        parts.push(
          convertPlain(text.slice(done, start)),
          convert(text.slice(start, end), construct, context),
        );
        done = end;
      }
      const converted = convertLines(parts.join('') + convertPlain(text.slice(done)));
      return withoutGaps(markup.definitions ? convertDefinitions(converted) : converted);
    })
    .join('\n');
  const trimmed = content.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  return { content: markup.breaks ? addBreaks(trimmed) : trimmed, remarks: [...remarks.values()] };
}

const withoutGaps = (text: string): string =>
  text.replace(/\n{3,}(?:https:\/\/)?/g, (found) => (found.endsWith('/') ? '\n\nhttps://' : '\n\n'));

const rawMark = /\{%-?\s*(?:end)?raw\s*-?%\}\n?/g;
/** Kramdown replaces a list by the table of contents. */
const listOfContents = /^[ \t]*(?:[*+-]|1\.).*\n(?=\{:\s*\.?(?:no_)?toc)/gm;
const contents = /^(?:\[TOC\]|\[\[_?toc_?\]\])[ \t]*$/gim;
const container = /^[ \t]*:{3,}[^\n]*$/gm;

/** Marks of other generators that are lines of their own. */
const convertLines = (text: string): string =>
  text.replace(contents, '').replace(container, (line) => {
    const words = line.replace(/^[ \t]*:+[ \t]*\w*/, '');
    const title = /^([^{}]*)(?:\{[^{}]*\})?$/.exec(words)?.[1]?.trim();
    if (title === undefined) return line;
    const shown = title.startsWith('[') && title.endsWith(']') ? title.slice(1, -1).trim() : title;
    return shown === '' ? '' : `**${shown}**\n`;
  });

const htmlBlock = /^[ \t]*<(?:div|p|table|ul|ol|dl|blockquote|figure|details|h[1-6]|center|section)\b/i;

/** Whether a place is in a paragraph that begins with HTML; the places must be asked for in their order. */
function createHtmlFinder(text: string): (offset: number) => boolean {
  let nextLine = 0;
  let isHtml = false;
  let isStart = true;
  return (offset) => {
    while (nextLine >= 0 && nextLine <= offset) {
      const end = text.indexOf('\n', nextLine);
      const line = text.slice(nextLine, end < 0 ? undefined : end);
      const isBlank = line.trim() === '';
      if (isBlank) isHtml = false;
      else if (isStart) isHtml = htmlBlock.test(line);
      isStart = isBlank;
      nextLine = end < 0 ? -1 : end + 1;
    }
    return isHtml;
  };
}

function convert(found: string, construct: Construct, context: Context): string {
  const { remark, captures, isLiquid, siteUrl } = context;
  switch (construct.kind) {
    case 'code':
      return found;
    case 'literal':
      return construct.text;
    case 'formula':
      remark('imports.formulas', '');
      return construct.text;
    case 'hidden':
      return '';
    case 'capture':
      captures.set(construct.name, construct.body.trim());
      return '';
    case 'frame':
      return convertFrame(found, context);
    case 'call': {
      const name = construct.name.replace(/\s/g, '');
      return withOwnPaths(convertCall({ ...construct, found, name, remark, captures }), siteUrl);
    }
    case 'liquid':
      return withOwnPaths(convertTag({ ...construct, found, remark, captures }), siteUrl);
    case 'expression':
      return convertExpression(found, construct.value, { remark, captures, isEvaluated: isLiquid });
    case 'mark':
      return convertMark(construct, context);
    case 'program':
      remark('imports.tagDropped', '<script>');
      return '';
    case 'tag':
      return convertElement(found, construct, context);
  }
}

/** Spaces stay outside the signs. */
function convertMark(
  { name, words: given }: Construct & { kind: 'mark' },
  { isInHtml, convertPlain }: Context,
): string {
  const words = convertPlain(given);
  if (isInHtml() && name.toLowerCase() === 'strike') return `<s>${words}</s>`;
  const sign = isInHtml() ? '' : (marks[name.toLowerCase()] ?? '');
  const before = words.slice(0, words.length - words.trimStart().length);
  const after = words.slice(words.trimEnd().length);
  return `${before}${sign}${words.trim()}${sign}${after}`;
}

function convertElement(
  found: string,
  { name, given }: Construct & { kind: 'tag' },
  context: Context,
): string {
  const tag = name.toLowerCase();
  if (/^(?:video|audio|source|embed)$/.test(tag)) {
    const source = optionOf(given, 'src');
    if (source && /^https?:\/\//.test(source)) return convertFrame(found, context);
  }
  if (tag === 'strike') return found.startsWith('</') ? '</s>' : '<s>';
  // Words in angle brackets are text; what has attributes is an element that this site does not know.
  const isText = !presentational.has(tag) && !tag.includes('-') && !/=\s*["'{]/.test(given);
  if (isHtmlElement(tag))
    return found.replace(
      ownAddress,
      (_, before: string, url: string) => before + toOwnPath(url, context.siteUrl),
    );
  if (isText) return found;
  if (!Object.hasOwn(marks, tag)) context.remark('imports.tagDropped', `<${tag}>`);
  return '';
}

const ownAddress = /(\s(?:href|src)\s*=\s*["'])(https?:[^"'<>\s]*)/gi;
const option = /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

function optionOf(options: string, name: string): string | undefined {
  for (const [, key = '', ...values] of options.matchAll(option))
    if (key.toLowerCase() === name) return values.find((value) => value !== undefined);
  return undefined;
}

function convertFrame(frame: string, { remark }: Context): string {
  const source = (optionOf(frame, 'src') ?? '').replace(/^\/\//, 'https://').replaceAll('&amp;', '&');
  const known = [source, source.split('?', 1)[0] ?? ''].find((url) => findEmbedService(url) !== null);
  if (known) return alone(known);
  const isLink = /^https?:\/\/[^\s<>]+$/.test(source);
  remark(isLink ? 'imports.frameLinked' : 'imports.frameDropped', source || '<iframe>');
  return isLink ? alone(`<${source}>`) : '';
}
