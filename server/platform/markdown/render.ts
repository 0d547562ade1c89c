import type { Element, Root as HtmlRoot } from 'hast';
import type { Parents } from 'mdast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype, { defaultHandlers } from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { gfmOptions } from '#contract/html-elements.ts';
import * as texts from '#locales/ru/markdown.ts';
import type { ReadText } from '../text-reading.ts';
import { linkAnchors, nameHeadings } from './anchors.ts';
import { createExcerpt, plainText } from './article-text.ts';
import { limitComplexity } from './complexity-limit.ts';
import { embedCards } from './embed-cards.ts';
import { scopeFootnotes } from './footnotes.ts';
import { highlightCode } from './highlight.ts';
import { assertTreeDepth } from './html-nesting.ts';
import { listWithKnownSpread } from './list-with-known-spread.ts';
import { type KnownPictures, noKnownPictures, renderPictures, userLinkRel } from './pictures.ts';
import { parseRawHtml, wrapLooseText } from './raw-html.ts';
import { readArticle } from './read-article.ts';
import { sanitiseSchema } from './sanitise-schema.ts';
import { typesetTree } from './typeset-tree.ts';

const wordsPerMinute = 180;
export type Rendered = {
  html: string;
  text: string;
  excerpt: string;
  readingTimeMinutes: number;
  /** The article as the rules of publication see it. */
  read: ReadText;
};

const parser = unified().use(remarkParse).use(remarkGfm, gfmOptions).use(limitComplexity);
/** HTML in a text is interpreted as far as `contract/html-elements.ts` permits; the rest is shown as text. */
const toHtml = unified()
  .use(remarkRehype, {
    allowDangerousHtml: true,
    handlers: {
      listItem: (state, node, parent: Parents | undefined) =>
        defaultHandlers.listItem(state, node, parent?.type === 'list' ? listWithKnownSpread(parent) : parent),
    },
    footnoteLabel: texts.footnotes,
    footnoteBackLabel: texts.backToText,
    clobberPrefix: '',
  })
  .use(() => parseRawHtml)
  .use(rehypeSanitize, sanitiseSchema)
  .use(() => wrapLooseText)
  .use(() => nameHeadings);
const toPage = unified()
  .use(() => embedCards)
  .use(() => highlightCode)
  .use(() => addAccessibilityAttributes)
  .use(() => (tree: HtmlRoot) => typesetTree(tree))
  .use(rehypeStringify);

/**
 * Renders Markdown (CommonMark, GFM tables, strikethrough, task lists, footnotes) to sanitised HTML and derives the
 * fields that lists need. An unknown picture is rendered without its size and files.
 */
export function renderMarkdown(markdown: string, pictures: KnownPictures = noKnownPictures): Rendered {
  const tree = parser.parse(markdown);
  assertTreeDepth(tree);
  const html = toHtml.runSync(tree);
  const text = plainText(html);
  const excerpt = createExcerpt(html);
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  toPage.runSync(html);
  addLinkRel(html);
  scopeFootnotes(html, markdown);
  linkAnchors(html);
  renderPictures(html, pictures);
  return {
    html: toPage.stringify(html),
    text,
    excerpt,
    readingTimeMinutes: Math.max(1, Math.ceil(words / wordsPerMinute)),
    read: readArticle(html),
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
