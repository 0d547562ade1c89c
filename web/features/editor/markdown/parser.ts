import type { Root, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

const byteOrderMark = '\uFEFF';
/** The packages of the server's renderer: what the editor takes for a list is a list on the page. */
const parser = unified().use(remarkParse).use(remarkGfm);

/** The tree of a Markdown text, with positions. */
export function parseMarkdown(markdown: string): Root {
  return parser.parse(markdown);
}

export type Block = {
  /** What stands between the block before (or the beginning) and this one. */
  gap: string;
  /** Its lines as they were written, from the beginning of the first one. */
  source: string;
  node: RootContent;
};

/** A text as its top-level blocks: `gap + source` of all, then `tail`, are the text again, character by character. */
export function splitBlocks(markdown: string): { blocks: Block[]; tail: string } {
  // The parser skips the mark without counting it.
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

/** Indentation belongs to the block: without it the items of a list would change their depth. */
function lineStart(text: string, offset: number, from: number): number {
  let start = offset;
  while (start > from && (text[start - 1] === ' ' || text[start - 1] === '\t')) start -= 1;
  return start;
}

/**
 * Whether two pieces of text, put together with `gap` between them, are still the blocks that each is alone. A list
 * would swallow an indented neighbour or a second list, an unclosed fence everything.
 */
export function standApart(before: string, gap: string, after: string): boolean {
  const expected = [...splitBlocks(before).blocks, ...splitBlocks(after).blocks].map(({ node }) => node.type);
  const together = splitBlocks(before + gap + after).blocks;
  if (together.length !== expected.length) return false;
  if (together.some(({ node }, index) => node.type !== expected[index])) return false;
  let length = 0;
  return together.some((block) => {
    length += block.gap.length;
    if (length === before.length + gap.length) return true;
    length += block.source.length;
    return false;
  });
}
