import type { Element, ElementContent, Root as HtmlRoot } from 'hast';
import type { Nodes, Parents, Root } from 'mdast';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype, { defaultHandlers } from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { markdown as texts } from '#text/ru/markdown.ts';
import { slugify } from '../slug.ts';
import { trimEnd } from '../trim.ts';
import { decidedList } from './decided-list.ts';
import { limitedEffort } from './effort.ts';
import { embedCards } from './embed-cards.ts';
import { scopeFootnotes } from './footnotes.ts';
import { type KnownPictures, noPictures, readersLink, showPictures } from './pictures.ts';
import { typesetTree } from './typeset-tree.ts';
import { opaque, typeset } from './typography.ts';

const excerptLength = 200;
const wordsPerMinute = 180;
/** Characters that an excerpt does not end with before its ellipsis. */
const afterWords = ' \u00a0.,;:—–-';
const headingPrefix = 'h-';
const headingSlugRules = { maxLength: 60, fallback: 'section' };
/** Deeper nesting is an attack on the stack. */
const maxDepth = 100;

export type Rendered = { html: string; text: string; excerpt: string; readingTimeMinutes: number };

/** The text is nested too deeply; the caller responds with 400. */
export class TooDeepError extends Error {}

const parser = unified().use(remarkParse).use(remarkGfm).use(limitedEffort);
const toHtml = unified()
  .use(remarkRehype, {
    // HTML in a text is shown as text, never interpreted: the contract defines texts as Markdown only.
    handlers: {
      html: (_state, node: { value: string }) => ({ type: 'text', value: node.value }),
      listItem: (state, node, parent: Parents | undefined) =>
        defaultHandlers.listItem(state, node, parent?.type === 'list' ? decidedList(parent) : parent),
    },
    footnoteLabel: texts.footnotes,
    footnoteBackLabel: texts.backToText,
    clobberPrefix: '',
  })
  .use(rehypeSanitize, sanitiseSchema())
  .use(() => embedCards)
  .use(() => markForHands)
  .use(() => nameHeadings)
  .use(() => (tree: HtmlRoot) => typesetTree(tree))
  .use(rehypeStringify);

/**
 * Renders Markdown (CommonMark, GFM tables, strikethrough, task lists, footnotes) to sanitised HTML and derives the
 * fields that lists need. An unknown picture is rendered without its size and files.
 */
export function renderMarkdown(markdown: string, pictures: KnownPictures = noPictures): Rendered {
  const tree = parser.parse(markdown);
  refuseDepth(tree);
  const text = plainText(tree);
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const html = toHtml.runSync(tree);
  markLinks(html);
  scopeFootnotes(html, markdown);
  showPictures(html, pictures);
  return {
    html: toHtml.stringify(html),
    text,
    excerpt: cut(excerptOf(tree), excerptLength),
    readingTimeMinutes: Math.max(1, Math.ceil(words / wordsPerMinute)),
  };
}

function sanitiseSchema(): typeof defaultSchema {
  return {
    ...defaultSchema,
    // The only ids are those of footnotes, which get their own prefix, and later those of headings.
    clobberPrefix: '',
    protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: [] },
  };
}

/** The site does not vouch for links in user texts. */
function markLinks(tree: HtmlRoot): void {
  visit(tree, 'element', (node: Element) => {
    if (node.tagName === 'a' && /^(https?:)?\/\//.test(String(node.properties.href ?? '')))
      node.properties.rel = readersLink;
  });
}

/** Elements that scroll horizontally are focusable by keyboard, and the checkbox of a task has a label. */
function markForHands(tree: HtmlRoot): void {
  visit(tree, 'element', (node: Element) => {
    if (node.tagName === 'pre' || node.tagName === 'table') node.properties.tabIndex = 0;
    if (node.tagName === 'input')
      node.properties.ariaLabel = node.properties.checked ? texts.taskDone : texts.taskOpen;
  });
}

/**
 * Gives headings ids made of their words, for the table of contents. The prefix separates them from the ids of the
 * page. The heading of the footnotes has its own id.
 */
function nameHeadings(tree: HtmlRoot): void {
  const taken = new Map<string, number>();
  visit(tree, 'element', (node: Element) => {
    if (!/^h[1-6]$/.test(node.tagName) || node.properties.id !== undefined) return;
    const name = slugify(wordsOf(node), headingSlugRules);
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    // A slug never contains two dashes, so a numbered id cannot collide with another heading's words.
    node.properties.id = headingPrefix + (count > 1 ? `${name}--${count}` : name);
  });
}

function wordsOf(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
}

/** Without recursion, since the author decides how deep the tree is. */
function refuseDepth(tree: Root): void {
  let level: Nodes[] = [tree];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) throw new TooDeepError('nested too deep');
    level = level.flatMap((node) => ('children' in node ? node.children : []));
  }
}

const blocks = new Set([
  'paragraph',
  'heading',
  'listItem',
  'tableRow',
  'tableCell',
  'blockquote',
  'code',
  'break',
]);

/** Nodes that form no sentence with the text around them. */
function isBesidesTheText(node: Nodes): boolean {
  if (node.type === 'paragraph') return node.children.length === 1 && node.children.every(isBareAddress);
  return ['heading', 'image', 'code', 'table'].includes(node.type);
}

function isBareAddress(node: Nodes): boolean {
  if (node.type !== 'link') return false;
  const [words] = node.children;
  return words?.type === 'text' && words.value === node.url;
}

type Words = { value: string; isCode: boolean };

/** The text of each block, without markup and without excluded nodes. */
function wordsByBlock(tree: Root, isLeftOut: (node: Nodes) => boolean): Words[][] {
  const found: Words[][] = [[]];
  const add = (value: string, type: Nodes['type']) =>
    found.at(-1)?.push({ value, isCode: type === 'code' || type === 'inlineCode' });
  const collect = (node: Nodes): void => {
    if (node.type === 'footnoteDefinition' || isLeftOut(node)) return;
    if ('value' in node) add(node.value, node.type);
    else if ('children' in node) node.children.forEach(collect);
    else if (node.type === 'image') add(node.alt ?? '', node.type);
    if (blocks.has(node.type)) found.push([]);
  };
  collect(tree);
  return found;
}

const joined = (texts: string[]): string => texts.join(' ').replace(/\s+/g, ' ').trim();

const plainText = (tree: Root): string =>
  joined(wordsByBlock(tree, () => false).map((block) => block.map(({ value }) => value).join('')));

/** The text for places that do not show the article: typeset like the page, but with breakable spaces. */
function excerptOf(tree: Root): string {
  const shown = (isLeftOut: (node: Nodes) => boolean) => joined(wordsByBlock(tree, isLeftOut).map(setWords));
  return shown(isBesidesTheText) || shown(() => false);
}

function setWords(block: Words[]): string {
  const set = typeset(block.map(({ value, isCode }) => (isCode ? opaque : value)));
  return block.map(({ value, isCode }, index) => (isCode ? value : set[index])).join('');
}

/** At most `length` characters, cut at a word boundary if one is near enough. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = text.slice(0, length - 1).toWellFormed();
  const lastSpace = head.lastIndexOf(' ');
  return `${trimEnd(lastSpace > length / 2 ? head.slice(0, lastSpace) : head, afterWords)}…`;
}
