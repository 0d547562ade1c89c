import type { Node } from '@tiptap/pm/model';
import type { Nodes, RootContent } from 'mdast';
import { fromEditor, type LoneAddress } from './markdown/from-editor.ts';
import { parseBlock } from './markdown/parser.ts';
import { type Bullet, type ListMarkers, makeLoose, stringifyBlock } from './markdown/stringify.ts';

export const defaultMarkers: ListMarkers = { bullet: '-', delimiter: '.' };
const markerChoices: readonly ListMarkers[] = [
  defaultMarkers,
  { bullet: '*', delimiter: ')' },
  { bullet: '+', delimiter: '.' },
];

/** Blocks whose meaning does not depend on the indentation of their first line. */
const indentInsensitive = new Set([
  'paragraph',
  'heading',
  'blockquote',
  'table',
  'horizontalRule',
  'footnote',
  'sourceBlock',
]);

export type BlockWriter = {
  /** Sets the style of the text, which new blocks follow. */
  setStyle: (style: { lineEnd: string; bullet: Bullet }) => void;
  /** The Markdown of a new or changed node; null for an empty node. */
  write: (node: Node) => string | null;
  /** Alternative Markdown of a node, for a node that its neighbour would absorb. */
  writeAlternatives: (node: Node, unchangedSource: string | null) => string[];
};

/** Writes top-level nodes as Markdown in the style of the text around them. */
export function createBlockWriter(): BlockWriter {
  const texts = new WeakMap<Node, string>();
  let markers = defaultMarkers;
  let lineEnd = '\n';

  function setStyle(style: { lineEnd: string; bullet: Bullet }): void {
    lineEnd = style.lineEnd;
    markers = { ...defaultMarkers, bullet: style.bullet };
  }

  function write(node: Node): string | null {
    const cached = texts.get(node);
    if (cached !== undefined) return cached;
    const block = fromEditor(node);
    if (!block) return null;
    const tight = stringifyBlock(block, markers);
    const isMisread = node.type.name !== 'sourceBlock' && !hasSameMeaning(block, tight);
    const loose = isMisread ? stringifyBlock(makeLoose(block), markers) : tight;
    const text = withLineEnds(isMisread && hasSameMeaning(block, loose) ? loose : tight);
    texts.set(node, text);
    return text;
  }

  function writeAlternatives(node: Node, unchangedSource: string | null): string[] {
    const source = unchangedSource ?? (node.type.name === 'sourceBlock' ? node.textContent : null);
    const outdented = source !== null && indentInsensitive.has(node.type.name) ? [source.trimStart()] : [];
    const block = node.type.name === 'sourceBlock' ? null : fromEditor(node);
    const rewritten = block ? markerChoices.map((choice) => withLineEnds(stringifyBlock(block, choice))) : [];
    return [...outdented, ...rewritten];
  }

  function withLineEnds(text: string): string {
    return lineEnd === '\n' ? text : text.replace(/\n/g, lineEnd);
  }

  return { setStyle, write, writeAlternatives };
}

/** Whether a Markdown text parses as exactly the given block. */
function hasSameMeaning(block: RootContent, markdown: string): boolean {
  const [read, ...others] = parseBlock(markdown, block);
  return read !== undefined && others.length === 0 && shape(read) === shape(block);
}

const phrasing = new Set(['strong', 'emphasis', 'delete', 'link']);

/** The structure and text of a block, without the spaces that Markdown does not preserve. */
function shape(node: Nodes | LoneAddress): string {
  if (node.type === 'loneAddress') return `paragraph(${node.value})`;
  if (node.type === 'image') return `image(${node.url})`;
  if (node.type === 'footnoteReference') return `footnote(${node.identifier})`;
  if (node.type === 'code') return `code(${node.value})`;
  if ('value' in node) return node.value.replace(/\s+/g, '');
  const inner = 'children' in node ? node.children.map((child) => shape(child)).join('') : '';
  if (phrasing.has(node.type)) return inner;
  return node.type === 'break' ? '' : `${node.type}(${inner})`;
}
