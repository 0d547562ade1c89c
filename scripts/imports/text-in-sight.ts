import type { Element, Nodes, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

/** Something in an article that readers should not see, with the text around it. */
export type Sight = { kind: keyof typeof marks; found: string; excerpt: string };

/** What the markup of other systems looks like where it is shown as text. */
const marks = {
  tag: /<\/?[a-z][a-z\d-]{0,20}(?:\s[^<>]{0,500})?\/?>/gi,
  comment: /<!--/g,
  shortcode: /\{\{[<%(]|\{%|%\}|\{\{-?\s?[\w.]+/g,
  bracket: /\[\/?(?:caption|wp_caption|gallery|embed|video|audio|playlist|youtube|vc_\w+)[\s\]]/g,
  entity: /&(?:lt|gt|amp|nbsp|quot|#\d{1,6});/g,
  markdown: /!\[[^\]\n]{0,200}\](?:\(|\[)|\]\((?:https?:|\/|#|\.)|\{[:#][\w .#:="-]{1,80}\}|^:::/gm,
  program: /^(?:import|export) .{0,200}(?:from ['"]|=)/gm,
} as const;
/** Readers of these expect signs of programs. */
const code = new Set(['code', 'pre', 'kbd', 'samp']);
const margin = 30;

const parse = (html: string): Root => unified().use(rehypeParse, { fragment: true }).parse(html);

/** Tags, shortcodes and similar that stand in the text of a rendered article, outside code. */
export function findSights(html: string): Sight[] {
  return parse(html).children.flatMap((block) => {
    const text = textOf(block, true);
    return (Object.keys(marks) as Array<Sight['kind']>).flatMap((kind) =>
      [...text.matchAll(marks[kind])].map(({ index, 0: found }) => ({
        kind,
        found,
        excerpt: text.slice(Math.max(0, index - margin), index + found.length + margin).replace(/\s+/g, ' '),
      })),
    );
  });
}

function textOf(node: Nodes, isWithoutCode: boolean): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  if (isWithoutCode && node.type === 'element' && code.has(node.tagName)) return ' ';
  const text = node.children.map((child) => textOf(child, isWithoutCode)).join('');
  return node.type === 'element' && !isInline(node) ? `${text}\n` : text;
}

const inline = new Set('a abbr b del em i ins mark s span strong sub sup u'.split(' '));
const isInline = ({ tagName }: Element): boolean => inline.has(tagName);

/** What a source has beside its words. */
const markup = [
  /^(?:---|\+\+\+)[ \t]*\r?\n[\s\S]*?\r?\n(?:---|\+\+\+|\.\.\.)[ \t]*(?:\r?\n|$)/,
  /<!--[\s\S]*?-->/g,
  /<(script|style)\b[\s\S]*?<\/\1>/gi,
  /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\{:[^}\n]*\}/g,
  /<\/?[a-z][^<>]*>/gi,
  /\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)/g,
  /^ {0,3}\[[^\]\n]+\]:.*$/gm,
  /^ {0,3}(?:`{3,}|~{3,}).*$/gm,
  /\bhttps?:\/\/\S+|\bwww\.\S+/gi,
  /&[a-z\d#]+;/gi,
];

function countWords(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const [word] of text.replaceAll('\u00ad', '').matchAll(/\p{L}{4,}/gu)) {
    const key = word.toLowerCase().normalize('NFC');
    words.set(key, (words.get(key) ?? 0) + 1);
  }
  return words;
}

/** The words of a Markdown file that its rendered article does not have, in order of first occurrence. */
export function findLostWords(source: string, html: string): { lost: string[]; total: number } {
  const text = markup.reduce((rest, pattern) => rest.replace(pattern, ' '), source.replace(/^\uFEFF/, ''));
  const shown = countWords(`${textOf(parse(html), false)} ${[...attributesOf(parse(html))].join(' ')}`);
  const lost: string[] = [];
  let total = 0;
  for (const [word, count] of countWords(text)) {
    total += count;
    const missing = count - (shown.get(word) ?? 0);
    lost.push(...Array<string>(Math.max(0, missing)).fill(word));
  }
  return { lost, total };
}

function* attributesOf(node: Nodes): Generator<string> {
  if (node.type === 'element')
    for (const name of ['alt', 'title', 'ariaLabel']) yield String(node.properties[name] ?? '');
  if ('children' in node) for (const child of node.children) yield* attributesOf(child);
}
