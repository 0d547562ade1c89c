import type { Element, ElementContent, Root as HtmlRoot } from 'hast';
import type { Nodes, Parents, Root } from 'mdast';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype, { defaultHandlers } from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { slugify } from '#contract/slug.ts';
import { trimEnd } from '#contract/trim.ts';
import * as texts from '#locales/ru/markdown.ts';
import { objectReplacement } from '#locales/typography.ts';
import { typesetArticle } from './article-typography.ts';
import { limitComplexity } from './complexity-limit.ts';
import { embedCards } from './embed-cards.ts';
import { scopeFootnotes } from './footnotes.ts';
import { highlightCode } from './highlight.ts';
import { listWithKnownSpread } from './list-with-known-spread.ts';
import { type KnownPictures, noKnownPictures, renderPictures, userLinkRel } from './pictures.ts';
import { typesetTree } from './typeset-tree.ts';

const excerptLength = 200;
const wordsPerMinute = 180;
/** Characters that an excerpt does not end with before its ellipsis. */
const trimmedBeforeEllipsis = ' \u00a0.,;:—–-';
const headingPrefix = 'h-';
const headingSlugRules = { maxLength: 60, fallback: 'section' };
/** Deeper nesting is an attack on the stack. */
const maxDepth = 100;

export type Rendered = { html: string; text: string; excerpt: string; readingTimeMinutes: number };

/** The text is nested too deeply; the caller responds with 400. */
export class TooDeepError extends Error {}

const parser = unified().use(remarkParse).use(remarkGfm).use(limitComplexity);
const toHtml = unified()
  .use(remarkRehype, {
    // HTML in a text is shown as text, never interpreted: the contract defines texts as Markdown only.
    handlers: {
      html: (_state, node: { value: string }) => ({ type: 'text', value: node.value }),
      listItem: (state, node, parent: Parents | undefined) =>
        defaultHandlers.listItem(state, node, parent?.type === 'list' ? listWithKnownSpread(parent) : parent),
    },
    footnoteLabel: texts.footnotes,
    footnoteBackLabel: texts.backToText,
    clobberPrefix: '',
  })
  .use(rehypeSanitize, sanitiseSchema())
  .use(() => embedCards)
  .use(() => highlightCode)
  .use(() => addAccessibilityAttributes)
  .use(() => addHeadingIds)
  .use(() => (tree: HtmlRoot) => typesetTree(tree))
  .use(rehypeStringify);

/**
 * Renders Markdown (CommonMark, GFM tables, strikethrough, task lists, footnotes) to sanitised HTML and derives the
 * fields that lists need. An unknown picture is rendered without its size and files.
 */
export function renderMarkdown(markdown: string, pictures: KnownPictures = noKnownPictures): Rendered {
  const tree = parser.parse(markdown);
  assertDepth(tree);
  const text = plainText(tree);
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const html = toHtml.runSync(tree);
  addLinkRel(html);
  scopeFootnotes(html, markdown);
  renderPictures(html, pictures);
  return {
    html: toHtml.stringify(html),
    text,
    excerpt: truncate(createExcerpt(tree), excerptLength),
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
function addLinkRel(tree: HtmlRoot): void {
  visit(tree, 'element', (node: Element) => {
    if (node.tagName === 'a' && /^(https?:)?\/\//.test(String(node.properties.href ?? '')))
      node.properties.rel = userLinkRel;
  });
}

/** Elements that scroll horizontally are focusable by keyboard, and the checkbox of a task has a label. */
function addAccessibilityAttributes(tree: HtmlRoot): void {
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
function addHeadingIds(tree: HtmlRoot): void {
  const taken = new Map<string, number>();
  visit(tree, 'element', (node: Element) => {
    if (!/^h[1-6]$/.test(node.tagName) || node.properties.id !== undefined) return;
    const name = slugify(textContent(node), headingSlugRules);
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    // A slug never contains two dashes, so a numbered id cannot collide with another heading's words.
    node.properties.id = headingPrefix + (count > 1 ? `${name}--${count}` : name);
  });
}

function textContent(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textContent).join('') : '';
}

/** Without recursion, since the author decides how deep the tree is. */
function assertDepth(tree: Root): void {
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
function isExcludedFromExcerpt(node: Nodes): boolean {
  if (node.type === 'paragraph') return node.children.length === 1 && node.children.every(isBareUrl);
  return ['heading', 'image', 'code', 'table'].includes(node.type);
}

function isBareUrl(node: Nodes): boolean {
  if (node.type !== 'link') return false;
  const [words] = node.children;
  return words?.type === 'text' && words.value === node.url;
}

type TextPart = { value: string; isCode: boolean };

/** The text of each block, without markup and without excluded nodes. */
function textByBlock(tree: Root, isLeftOut: (node: Nodes) => boolean): TextPart[][] {
  const found: TextPart[][] = [[]];
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

const joinTexts = (texts: string[]): string => texts.join(' ').replace(/\s+/g, ' ').trim();

const plainText = (tree: Root): string =>
  joinTexts(textByBlock(tree, () => false).map((block) => block.map(({ value }) => value).join('')));

/** The text for places that do not show the article: typeset like the page, but with breakable spaces. */
function createExcerpt(tree: Root): string {
  const textWithout = (isLeftOut: (node: Nodes) => boolean) =>
    joinTexts(textByBlock(tree, isLeftOut).map(typesetBlock));
  return textWithout(isExcludedFromExcerpt) || textWithout(() => false);
}

function typesetBlock(block: TextPart[]): string {
  const set = typesetArticle(block.map(({ value, isCode }) => (isCode ? objectReplacement : value)));
  return block.map(({ value, isCode }, index) => (isCode ? value : set[index])).join('');
}

/** At most `length` characters, cut at a word boundary if one is near enough. */
function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = text.slice(0, length - 1).toWellFormed();
  const lastSpace = head.lastIndexOf(' ');
  return `${trimEnd(lastSpace > length / 2 ? head.slice(0, lastSpace) : head, trimmedBeforeEllipsis)}…`;
}
