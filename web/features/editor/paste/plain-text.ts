import { Fragment, type Mark, type Node, type ResolvedPos, type Schema, Slice } from '@tiptap/pm/model';
import type { Nodes } from 'mdast';
import { isTooComplex } from '../complexity-limit.ts';
import { type Block, splitBlocks } from '../markdown/parser.ts';
import { createSourceTracker } from '../source-tracker.ts';

/** Reads pasted text without HTML: as Markdown if it plainly is, otherwise all signs are text. */
export function readPlainText(text: string, $context: ResolvedPos, isVerbatim: boolean): Slice {
  const { schema } = $context.doc.type;
  const lines = text.replace(/\r\n?/g, '\n');
  const nodes =
    !isVerbatim && isMarkdown(lines)
      ? readMarkdown(schema, lines)
      : readLines(schema, lines, $context.marks());
  return Slice.maxOpen(Fragment.fromArray(nodes));
}

/** Blocks without an origin: they belong to no text yet. */
function readMarkdown(schema: Schema, text: string): Node[] {
  const { children } = createSourceTracker(schema).read(text);
  return children.map(({ type, attrs, content }) => type.create({ ...attrs, origin: null }, content));
}

/** Paragraphs are separated by blank lines, or are lines if there are none. */
function readLines(schema: Schema, text: string, marks: readonly Mark[]): Node[] {
  const trimmed = text.replace(/^\n+/, '').trimEnd();
  const paragraphs = trimmed.split(/\n[^\S\n]*\n\s*/);
  const groups =
    paragraphs.length > 1
      ? paragraphs.map((one) => one.split('\n'))
      : trimmed.split('\n').map((line) => [line]);
  return groups.map((lines) =>
    schema.node(
      'paragraph',
      null,
      lines.flatMap((line, index) => [
        ...(index === 0 ? [] : [schema.node('hardBreak')]),
        ...(line === '' ? [] : [schema.text(line, marks)]),
      ]),
    ),
  );
}

/**
 * Whether a text is Markdown: it has blocks that prose does not have, apart from the lines above, or links in brackets. Signs of
 * emphasis and code are no proof, because prose has them as well.
 */
export function isMarkdown(text: string): boolean {
  if (isTooComplex(text)) return false;
  return splitBlocks(text).blocks.some((block, index) => {
    const isApart = index === 0 || /\n[^\S\n]*\n/.test(block.gap);
    return (isApart && isProof(block)) || hasLink(block.node, text);
  });
}

/** The lines of a dialogue begin like items of a list: `- Да! - сказал он.` */
const isSpeech = (source: string): boolean => /[!?…]$|[,.!?…] [-–—] /m.test(source);
const maxFirstNumber = 999;

function isProof({ node, source }: Block): boolean {
  if (node.type === 'heading') return source.startsWith('#');
  if (node.type === 'code') return /^[`~]/.test(source);
  if (node.type === 'list') {
    const isTasks = node.children.some(({ checked }) => typeof checked === 'boolean');
    return isTasks || (node.children.length > 1 && (node.start ?? 1) <= maxFirstNumber && !isSpeech(source));
  }
  return node.type === 'table' || node.type === 'definition' || node.type === 'footnoteDefinition';
}

function hasLink(node: Nodes, text: string): boolean {
  if (node.type === 'image' || node.type === 'imageReference') return true;
  if (node.type === 'link' || node.type === 'linkReference')
    return text[node.position?.start.offset ?? 0] === '[';
  return 'children' in node && node.children.some((child) => hasLink(child, text));
}
