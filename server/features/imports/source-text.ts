import { findEmbedService } from '#contract/embeds.ts';
import { isHtmlElement } from '#contract/html-elements.ts';
import type { Problem } from './problem.ts';

/** The Markdown of an article as the site understands it, and what was simplified or left as typed. */
export type ConvertedText = { content: string; remarks: Problem[] };

type Context = { remark: (key: Problem['key'], what: string) => void; isInHtml: boolean };
type Groups = Record<string, string | undefined>;

const fence = /^ {0,3}(`{3,}|~{3,})/;
/** What static blogs write between Markdown; code comes first and stays. */
const scanner = new RegExp(
  [
    /(?<code>``[^\n]*?``|`[^`\n]+`)/,
    /(?<comment><!--[\s\S]*?-->)/,
    /(?<dropped><script\b[\s\S]*?<\/script>|<style\b[\s\S]*?<\/style>)/,
    /(?<frame><iframe\b[^<>]*>(?:\s*<\/iframe>)?)/,
    /(?<shortcode>\{\{[<%]-?\s*(?<name>\/?[\w./-]+)(?<options>[^{}\n]*?)[%>]\}\})/,
    /(?<liquid>\{%-?\s*(?<word>\w+)(?<rest>[^{}\n]*?)-?%\})/,
    /(?<base>\{\{\s*site\.(?:baseurl|url)\s*\}\})/,
    /(?<attributes>\{:[^{}\n]*\})/,
    /<(?<mark>b|strong|i|em)>(?<before>\s*)(?<words>[^<>\n*_`]+?)(?<after>\s*)<\/\k<mark>>/,
    /(?<tag><\/?(?<element>[a-z][a-z\d]*)(?:\s[^<>]*)?\/?>)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);
/** Elements without a meaning for the text; their content stays. Other words in angle brackets are left as typed. */
const presentational = new Set(
  (
    'b strong i em center font small big nobr cite tt samp var dfn q strike section article header footer aside main ' +
    'nav picture source video audio noscript time label button form input object embed param svg path address h1 body'
  ).split(' '),
);
const htmlBlock =
  /(?:^|\n[ \t]*\n)[ \t]*<(?:div|p|table|ul|ol|dl|blockquote|figure|details|h[1-6]|center|section)\b[^\n]*(?:\n(?![ \t]*\n)[^\n]*)*$/i;
const marks: Readonly<Record<string, string>> = { b: '**', strong: '**', i: '*', em: '*' };

/**
 * Converts the text of a static blog: players become addresses on lines of their own, shortcodes with an equivalent become
 * Markdown, HTML that the site does not interpret loses its tags. Code is not touched. Remarks have the line in the file.
 */
export function convertSourceText(markdown: string, firstLine: number): ConvertedText {
  const remarks = new Map<string, Problem>();
  const content = splitCode(markdown)
    .map(({ text, line, isCode }) => {
      if (isCode) return text;
      return text.replace(scanner, (found: string, ...rest: unknown[]) => {
        const groups = rest.at(-1) as Groups;
        const offset = rest.at(-3) as number;
        const before = text.slice(0, offset);
        const at = firstLine + line + before.split('\n').length - 1;
        const remark = (key: Problem['key'], what: string): void => {
          const id = `${key} ${what}`;
          if (!remarks.has(id)) remarks.set(id, { key, line: at, values: { what } });
        };
        return convert(found, groups, { remark, isInHtml: htmlBlock.test(before.slice(-2_000)) });
      });
    })
    .join('\n');
  return { content: content.replace(/\n{3,}(?=https:\/\/)/g, '\n\n').trim(), remarks: [...remarks.values()] };
}

/** Fenced code, and the text between; `line` counts from 0. */
function splitCode(markdown: string): Array<{ text: string; line: number; isCode: boolean }> {
  const parts: Array<{ lines: string[]; line: number; isCode: boolean }> = [];
  let open: string | null = null;
  for (const [line, text] of markdown.split('\n').entries()) {
    const mark = fence.exec(text)?.[1];
    const isCode = open !== null || mark !== undefined;
    const last = parts.at(-1);
    if (last && last.isCode === isCode) last.lines.push(text);
    else parts.push({ lines: [text], line, isCode });
    if (open === null) open = mark ?? null;
    else if (mark?.startsWith(open) && text.trim() === mark) open = null;
  }
  return parts.map(({ lines, ...part }) => ({ ...part, text: lines.join('\n') }));
}

function convert(found: string, groups: Groups, context: Context): string {
  const { frame, name, word, words, element, dropped } = groups;
  if (groups.code !== undefined) return found;
  if (groups.comment !== undefined || groups.base !== undefined || groups.attributes !== undefined) return '';
  if (frame !== undefined) return convertFrame(frame, context);
  if (name !== undefined) return convertShortcode(found, name, groups.options ?? '', context);
  if (word !== undefined) return convertLiquid(found, word, groups.rest ?? '', context);
  if (words !== undefined) {
    const sign = context.isInHtml ? '' : marks[(groups.mark ?? '').toLowerCase()];
    return `${groups.before}${sign}${words}${sign}${groups.after}`;
  }
  const tag = (element ?? (dropped !== undefined ? 'script' : '')).toLowerCase();
  if (dropped === undefined && (isHtmlElement(tag) || !presentational.has(tag))) return found;
  if (!(tag in marks)) context.remark('imports.tagDropped', `<${tag}>`);
  return '';
}

const option = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

function optionOf(options: string, name: string): string | undefined {
  for (const [, key = '', ...values] of options.matchAll(option))
    if (key.toLowerCase() === name) return values.find((value) => value !== undefined);
  return undefined;
}

const alone = (text: string): string => `\n\n${text}\n\n`;

function convertFrame(frame: string, { remark }: Context): string {
  const source = (optionOf(frame, 'src') ?? '').replace(/^\/\//, 'https://').replaceAll('&amp;', '&');
  const known = [source, source.replace(/\?.*$/, '')].find((url) => findEmbedService(url) !== null);
  if (known) return alone(known);
  remark('imports.frameLinked', source || '<iframe>');
  return /^https?:\/\/[^\s<>]+$/.test(source) ? alone(`<${source}>`) : '';
}

function convertShortcode(found: string, name: string, options: string, { remark }: Context): string {
  const first = /^\s*(?:"([^"]*)"|'([^']*)'|([^\s="']+))(?:\s|$)/.exec(options)?.slice(1).find(Boolean);
  const id = optionOf(options, 'id') ?? first;
  if (name === 'youtube' && id && /^[\w-]{6,}$/.test(id)) return alone(`https://youtu.be/${id}`);
  if (name === 'highlight') return `\n\`\`\`${first ?? ''}\n`;
  if (name === '/highlight') return '\n```\n';
  const source = optionOf(options, 'src');
  if (name === 'figure' && source) {
    const caption = (optionOf(options, 'caption') ?? optionOf(options, 'title') ?? '').replaceAll('"', '”');
    const alt = (optionOf(options, 'alt') ?? '').replace(/[[\]]/g, '');
    return alone(`![${alt}](<${source}>${caption ? ` "${caption}"` : ''})`);
  }
  remark('imports.shortcode', found.slice(0, 80));
  return found;
}

function convertLiquid(found: string, word: string, rest: string, { remark }: Context): string {
  const options = rest.trim();
  const video = /(?:v=|youtu\.be\/|embed\/|^["']?|id\s*=\s*["']?)([\w-]{11})(?=["'\s?&]|$)/.exec(
    options,
  )?.[1];
  if (video && (word === 'youtube' || (word === 'include' && /youtube|video/i.test(options))))
    return alone(`https://youtu.be/${video}`);
  if (word === 'raw' || word === 'endraw') return '';
  if (word === 'highlight' || word === 'codeblock')
    return `\n\`\`\`${/(?:lang:)?([\w+#-]+)/.exec(options)?.[1] ?? ''}\n`;
  if (word === 'endhighlight' || word === 'endcodeblock') return '\n```\n';
  const [picture, ...alt] = options.split(/\s+/);
  if (word === 'asset_img' && picture)
    return alone(`![${alt.join(' ').replace(/["[\]]/g, '')}](<${picture}>)`);
  remark('imports.shortcode', found.slice(0, 80));
  return found;
}
