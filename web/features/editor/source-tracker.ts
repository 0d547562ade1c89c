import { Fragment, type Node, type Schema } from '@tiptap/pm/model';
import { createBlockWriter, defaultMarkers } from './block-writer.ts';
import { isTooComplex } from './complexity-limit.ts';
import { fromEditor } from './markdown/from-editor.ts';
import { findFootnoteLabels, parseBlock, remainSeparate, splitBlocks } from './markdown/parser.ts';
import { type Bullet, stringifyBlock } from './markdown/stringify.ts';
import { toEditor } from './markdown/to-editor.ts';

type Occurrence = { source: string; occurrence: number; footnotes: string };
type Origin = { source: string; node: Node };
/** A node with its Markdown. `origin` is set while the Markdown is the original source. */
type WrittenBlock = { text: string; origin: number | null; node: Node };

export type SourceTracker = {
  /** Parses Markdown into a document whose top-level nodes have an `origin`. */
  read: (markdown: string) => Node;
  /** Serializes a document: unchanged blocks as their original source, changed blocks as new text. */
  write: (doc: Node) => string;
};

/**
 * Keeps the source of every top-level block that was read, so that an unchanged block is written byte for byte as it
 * was. Undo restores sources too, because a node counts as unchanged when it equals the node that was read.
 */
export function createSourceTracker(schema: Schema): SourceTracker {
  const idsBySource = new Map<string, number>();
  const origins = new Map<number, Origin>();
  /** The original text between adjacent blocks; id 0 is the beginning or the end of the text. */
  const gaps = new Map<string, string>();
  const blockWriter = createBlockWriter();
  let blankSource = '';
  let lineEnd = '\n';

  /** Equal sources differ if the text has other footnotes. */
  function remember({ source, occurrence, footnotes }: Occurrence, build: () => Node): Node {
    const key = `${occurrence}:${footnotes}:${source}`;
    const cached = origins.get(idsBySource.get(key) ?? 0);
    if (cached) return cached.node;
    const id = origins.size + 1;
    const built = build();
    const node = built.type.create({ ...built.attrs, origin: id }, built.content, built.marks);
    idsBySource.set(key, id);
    origins.set(id, { source, node });
    return node;
  }

  function read(markdown: string): Node {
    lineEnd = /\r?\n/.exec(markdown)?.[0] ?? '\n';
    const { blocks, tail } = isTooComplex(markdown)
      ? { blocks: [{ gap: '', source: markdown, node: null }], tail: '' }
      : splitBlocks(markdown);
    blockWriter.setStyle({ lineEnd, bullet: firstBullet(blocks.map(({ source }) => source)) });
    blankSource = blocks.length === 0 ? markdown : '';
    const seen = new Map<string, number>();
    let before = 0;
    const nodes = blocks.map(({ gap, source, node: block }) => {
      const occurrence = (seen.get(source) ?? 0) + 1;
      seen.set(source, occurrence);
      const footnotes = block ? findFootnoteLabels(block).join() : '';
      const node = remember({ source, occurrence, footnotes }, () => readBlock(schema, source, block));
      gaps.set(`${before}>${node.attrs.origin}`, gap);
      before = node.attrs.origin;
      return node;
    });
    gaps.set(`${before}>0`, tail);
    if (nodes.length === 0) nodes.push(schema.node('paragraph'));
    return schema.topNodeType.create(null, Fragment.fromArray(nodes));
  }

  function write(doc: Node): string {
    const written: WrittenBlock[] = [];
    let result = '';
    for (const node of doc.children) {
      const before = written.at(-1);
      const next = writeNode(before, node);
      if (!next) continue;
      result += next.gap + next.written.text;
      written.push(next.written);
    }
    const last = written.at(-1);
    if (!last) return blankSource;
    return result + (gaps.get(`${last.origin ?? last.node.attrs.origin}>0`) ?? '');
  }

  /** The text of a node and the gap that separates it from the text before it. */
  function writeNode(
    before: WrittenBlock | undefined,
    node: Node,
  ): { gap: string; written: WrittenBlock } | null {
    const origin = findUnchangedOrigin(node);
    const gap = gaps.get(`${before?.node.attrs.origin ?? 0}>${node.attrs.origin}`);
    if (origin && gap !== undefined && (!before || before.origin !== null))
      return { gap, written: { text: origin.source, origin: node.attrs.origin, node } };
    const text = origin?.source ?? blockWriter.write(node);
    if (text === null) return null;
    const written: WrittenBlock = { text, origin: origin ? node.attrs.origin : null, node };
    if (!before) return { gap: gap && /^\s*$/.test(gap) ? gap : '', written };
    const wide = lineEnd + lineEnd;
    const gapChoices = gap !== undefined && gap !== wide ? [gap, wide] : [wide];
    const fitting = gapChoices.find((choice) => remainSeparate(before.text, choice, text));
    if (fitting !== undefined) return { gap: fitting, written };
    const other = blockWriter
      .writeAlternatives(node, origin?.source ?? null)
      .find((choice) => remainSeparate(before.text, wide, choice));
    return { gap: wide, written: other === undefined ? written : { text: other, origin: null, node } };
  }

  function findUnchangedOrigin(node: Node): Origin | null {
    const origin = origins.get(node.attrs.origin ?? 0);
    return origin && (origin.node === node || origin.node.eq(node)) ? origin : null;
  }

  return { read, write };
}

/** The node of a block, or a source block when the node would not serialize back to the same meaning. */
function readBlock(schema: Schema, source: string, block: Parameters<typeof toEditor>[1] | null): Node {
  const asSource = (): Node =>
    schema.node('sourceBlock', null, source ? [schema.text(source.replace(/\r\n?/g, '\n'))] : []);
  if (!block) return asSource();
  try {
    const node = toEditor(schema, block);
    return survivesRoundTrip(schema, node) ? node : asSource();
  } catch {
    return asSource();
  }
}

/** Whether a node is unchanged after serializing and parsing it. */
function survivesRoundTrip(schema: Schema, node: Node): boolean {
  const block = fromEditor(node);
  if (!block) return false;
  const [again, ...others] = parseBlock(stringifyBlock(block, defaultMarkers), block);
  return again !== undefined && others.length === 0 && toEditor(schema, again).eq(node);
}

function firstBullet(sources: readonly string[]): Bullet {
  const marker = sources.map((source) => /^ {0,3}([-*+])[ \t]/.exec(source)?.[1]).find(Boolean);
  return (marker as Bullet | undefined) ?? '-';
}
