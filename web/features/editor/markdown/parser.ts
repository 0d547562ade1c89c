import type { Nodes, Root, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { gfmOptions } from '#contract/html-elements.ts';

const byteOrderMark = '\uFEFF';
/** The same packages as the server's renderer, so that the editor and the page parse a text alike. */
const parser = unified().use(remarkParse).use(remarkGfm, gfmOptions);

/** Parses a Markdown text into a tree with positions. */
export function parseMarkdown(markdown: string): Root {
  return parser.parse(markdown);
}

/** The labels of the footnotes that a block refers to. */
export function findFootnoteLabels(block: RootContent): string[] {
  const labels = new Set<string>();
  const visit = (node: Nodes): void => {
    if (node.type === 'footnoteReference') labels.add(node.label ?? node.identifier);
    if ('children' in node) node.children.forEach(visit);
  };
  visit(block);
  return [...labels];
}

/**
 * Parses the Markdown of one block. The mark of a footnote is one only beside the text of the footnote, so a text is added for
 * each footnote of the block and left out of the result.
 */
export function parseBlock(markdown: string, block: RootContent): RootContent[] {
  const labels = findFootnoteLabels(block);
  const added = labels.map((label) => `\n\n[^${label}]: .`).join('');
  const { children } = parseMarkdown(markdown + added);
  const end = children.length - labels.length;
  return children.slice(end).every(({ type }) => type === 'footnoteDefinition') ? children.slice(0, end) : [];
}

export type Block = {
  /** The text between the previous block (or the beginning) and this one. */
  gap: string;
  /** The original source, from the beginning of its first line. */
  source: string;
  node: RootContent;
};

/** Splits a text into top-level blocks. `gap + source` of all blocks plus `tail` equal the text exactly. */
export function splitBlocks(markdown: string): { blocks: Block[]; tail: string } {
  // The parser skips the byte order mark without counting it.
  const shift = markdown.startsWith(byteOrderMark) ? 1 : 0;
  const blocks: Block[] = [];
  let end = 0;
  for (const node of parseMarkdown(markdown).children) {
    const start = Math.max(end, lineStart(markdown, (node.position?.start.offset ?? 0) + shift, shift));
    const nextEnd = (node.position?.end.offset ?? 0) + shift;
    blocks.push({ gap: markdown.slice(end, start), source: markdown.slice(start, nextEnd), node });
    end = nextEnd;
  }
  return { blocks, tail: markdown.slice(end) };
}

/** Indentation is part of the block: without it list items would change their depth. */
function lineStart(text: string, offset: number, from: number): number {
  let start = offset;
  while (start > from && (text[start - 1] === ' ' || text[start - 1] === '\t')) start -= 1;
  return start;
}

/**
 * Whether two texts joined by `gap` still parse as the same blocks as each text alone. A list absorbs an indented
 * neighbour or a second list, and an unclosed fence absorbs everything after it.
 */
export function remainSeparate(before: string, gap: string, after: string): boolean {
  const expected = [...splitBlocks(before).blocks, ...splitBlocks(after).blocks].map(({ node }) => node.type);
  const joinedBlocks = splitBlocks(before + gap + after).blocks;
  if (joinedBlocks.length !== expected.length) return false;
  if (joinedBlocks.some(({ node }, index) => node.type !== expected[index])) return false;
  let length = 0;
  return joinedBlocks.some((block) => {
    length += block.gap.length;
    if (length === before.length + gap.length) return true;
    length += block.source.length;
    return false;
  });
}
