import type { Root, RootContent } from 'hast';
import rehypeRaw from 'rehype-raw';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { ComplexityLimitError } from './complexity-limit.ts';
import { assertTreeDepth, inlineElements, nestHtml } from './html-nesting.ts';

/** The parser repeats emphasis that crosses blocks. */
const freeElements = 10_000;
const maxGrowth = 3;

const parser = unified().use(rehypeRaw);

/** Parses the HTML in the tree of a text. The result is not sanitised. */
export function parseRawHtml(tree: Root): Root {
  const elements = countElements(tree);
  const tags = nestHtml(tree);
  if (tags === 0) return tree;
  doubleFirstLineEnds(tree);
  const parsed = parser.runSync(tree) as Root;
  assertTreeDepth(parsed);
  if (countElements(parsed) > freeElements + maxGrowth * (elements + tags))
    throw new ComplexityLimitError('grows too much');
  return parsed;
}

/** The parser drops a line end at the beginning of preformatted text. */
function doubleFirstLineEnds(tree: Root): void {
  visit(tree, 'element', ({ tagName, children: [code] }) => {
    const text = tagName === 'pre' && code?.type === 'element' ? code.children[0] : undefined;
    if (text?.type === 'text' && text.value.startsWith('\n')) text.value = `\n${text.value}`;
  });
}

/** Removes the empty paragraphs that the parser leaves, and makes paragraphs of what stands between blocks. */
export function wrapLooseText(tree: Root): void {
  tree.children = wrapInline(tree.children.filter((node) => !isEmptyParagraph(node)));
}

function countElements(tree: Root): number {
  let count = 0;
  visit(tree, 'element', () => {
    count += 1;
  });
  return count;
}

/** The parser leaves one where a block has ended a paragraph. */
const isEmptyParagraph = (node: RootContent): boolean =>
  node.type === 'element' && node.tagName === 'p' && node.children.every(isBlank);

const isBlank = (node: RootContent): boolean => node.type === 'text' && node.value.trim() === '';

/** Whether a node can stand in a paragraph. */
const isInline = (node: RootContent): boolean =>
  node.type === 'text' ||
  (node.type === 'element' && inlineElements.has(node.tagName) && node.children.every(isInline));

/** Makes paragraphs of the text, pictures and other inline elements that stand between blocks. */
function wrapInline(nodes: RootContent[]): RootContent[] {
  const wrapped: RootContent[] = [];
  let paragraph: RootContent[] | null = null;
  for (const node of nodes) {
    if (!isInline(node)) paragraph = null;
    else if (paragraph) {
      paragraph.push(node);
      continue;
    } else if (!isBlank(node)) {
      paragraph = [node];
      wrapped.push({ type: 'element', tagName: 'p', properties: {}, children: paragraph as never });
      continue;
    }
    wrapped.push(node);
  }
  return wrapped;
}
