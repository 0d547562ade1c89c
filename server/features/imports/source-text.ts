import { findEmbedService } from '#contract/embeds.ts';
import { isHtmlElement } from '#contract/html-elements.ts';
import { createLineCounter } from './line-counter.ts';
import { readComponents } from './mdx-text.ts';
import type { Problem } from './problem.ts';
import { alone, convertCall, convertExpression, convertTag, type Remark } from './shortcodes.ts';

/** The Markdown of an article as the site understands it, and what was simplified or left as typed. */
export type ConvertedText = { content: string; remarks: Problem[] };

/** How the text is read: what the generator of the blog evaluates, and components of MDX. */
export type Dialect = { isLiquid?: boolean; isMdx?: boolean };

type Context = {
  remark: Remark;
  captures: ReadonlyMap<string, string>;
  isInHtml: () => boolean;
  isLiquid: boolean;
};
type Groups = Record<string, string | undefined>;

const fence = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?!.*`)|~{3,})/;
/** What static blogs write between Markdown; code comes first and stays. */
const scanner = new RegExp(
  [
    /(?<code>``[^\n]*?``|`[^`\n]+`)/,
    /(?<raw>\{%-?\s*raw\s*-?%\}(?<literal>[\s\S]*?)\{%-?\s*endraw\s*-?%\})/,
    /(?<comment><!--[\s\S]*?-->|\{%-?\s*comment\s*-?%\}[\s\S]*?\{%-?\s*endcomment\s*-?%\}|\{#-?\s[\s\S]*?#\})/,
    /(?<dropped><script\b[\s\S]*?<\/script>|<style\b[\s\S]*?<\/style>)/,
    /(?<frame><iframe\b[^<>]*>(?:\s*<\/iframe>)?)/,
    /(?<shortcode>\{\{[<%]-?\s*(?<name>\/?\s*[\p{L}\w./-]+)(?<options>(?:"[^"]*"|'[^']*'|[^{}"'])*?)\/?[%>]\}\})/u,
    /(?<liquid>\{%[-~]?\s*(?<word>[\w-]+)(?<rest>(?:"[^"]*"|'[^']*'|[^{}"'%])*?)[-~]?%\})/,
    /(?<expression>\{\{(?![<%])-?(?<value>(?:"[^"]*"|'[^']*'|[^{}"'])*?)-?\}\})/,
    /(?<attributes>(?:(?<=\n)[ \t]*(?:[*+-]|1\.)[^\n]*\n)?\{:\s*\.?(?:no_)?toc[^{}\n]*\}|\{:[^{}\n]*\}|(?<![ \t])[ \t]*\{[#.][^\s{}]+(?:[ \t]+[^{}\n]*)?\}(?=[ \t]*(?:\n|$)))/,
    /(?<contents>(?<=^|\n)(?:\[TOC\]|\[\[_?toc_?\]\])[ \t]*(?=\n|$))/,
    /(?<container>(?<=^|\n)[ \t]*:{3,}[ \t]*(?:\w*)(?:\[(?<bracketed>[^\]\n]*)\]|(?<titled>[^\n{}]*))(?:\{[^{}\n]*\})?(?=\n|$))/,
    /<(?<mark>b|strong|i|em)>(?<before>\s*)(?<words>[^<>\n*_`]+?)(?<after>\s*)<\/\k<mark>>/,
    /(?<tag><\/?(?<element>[a-z][a-z\d-]*)(?<given>\s[^<>]*)?\/?>)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);
/** Elements without a meaning for the text; their content stays. Other words in angle brackets are left as typed. */
const presentational = new Set(
  (
    'b strong i em center font small big nobr cite tt samp var dfn q strike section article header footer aside main ' +
    'nav picture source video audio noscript time label button form input object embed param svg path address h1 body ' +
    'html head title meta link base wbr bdi bdo ruby rt rp select option optgroup textarea fieldset legend output canvas ' +
    'template slot dialog menu map area track marquee acronym iframe'
  ).split(' '),
);
const htmlBlock =
  /(?:^|\n[ \t]*\n)[ \t]*<(?:div|p|table|ul|ol|dl|blockquote|figure|details|h[1-6]|center|section)\b[^\n]*(?:\n(?![ \t]*\n)[^\n]*)*$/i;
const marks: Readonly<Record<string, string>> = { b: '**', strong: '**', i: '*', em: '*' };

/**
 * Converts the text of a static blog: players become addresses on lines of their own, shortcodes with an equivalent become
 * Markdown, HTML that the site does not interpret loses its tags. Code is not touched. Remarks have the line in the file.
 */
export function convertSourceText(
  markdown: string,
  firstLine: number,
  { isLiquid = false, isMdx = false }: Dialect = {},
): ConvertedText {
  const remarks = new Map<string, Problem>();
  const captures = new Map<string, string>();
  const imported = new Map<string, string>();
  const content = splitCode(markdown)
    .map(({ text: written, line, isCode }) => {
      // Liquid is evaluated before Markdown, also in code.
      if (isCode) return isLiquid ? written.replace(rawMark, '') : written;
      const text = takeCaptures(isMdx ? readComponents(written, imported) : written, captures);
      const countLines = createLineCounter(text);
      return text.replace(scanner, (found: string, ...rest: unknown[]) => {
        const groups = rest.at(-1) as Groups;
        const offset = rest.at(-3) as number;
        const remark = (key: Problem['key'], what: string): void => {
          const id = `${key} ${what}`;
          if (!remarks.has(id))
            remarks.set(id, { key, line: firstLine + line + countLines(offset), values: { what } });
        };
        const isInHtml = () => htmlBlock.test(text.slice(Math.max(0, offset - 2_000), offset));
        return convert(found, groups, { remark, captures, isInHtml, isLiquid });
      });
    })
    .join('\n');
  return { content: content.replace(/\n{3,}(?=https:\/\/)/g, '\n\n').trim(), remarks: [...remarks.values()] };
}

const holder = /<(script|style|pre|textarea)\b(?!.*<\/\1>)|(<!--)(?!.*-->)/i;

/** The end of an element in which blank lines and indents mean nothing, if it stays open at the end of a line. */
function findHolder(line: string): RegExp | undefined {
  const [, name, comment] = holder.exec(line) ?? [];
  if (comment) return /-->/;
  return name === undefined ? undefined : closings[name.toLowerCase()];
}

const closings: Readonly<Record<string, RegExp>> = {
  script: /<\/script>/i,
  style: /<\/style>/i,
  pre: /<\/pre>/i,
  textarea: /<\/textarea>/i,
};
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]|^\[\^[^\]]+\]:/;
const rawMark = /\{%-?\s*(?:end)?raw\s*-?%\}\n?/g;
const capture = /\{%-?\s*capture\s+["']?([\w-]+)["']?\s*-?%\}([\s\S]*?)\{%-?\s*endcapture\s*-?%\}/g;

/** What a template of Jekyll stores for later; the lines stay, so that remarks keep theirs. */
const takeCaptures = (text: string, captures: Map<string, string>): string =>
  text.replace(capture, (found: string, name: string, body: string) => {
    captures.set(name, body.trim());
    return found.replace(/[^\n]+/g, '');
  });

/** Fenced and indented code, and the text between; `line` counts from 0. */
function splitCode(markdown: string): Array<{ text: string; line: number; isCode: boolean }> {
  const parts: Array<{ lines: string[]; line: number; isCode: boolean }> = [];
  let open: string | null = null;
  let held: RegExp | undefined;
  let isAfterBlank = true;
  let isIndented = false;
  let isInList = false;
  for (const [line, text] of markdown.split('\n').entries()) {
    const mark = fence.exec(text)?.[1];
    const isBlank = text.trim() === '';
    const isDeep = /^(?: {4}|\t)/.test(text);
    if (!isBlank && !isDeep && !/^ {2,3}\S/.test(text)) isInList = listItem.test(text);
    const isHeld = held !== undefined;
    if (isHeld ? held?.test(text) : open === null) held = isHeld ? undefined : findHolder(text);
    isIndented = !isHeld && !isInList && !isBlank && isDeep && (isIndented || isAfterBlank);
    isAfterBlank = isBlank;
    const isCode = open !== null || mark !== undefined || isIndented;
    const last = parts.at(-1);
    if (last && last.isCode === isCode) last.lines.push(text);
    else parts.push({ lines: [text], line, isCode });
    if (open === null) open = mark ?? null;
    else if (mark?.startsWith(open) && text.trim() === mark) open = null;
  }
  return parts.map(({ lines, ...part }) => ({ ...part, text: lines.join('\n') }));
}

function convert(found: string, groups: Groups, context: Context): string {
  const { frame, name, word, words, element, dropped, expression, container, titled, bracketed } = groups;
  const { remark, captures, isLiquid } = context;
  if (groups.code !== undefined) return found;
  if (groups.raw !== undefined) return groups.literal ?? '';
  if (groups.comment !== undefined || groups.attributes !== undefined || groups.contents !== undefined)
    return '';
  if (frame !== undefined) return convertFrame(frame, context);
  if (name !== undefined) {
    const call = { found, name: name.replace(/\s/g, ''), options: groups.options ?? '', remark, captures };
    return convertCall(call);
  }
  if (word !== undefined)
    return convertTag({ found, name: word, options: groups.rest ?? '', remark, captures });
  if (expression !== undefined)
    return convertExpression(found, groups.value ?? '', { remark, captures, isEvaluated: isLiquid });
  if (container !== undefined) {
    const title = (titled ?? bracketed ?? '').trim();
    return title === '' ? '' : `**${title}**\n`;
  }
  if (words !== undefined) {
    const sign = context.isInHtml() ? '' : marks[(groups.mark ?? '').toLowerCase()];
    return `${groups.before}${sign}${words}${sign}${groups.after}`;
  }
  const tag = (element ?? (dropped !== undefined ? 'script' : '')).toLowerCase();
  if (/^(?:video|audio|source|embed)$/.test(tag)) {
    const source = optionOf(groups.given ?? '', 'src');
    if (source && /^https?:\/\//.test(source)) return convertFrame(found, context);
  }
  // Words in angle brackets are text; what has attributes is an element that this site does not know.
  const isText = !presentational.has(tag) && !tag.includes('-') && !/=\s*["'{]/.test(groups.given ?? '');
  if (dropped === undefined && (isHtmlElement(tag) || isText)) return found;
  if (!(tag in marks)) remark('imports.tagDropped', `<${tag}>`);
  return '';
}

const option = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

function optionOf(options: string, name: string): string | undefined {
  for (const [, key = '', ...values] of options.matchAll(option))
    if (key.toLowerCase() === name) return values.find((value) => value !== undefined);
  return undefined;
}

function convertFrame(frame: string, { remark }: Context): string {
  const source = (optionOf(frame, 'src') ?? '').replace(/^\/\//, 'https://').replaceAll('&amp;', '&');
  const known = [source, source.replace(/\?.*$/, '')].find((url) => findEmbedService(url) !== null);
  if (known) return alone(known);
  remark('imports.frameLinked', source || '<iframe>');
  return /^https?:\/\/[^\s<>]+$/.test(source) ? alone(`<${source}>`) : '';
}
